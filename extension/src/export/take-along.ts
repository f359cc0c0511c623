/** Takes the article along: a panel over the view that copies it or saves it as a file on this machine. Nothing is sent. */

import { element, style } from "../build.ts";
import { ask, locale, type MessageKey, messageDirection, t } from "../ext.ts";
import type { Answer, File, FileRequest } from "../messages.ts";
import { save } from "../save.ts";
import type { FoundDetection, Session } from "../session.ts";
import { share, shared } from "../state.ts";
import { copy } from "./clipboard.ts";
import note from "../note.css";
import styles from "./take-along.css";

class TakeAlong {
  readonly #finding: FoundDetection;
  readonly #status = element("p", { role: "status" });
  readonly #panel: HTMLElement;
  /** True while something is being taken along. */
  #isBusy = false;

  constructor({ shadow }: Session, finding: FoundDetection) {
    this.#finding = finding;
    const close = element("button", { type: "button", class: "word" }, t("reportClose"));
    close.addEventListener("click", () => this.#panel.hidePopover());
    this.#panel = element(
      "div",
      {
        class: "panel take-along",
        popover: "auto",
        role: "dialog",
        "aria-labelledby": "take-along",
        lang: locale(),
        dir: messageDirection(),
        tabindex: -1,
        autofocus: true,
      },
      element("h2", { id: "take-along" }, t("takeAlong")),
      this.#entry("copyMarkdown", async () => this.#copied((await this.#file("markdown")).text, null)),
      this.#entry("copyLook", async () => this.#copied((await this.#file("markdown")).text, this.#markup)),
      this.#entry("saveMarkdown", async () => this.#saved(await this.#file("markdown"), "text/markdown")),
      this.#entry("saveHtml", async () => this.#saved(await this.#file("html"), "text/html")),
      element("p", { class: "holds" }, t("takeAlongHolds")),
      this.#status,
      element("div", { class: "acts" }, close),
    );
    shadow.append(style(note + styles));
    shadow.querySelector("dialog")?.append(this.#panel);
  }

  open(): void {
    this.#status.textContent = "";
    this.#panel.showPopover();
  }

  #entry(name: "copyMarkdown" | "copyLook" | "saveMarkdown" | "saveHtml", act: () => Promise<string>): HTMLElement {
    const button = element("button", { type: "button", class: `word ${name}` }, t(name satisfies MessageKey));
    button.addEventListener("click", () => void this.#do(act));
    return button;
  }

  async #do(act: () => Promise<string>): Promise<void> {
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    this.#status.textContent = "";
    try {
      this.#status.textContent = await act();
    } catch (error) {
      this.#status.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** The article with its title, as other programs take it. */
  get #markup(): string {
    const { detection, summary } = this.#finding;
    const title = summary.title ? element("h1", {}, summary.title).outerHTML : "";
    return title + detection.html();
  }

  async #file(form: FileRequest["form"]): Promise<File> {
    const { detection, summary } = this.#finding;
    const facts = { ...summary, url: summary.canonical ?? location.href };
    const request = { kind: "write-file", html: detection.html(), facts, rtl: summary.dir === "rtl", form } as const;
    const answer = await ask<Answer<File>>(request).catch(() => ({ failure: t("trayFailed") }));
    if ("failure" in answer) {
      throw new Error(answer.failure);
    }
    return answer;
  }

  async #copied(text: string, html: string | null): Promise<string> {
    return t((await copy(text, html)) ? "copied" : "notCopied");
  }

  #saved({ name, text }: File, type: string): string {
    save(name, type, text);
    // No browser tells whether a sandboxed page may save; most may not.
    return t(origin === "null" ? "maySave" : "saved", name);
  }
}

/** One for each view. */
const panels = new WeakMap<ShadowRoot, TakeAlong>();

if (!shared("pithTakeAlong")) {
  share("pithTakeAlong", (session, finding) => {
    const panel = panels.get(session.shadow) ?? new TakeAlong(session, finding);
    panels.set(session.shadow, panel);
    panel.open();
  });
}
