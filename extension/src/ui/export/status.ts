/** The status of an export, with buttons for further actions. */

import { element } from "../build.ts";

/** An action of a message, with a button beside it. */
export interface StatusAction {
  text: string;
  act(): void;
}

export class ExportStatus {
  readonly #status = element("p", { role: "status" });
  readonly #actions = element("div", { class: "result-actions" });
  readonly node = element("div", { class: "export-result" }, this.#status, this.#actions);

  /** Replaces the message. */
  show(status: string, ...actions: StatusAction[]): void {
    this.#status.textContent = status;
    const buttons = actions.map(({ text, act }) => {
      const button = element("button", { type: "button", class: "text-button" }, text);
      button.addEventListener("click", act);
      return button;
    });
    this.#actions.replaceChildren(...buttons);
    this.node.scrollIntoView({ block: "nearest" });
  }

  get isEmpty(): boolean {
    return this.#status.textContent === "";
  }

  /** True while the message has actions. */
  get hasActions(): boolean {
    return this.#actions.childElementCount > 0;
  }
}
