/**
 * Registers the scripts that run without a click: one on pages that match a permitted pattern, and one on all pages of these
 * sites, which checks for an article.
 */

import { ext } from "../../shared/ext.ts";
import { serialize } from "../../shared/serialize.ts";
import { scriptsOf } from "../inject.ts";
import { originOf, originsOf, type Pattern, patternsIn } from "../../shared/auto-open/patterns.ts";
import { loadList } from "../../shared/auto-open/store.ts";
import { hasPermission } from "../../shared/permissions.ts";

const scripts = { always: scriptsOf("page-loaded"), signal: scriptsOf("icon-state") };

/** Registers the scripts for the patterns that are listed and permitted now, if there are any. */
export function registerScripts(): Promise<void> {
  return serialize(async () => {
    const patterns = patternsIn((await loadList()) ?? "").filter(({ view }) => view !== "never");
    const isPermitted = await Promise.all(patterns.map((pattern) => hasPermission(originOf(pattern))));
    const permitted = patterns.filter((_, index) => isPermitted[index]);
    await updateRegistration("always", permitted.flatMap(matchPatterns));
    await updateRegistration("signal", originsOf(permitted));
  });
}

async function updateRegistration(id: keyof typeof scripts, pages: string[]): Promise<void> {
  const isRegistered = (await ext.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0;
  if (pages.length > 0) {
    await ext.scripting[isRegistered ? "updateContentScripts" : "registerContentScripts"]([
      { id, matches: [...new Set(pages)], js: scripts[id], runAt: "document_idle" },
    ]);
  } else if (isRegistered) {
    await ext.scripting.unregisterContentScripts({ ids: [id] });
  }
}

/**
 * Returns the browser's match pattern for a pattern of the list. It has no ports: they are checked when a page loads.
 */
function matchPatterns({ protocol, hostname, hostAndPath }: Pattern): string[] {
  const path = hostAndPath.replace(/^[^/]*/, "").replace(/#.*/, "");
  const match = `${protocol}//${hostname}${path}`;
  return path.includes("?") || path.endsWith("*") ? [match] : [match, `${match}?*`];
}
