/** The function that the background runs in a page to ask the shell for a view. */

import type { ViewOutcome, ViewRequest } from "../shared/messages.ts";

// Globals of the page, which the background itself doesn't have.
interface PageNode {
  nodeName: string;
  textContent: string | null;
}
declare const document: object;
declare const Document: {
  prototype: {
    getElementsByTagName(name: string): { length: number };
    querySelector(selector: string): object | null;
  };
};
declare const MutationObserver: new (
  changed: (records: { addedNodes: Iterable<PageNode> }[]) => void,
) => { observe(node: object, options: { subtree: boolean; childList: boolean }): void; disconnect(): void };

/** Late text: ms to wait after the click, ms without new text, ms between checks, and minimum characters. */
export interface LateText {
  timeoutMs: number;
  debounceMs: number;
  interval: number;
  minChars: number;
}

/** Asks the shell for a view. It runs in the page, so it can use nothing outside this function. */
export const askShell = async (
  request: ViewRequest,
  { timeoutMs, debounceMs, interval, minChars }: LateText,
  began: number | null,
): Promise<ViewOutcome & { began?: number }> => {
  // The user went back or forward while the parts loaded.
  if (began !== null && began !== performance.timeOrigin) {
    return { kind: "left" };
  }
  // Like `shared` in state.ts.
  const sharedValue = (name: string) => Object.getOwnPropertyDescriptor(globalThis, name)?.value;
  if (request.isAuto && sharedValue("pithInUse")?.()) {
    return { kind: "left" };
  }
  const pendingWatch: { wait: ((end: number) => Promise<boolean>) | null; giveUp(): void } | undefined =
    sharedValue("pithComing");
  if (pendingWatch && !pendingWatch.wait && request.leave === "any") {
    pendingWatch.giveUp();
    return { kind: "left" };
  }
  if (pendingWatch?.wait && !(await pendingWatch.wait(request.clicked + timeoutMs))) {
    return { kind: "left" };
  }
  const missing = { kind: "missing", parts: ["shell", "core", request.view] };
  const outcome: ViewOutcome = (await sharedValue("pithShell")?.handle(request)) ?? missing;
  if (outcome.kind === "missing" && outcome.parts.includes("core") && !sharedValue("pithUnanswered")) {
    // From the prototype: a page can name a form or an image like a method of its document.
    outcome.elements = Document.prototype.getElementsByTagName.call(document, "*").length;
  }
  if (outcome.kind === "missing" && !sharedValue("pithComing")) {
    watch();
  }
  return { ...outcome, began: performance.timeOrigin };

  /** Watches for late text while the parts are loaded, so that pages without it lose no time. */
  function watch(): void {
    let lastAddedAt = -Infinity;
    const observer = new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      const nodes = added.filter(({ nodeName }) => !/^(?:script|style|template|noscript)$/i.test(nodeName));
      const addedChars = nodes.reduce((sum, { textContent }) => sum + (textContent?.trim().length ?? 0), 0);
      lastAddedAt = addedChars < minChars ? lastAddedAt : performance.now();
    });
    observer.observe(document, { subtree: true, childList: true });
    const busySelector =
      "body[aria-busy=true], main[aria-busy=true], [role=main][aria-busy=true], article[aria-busy=true]";
    const isTextExpected = (): boolean =>
      performance.now() - lastAddedAt < debounceMs ||
      Document.prototype.querySelector.call(document, busySelector) !== null;
    const lateTextWatch = {
      giveUp: (): void => {},
      wait: (end: number): Promise<boolean> => {
        (lateTextWatch as { wait: unknown }).wait = null;
        return new Promise((resolve) => {
          const finish = (isReady: boolean): void => {
            observer.disconnect();
            Reflect.deleteProperty(globalThis, "pithComing");
            resolve(isReady);
          };
          lateTextWatch.giveUp = () => finish(false);
          const check = (): void => {
            if (isTextExpected() && Date.now() < end) {
              setTimeout(check, interval);
            } else {
              finish(true);
            }
          };
          check();
        });
      },
    };
    Object.defineProperty(globalThis, "pithComing", { value: lateTextWatch, configurable: true });
  }
};
