/** Answers requests of content scripts and the extension's pages. */

import { ext } from "../shared/ext.ts";
import type { AnswerTo, Argument, RequestName } from "../shared/requests.ts";

/** The tab that a request comes from; undefined if it comes from none. */
export type SenderTab = chrome.tabs.Tab | undefined;

/** Answers a request. */
type Handler<Name extends RequestName> = (
  argument: Argument<Name>,
  tab: SenderTab,
) => AnswerTo<Name> | Promise<AnswerTo<Name>>;

/** Handlers by request. */
export type Handlers = { readonly [Name in RequestName]: Handler<Name> };

/** Starts answering requests. The answer is undefined if the handler fails or its answer is too large to send. */
export function serve(handlers: Handlers): void {
  ext.runtime.onMessage.addListener((message: { kind: string }, { tab }, answer: (found?: unknown) => void) => {
    if (!Object.hasOwn(handlers, message.kind)) {
      return;
    }
    const handler = handlers[message.kind as RequestName] as (argument: object, tab: SenderTab) => unknown;
    const answered = (async () => handler(message, tab))();
    void answered.then(answer).catch(() => answer());
    // The answer is asynchronous.
    return true;
  });
}
