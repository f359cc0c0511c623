/** Opens views on the extension's sample page. */

import { ext } from "../shared/ext.ts";
import type { Outcome, Request, TrialRequest } from "../shared/messages.ts";

/** Returns whether a tab shows the sample page. */
export function isTrial({ url }: chrome.tabs.Tab): boolean {
  return url?.startsWith(ext.runtime.getURL("trial.html")) === true;
}

/** Opens or closes a view in the sample page. */
export function openTrial(id: number, request: Request): Promise<Outcome> {
  const message: TrialRequest = { kind: "trial", request };
  return ext.tabs.sendMessage(id, message);
}
