/** Opens views on the extension's sample page. */

import { ext } from "../shared/ext.ts";
import type { ViewOutcome, ViewRequest, TrialRequest } from "../shared/messages.ts";

/** Returns whether a tab shows the sample page. */
export function isTrial({ url }: chrome.tabs.Tab): boolean {
  return url?.startsWith(ext.runtime.getURL("trial.html")) === true;
}

/** Opens or closes a view in the sample page. */
export function openTrial(id: number, request: ViewRequest): Promise<ViewOutcome> {
  const message: TrialRequest = { kind: "trial", request };
  return ext.tabs.sendMessage(id, message);
}
