/** The only writer of the list of patterns. */

import { faultyLines, maxListLength, mergeLists, originsOf, patternsIn } from "../../shared/auto-open/patterns.ts";
import { autoOpenKey, type ListChange, type ListRefusal, loadList, version } from "../../shared/auto-open/store.ts";
import { ext } from "../../shared/ext.ts";
import { serialize } from "../../shared/serialize.ts";

/** Changes the list. Concurrent changes are kept. */
export function changeList({ before, after }: ListChange): Promise<ListRefusal | null> {
  return serialize(async () => {
    try {
      const stored = await loadList();
      if (stored === null) {
        return "newer";
      }
      const text = mergeLists(before, after, stored);
      if (faultyLines(after).length > 0) {
        return "broken";
      }
      if (text.length > maxListLength) {
        return "huge";
      }
      await ext.storage.local.set({ [autoOpenKey]: { version, text } });
      await revokeUnused(stored, text);
      return null;
    } catch {
      return "full";
    }
  });
}

/** Revokes permissions that no pattern needs anymore. */
async function revokeUnused(before: string, after: string): Promise<void> {
  const needed = originsOf(patternsIn(after));
  const origins = originsOf(patternsIn(before)).filter((origin) => !needed.includes(origin));
  if (origins.length > 0) {
    // Permissions from the manifest or a policy can't be revoked.
    await ext.permissions.remove({ origins }).catch(() => {});
  }
}
