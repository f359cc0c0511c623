/** The opening of a view, from the click until it is complete. */

import { element } from "../../ui/build.ts";
import type { ViewName } from "../../parts.ts";
import type { ViewOutcome } from "../../shared/messages.ts";
import { openingMessageDelay } from "../../shared/timeouts.ts";
import { loadPart } from "./parts.ts";

export class Opening {
  readonly view: ViewName;
  /** The element that contains the view. */
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  /** Undefined at the start. */
  outcome: Promise<ViewOutcome> | undefined;
  /** True once the view is in the element, which stays from then on. */
  isOpen = false;
  /** True once the opening is canceled. */
  isCanceled = false;
  readonly #ended = new AbortController();

  /** `cancel`: called by a click on Cancel. */
  constructor(view: ViewName, cancel: () => void) {
    this.view = view;
    // Not a custom element: the page could define it and get its shadow root.
    this.host = element("div", { "data-pith": "opening" });
    this.shadow = this.host.attachShadow({ mode: "closed", slotAssignment: "manual" });
    const timer = setTimeout(async () => {
      (await loadPart("progress"))?.(this.host, this.shadow, this.ended, cancel);
    }, openingMessageDelay);
    this.ended.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Aborted when the opening ends. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  cancel(): void {
    this.isCanceled = true;
    this.end();
  }

  /** Removes the placeholder of the view. */
  end(): void {
    this.#ended.abort();
    if (!this.isOpen) {
      this.host.remove();
    }
  }
}
