/** Shows a status message over a view. It goes automatically. */

import { element, style } from "../../../ui/build.ts";
import type { Next } from "../../../ui/export/status.ts";
import { locale, messageDirection } from "../../../shared/ext.ts";
import styles from "./status.css";
import { messageTimeout } from "../../../shared/timeouts.ts";

class ShownStatus {
  readonly #sentence = element("p", { role: "status" });
  readonly #next = element("button", { type: "button", class: "word" });
  readonly #box: HTMLElement;
  #act: Next["act"] = () => {};
  #timer = 0;

  constructor(shadow: ShadowRoot) {
    this.#box = element(
      "div",
      { class: "said", popover: "manual", lang: locale(), dir: messageDirection() },
      this.#sentence,
      this.#next,
    );
    this.#next.addEventListener("click", () => {
      this.#box.hidePopover();
      this.#act();
    });
    shadow.append(style(styles));
    shadow.querySelector("dialog")?.append(this.#box);
  }

  say(sentence: string, next: Next | null): void {
    clearTimeout(this.#timer);
    this.#next.hidden = next === null;
    this.#next.textContent = next?.text ?? "";
    this.#act = () => next?.act();
    if (!this.#box.matches(":popover-open")) {
      this.#box.showPopover();
    }
    // What is said is heard where it comes into a region that is there already.
    requestAnimationFrame(() => {
      this.#sentence.textContent = sentence;
    });
    const end = (): void => {
      if (this.#box.matches(":hover, :focus-within")) {
        this.#timer = setTimeout(end, messageTimeout);
      } else if (this.#box.matches(":popover-open")) {
        this.#box.hidePopover();
      }
    };
    this.#timer = setTimeout(end, messageTimeout);
  }
}

const said = new WeakMap<ShadowRoot, ShownStatus>();

/** Says something over the view of a shadow tree for a while, in place of what was said before. */
export function say(shadow: ShadowRoot, sentence: string, next: Next | null = null): void {
  const box = said.get(shadow) ?? new ShownStatus(shadow);
  said.set(shadow, box);
  box.say(sentence, next);
}
