/** Answers requests of content scripts and the extension's pages. */

import { ext } from "../shared/ext.ts";
import type { ResponseTo, Argument, RequestName } from "../shared/requests.ts";

/** The tab that a request comes from; undefined if it comes from none. */
export type SenderTab = chrome.tabs.Tab | undefined;

/** Answers a request. */
type Handler<Name extends RequestName> = (
  argument: Argument<Name>,
  tab: SenderTab,
) => ResponseTo<Name> | Promise<ResponseTo<Name>>;

/** Handlers by request. */
export type Handlers = { readonly [Name in RequestName]: Handler<Name> };

/** Starts answering requests. The answer is undefined if the handler fails or its answer is too large to send. */
export function serveRequests(handlers: Handlers): void {
  ext.runtime.onMessage.addListener((message: { kind: string }, { tab }, respond: (value?: unknown) => void) => {
    if (!Object.hasOwn(handlers, message.kind)) {
      return;
    }
    const handler = handlers[message.kind as RequestName] as (argument: object, tab: SenderTab) => unknown;
    const result = (async () => handler(message, tab))();
    void result.then(respond).catch(() => respond());
    // The answer is asynchronous.
    return true;
  });
}
