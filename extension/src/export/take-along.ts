/** Takes the article along: a panel over the view that copies it or saves it as a file on this machine. Nothing is sent. */

import { element, style } from "../build.ts";
import { ask, locale, type MessageKey, messageDirection, t } from "../ext.ts";
import type { Answer, FileRequest, FormulasRequest, PicturesRequest, SentFile, SentPicture } from "../messages.ts";
import { counted, number } from "../numbers.ts";
import { save } from "../save.ts";
import type { FoundDetection, Session } from "../session.ts";
import { share, shared } from "../state.ts";
import { copy } from "./clipboard.ts";
import { picturesOf } from "./pictures.ts";
import note from "../note.css";
import styles from "./take-along.css";

class TakeAlong {
  readonly #finding: FoundDetection;
  readonly #status = element("p", { role: "status" });
  readonly #panel: HTMLElement;
  /** What is being taken along now can be given up by it. */
  #doing: AbortController | null = null;

  constructor({ shadow, signal }: Session, finding: FoundDetection) {
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
      this.#entry("copyMarkdown", async () => this.#copied(await this.#markdown(), null)),
      this.#entry("copyLook", async () => this.#copied(await this.#markdown(), await this.#markup())),
      this.#entry("saveMarkdown", async () => this.#saved(await this.#file("markdown", []), "text/markdown")),
      this.#entry("saveHtml", () => this.#savedWithPictures("html", "text/html")),
      this.#entry("saveEpub", () => this.#savedWithPictures("epub", "application/epub+zip")),
      element("p", { class: "holds" }, t("takeAlongHolds")),
      this.#status,
      element("div", { class: "acts" }, close),
    );
    this.#panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed") {
        this.#doing?.abort();
      }
    });
    signal.addEventListener("abort", () => this.#doing?.abort());
    shadow.append(style(note + styles));
    shadow.querySelector("dialog")?.append(this.#panel);
  }

  open(): void {
    this.#status.textContent = "";
    this.#panel.showPopover();
  }

  #entry(
    name: "copyMarkdown" | "copyLook" | "saveMarkdown" | "saveHtml" | "saveEpub",
    act: () => Promise<string>,
  ): HTMLElement {
    const button = element("button", { type: "button", class: `word ${name}` }, t(name satisfies MessageKey));
    button.addEventListener("click", () => void this.#do(act));
    return button;
  }

  async #do(act: () => Promise<string>): Promise<void> {
    // What is pressed last counts.
    this.#doing?.abort();
    const doing = new AbortController();
    this.#doing = doing;
    this.#status.textContent = "";
    let said: string;
    try {
      said = await act();
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    if (!doing.signal.aborted) {
      this.#status.textContent = said;
      this.#status.scrollIntoView({ block: "nearest" });
    }
  }

  /** The article with its title, as other programs take it. */
  async #markup(): Promise<string> {
    const { summary } = this.#finding;
    const title = summary.title ? element("h1", {}, summary.title).outerHTML : "";
    const request: FormulasRequest = { kind: "formulas", html: whole(this.#finding) };
    return title + (await asked<{ html: string }, FormulasRequest>(request)).html;
  }

  async #file(form: FileRequest["form"], pictures: SentPicture[]): Promise<SentFile> {
    const { summary, further = [] } = this.#finding;
    const wordCount = further.reduce((sum, { words }) => sum + words, summary.wordCount);
    const saved = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    const facts = { ...summary, wordCount, url: summary.canonical ?? location.href, saved };
    const rtl = summary.dir === "rtl";
    return asked<SentFile, FileRequest>({
      kind: "write-file",
      html: whole(this.#finding),
      facts,
      rtl,
      form,
      pictures,
    });
  }

  async #markdown(): Promise<string> {
    const { data } = await this.#file("markdown", []);
    return new TextDecoder().decode(Uint8Array.fromBase64(data));
  }

  /** Saves a file that holds what of the pictures the page may read, and says how many it does not hold. */
  async #savedWithPictures(form: "html" | "epub", type: string): Promise<string> {
    const { signal } = this.#doing ?? new AbortController();
    const html = whole(this.#finding);
    const { addresses } = await asked<{ addresses: string[] }, PicturesRequest>({ kind: "pictures-of", html });
    const pictures = await picturesOf(
      addresses,
      ({ done, all }) => {
        if (!signal.aborted) {
          this.#status.textContent = t("picturesRead", number(done), number(all));
        }
      },
      signal,
    );
    const file = await this.#file(form, pictures);
    signal.throwIfAborted();
    const missing = addresses.filter((src) => !src.startsWith("data:")).length - pictures.length;
    const said = this.#saved(file, type);
    return missing > 0 ? `${said} ${counted("picturesMissing", missing)}` : said;
  }

  async #copied(text: string, html: string | null): Promise<string> {
    return t((await copy(text, html)) ? "copied" : "notCopied");
  }

  #saved({ name, data }: SentFile, type: string): string {
    save(name, type, Uint8Array.fromBase64(data));
    // No browser tells whether a sandboxed page may save; most may not.
    return t(origin === "null" ? "maySave" : "saved", name);
  }
}

/** Returns the article with the further pages that were put below it, with a rule between pages. */
function whole({ detection, further = [] }: FoundDetection): string {
  return [detection.html(), ...further.map(({ html }) => html)].join("<hr>\n");
}

/** Asks the background; throws the sentence that it answers with where it fails. */
async function asked<What extends object, Request extends object>(request: Request): Promise<What> {
  const answer = await ask<Answer<What>>(request).catch(() => ({ failure: t("trayFailed") }));
  if ("failure" in answer) {
    throw new Error(answer.failure);
  }
  return answer;
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
