/** Brings the list of keys, which is asked for by a key itself. */

import type { Settings } from "../../shared/settings/settings.ts";
import type { ViewName } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import type { Session } from "./session.ts";
import { shared } from "../../shared/state.ts";

/** Shows the keys that act in a view. Does nothing where the extension is gone. */
export async function showKeys(session: Session, view: ViewName, settings: Settings): Promise<void> {
  if (!shared("pithKeyList")) {
    await ask("load", { part: "key-list" }).catch(console.error);
  }
  if (!session.signal.aborted) {
    shared("pithKeyList")?.(session, view, settings);
  }
}
