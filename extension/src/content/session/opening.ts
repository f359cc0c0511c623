/** The opening of a view, from the click until it is complete. */

import { element } from "../../ui/build.ts";
import type { ViewName } from "../../parts.ts";
import type { Outcome } from "../../shared/messages.ts";
import { openingMessageDelay } from "../../shared/timeouts.ts";
import { loaded } from "./parts.ts";

export class Opening {
  readonly view: ViewName;
  /** The element that contains the view. */
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  /** Undefined at the start. */
  outcome: Promise<Outcome> | undefined;
  /** True once the view is in the element, which stays from then on. */
  isOpen = false;
  /** True once the opening is canceled. */
  isUnwanted = false;
  readonly #over = new AbortController();

  /** `cancel`: called by a click on Cancel. */
  constructor(view: ViewName, cancel: () => void) {
    this.view = view;
    // Not a custom element: the page could define it and get its shadow root.
    this.host = element("div", { "data-pith": "opening" });
    this.shadow = this.host.attachShadow({ mode: "closed", slotAssignment: "manual" });
    const late = setTimeout(async () => {
      (await loaded("progress"))?.(this.host, this.shadow, this.over, cancel);
    }, openingMessageDelay);
    this.over.addEventListener("abort", () => clearTimeout(late));
  }

  /** Aborted when the opening ends. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  giveUp(): void {
    this.isUnwanted = true;
    this.end();
  }

  /** Removes the placeholder of the view. */
  end(): void {
    this.#over.abort();
    if (!this.isOpen) {
      this.host.remove();
    }
  }
}
