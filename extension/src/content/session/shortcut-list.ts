/** Loads the list of shortcuts, which has a shortcut itself. */

import type { Settings } from "../../shared/settings/settings.ts";
import type { ViewName } from "../../parts.ts";
import type { Session } from "./session.ts";
import { loadPart } from "./parts.ts";

/** Shows the shortcuts of a view. Does nothing if the extension is gone. */
export async function showShortcutList(session: Session, view: ViewName, settings: Settings): Promise<void> {
  const show = await loadPart("shortcut-list");
  if (!session.signal.aborted) {
    show?.(session, view, settings);
  }
}
