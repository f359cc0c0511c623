/** The pages on which the script for pages that always open runs: those of patterns with permission, and no others. */

import { ext } from "../ext.ts";
import { inTurn } from "../marks/queue.ts";
import { originOf, type Pattern, patternsIn } from "./patterns.ts";
import { loadList } from "./store.ts";

const id = "always";

/** Registers the script for what is listed and permitted now; not at all where that is nothing. */
export function register(): Promise<void> {
  return inTurn(async () => {
    const patterns = patternsIn((await loadList()) ?? "").filter(({ view }) => view !== "never");
    const isPermitted = await Promise.all(patterns.map((pattern) => hasPermission(originOf(pattern))));
    const matches = [...new Set(patterns.filter((_, number) => isPermitted[number]).flatMap(matchesOf))];
    const isThere = (await ext.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0;
    if (matches.length === 0) {
      if (isThere) {
        await ext.scripting.unregisterContentScripts({ ids: [id] });
      }
    } else {
      await ext.scripting[isThere ? "updateContentScripts" : "registerContentScripts"]([
        { id, matches, js: ["arrival.js"], runAt: "document_idle" },
      ]);
    }
  });
}

/** Returns what the browser has for a pattern. It knows no ports; what is meant is decided when the page comes. */
function matchesOf({ protocol, hostname, address }: Pattern): string[] {
  const path = address.replace(/^[^/]*/, "").replace(/#.*/, "");
  const match = `${protocol}//${hostname}${path}`;
  return path.includes("?") || path.endsWith("*") ? [match] : [match, `${match}?*`];
}

export function hasPermission(origin: string): Promise<boolean> {
  return ext.permissions.contains({ origins: [origin] }).catch(() => false);
}
