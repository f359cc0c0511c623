/** Shows a footnote beside its reference: a panel with a copy of the note, and a link to its place. */

import { element, styleElement } from "../../../ui/build.ts";
import { dialogPanel, textButton } from "../../../ui/controls.ts";
import { t } from "../../../shared/ext.ts";
import { positionPopup } from "../../../ui/popover.ts";
import type { Session } from "../../session/session.ts";
import styles from "./footnote.css";
import { provide } from "../../session/parts.ts";

/** A footnote whose reference was clicked. */
export interface NoteRequest {
  reference: HTMLElement;
  /** The block with the text of the note. */
  note: HTMLElement;
  /** Scrolls to the note. */
  goToNote(): void;
  /** Follows a link in the copy as if it were in the article. */
  follow(link: Element): void;
}

/** Shows a footnote beside its reference. */
type ShowNote = (session: Session, request: NoteRequest) => void;

class Footnote {
  readonly #content = element("div", { class: "content" });
  readonly #panel: HTMLElement;
  #request: NoteRequest | null = null;

  constructor({ shadow }: Session) {
    const closeButton = textButton(t("close"), () => this.#panel.hidePopover(), "text-button");
    const goButton = textButton(
      t("goToNote"),
      () => {
        this.#panel.hidePopover();
        this.#request?.goToNote();
      },
      "text-button go",
    );
    this.#panel = dialogPanel(
      { class: "panel footnote" },
      this.#content,
      element("div", { class: "actions" }, goButton, closeButton),
    );
    // Links to other places in the article scroll there, and the copy of a reference to its note.
    this.#content.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
      if (link) {
        event.preventDefault();
        this.#panel.hidePopover();
        this.#request?.follow(link);
      }
    });
    // Chromium doesn't return the focus to elements outside of the shadow tree.
    this.#panel.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "closed" && this.#panel.contains(shadow.activeElement)) {
        this.#request?.reference.focus({ preventScroll: true });
      }
    });
    shadow.append(styleElement(styles));
    shadow.querySelector("dialog")?.append(this.#panel);
  }

  show(request: NoteRequest): void {
    const { reference, note } = request;
    this.#request = request;
    const copy = note.cloneNode(true) as HTMLElement;
    for (const backlink of copy.querySelectorAll("[role=doc-backlink]")) {
      backlink.remove();
    }
    for (const elementWithId of copy.querySelectorAll("[id]")) {
      elementWithId.removeAttribute("id");
    }
    const article = reference.closest<HTMLElement>("article");
    this.#content.lang = article?.lang ?? "";
    this.#content.dir = article?.dir ?? "";
    this.#content.replaceChildren(...copy.childNodes);
    this.#panel.ariaLabel = t("footnote", reference.textContent?.trim() ?? "");
    this.#panel.showPopover();
    positionPopup(this.#panel, reference.getBoundingClientRect());
    this.#panel.scrollTop = 0;
  }
}

/** One per Reader. */
const panels = new WeakMap<ShadowRoot, Footnote>();

declare module "../../session/parts.ts" {
  interface Provided {
    footnote: ShowNote;
  }
}

provide("footnote", (session, request) => {
  const panel = panels.get(session.shadow) ?? new Footnote(session);
  panels.set(session.shadow, panel);
  panel.show(request);
});
