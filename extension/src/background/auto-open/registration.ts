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
export function register(): Promise<void> {
  return serialize(async () => {
    const patterns = patternsIn((await loadList()) ?? "").filter(({ view }) => view !== "never");
    const isPermitted = await Promise.all(patterns.map((pattern) => hasPermission(originOf(pattern))));
    const permitted = patterns.filter((_, number) => isPermitted[number]);
    await registerOn("always", permitted.flatMap(matchesOf));
    await registerOn("signal", originsOf(permitted));
  });
}

async function registerOn(id: keyof typeof scripts, pages: string[]): Promise<void> {
  const isThere = (await ext.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0;
  if (pages.length > 0) {
    await ext.scripting[isThere ? "updateContentScripts" : "registerContentScripts"]([
      { id, matches: [...new Set(pages)], js: scripts[id], runAt: "document_idle" },
    ]);
  } else if (isThere) {
    await ext.scripting.unregisterContentScripts({ ids: [id] });
  }
}

/**
 * Returns the browser's match pattern for a pattern of the list. It has no ports: they are checked when a page loads.
 */
function matchesOf({ protocol, hostname, address }: Pattern): string[] {
  const path = address.replace(/^[^/]*/, "").replace(/#.*/, "");
  const match = `${protocol}//${hostname}${path}`;
  return path.includes("?") || path.endsWith("*") ? [match] : [match, `${match}?*`];
}
