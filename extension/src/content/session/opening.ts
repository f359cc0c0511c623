/** The opening of a view, from the click until it is complete. */

import { element } from "../../ui/build.ts";
import type { ViewName } from "../../parts.ts";
import type { Outcome } from "../../shared/messages.ts";
import { openingMessageDelay } from "../../shared/timeouts.ts";
import { loaded } from "./parts.ts";

export class Opening {
  readonly view: ViewName;
  /** The element that the view is put into the page with. */
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  /** Undefined while it begins. */
  outcome: Promise<Outcome> | undefined;
  /** True once the view stands in the element, which stays then. */
  isOpen = false;
  /** True once something else is wanted. */
  isUnwanted = false;
  readonly #over = new AbortController();

  /** `cancel`: cancels it, on a click. */
  constructor(view: ViewName, cancel: () => void) {
    this.view = view;
    // No element of a name of ours: the page could define it, and ask it for its shadow root.
    this.host = element("div", { "data-pith": "opening" });
    this.shadow = this.host.attachShadow({ mode: "closed", slotAssignment: "manual" });
    const late = setTimeout(async () => {
      (await loaded("progress"))?.(this.host, this.shadow, this.over, cancel);
    }, openingMessageDelay);
    this.over.addEventListener("abort", () => clearTimeout(late));
  }

  /** Aborted when it is not on its way any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  giveUp(): void {
    this.isUnwanted = true;
    this.end();
  }

  /** Ends what stands in for the view. */
  end(): void {
    this.#over.abort();
    if (!this.isOpen) {
      this.host.remove();
    }
  }
}
