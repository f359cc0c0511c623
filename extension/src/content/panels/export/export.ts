/** Exports the article: from a panel over the view, or from the browser's menu if no view is open. */

import { element, style } from "../../../ui/build.ts";
import { dialogPanel, textButton } from "../../../ui/controls.ts";
import { type MessageKey, t, takeTexts } from "../../../shared/ext.ts";
import { isReadable, type Message, message } from "../../session/no-article.ts";
import {
  type ArticlePart,
  type Gathered,
  type GatherRequest,
  type MenuExportOutcome,
  type ExportRequest,
  type ExportAction,
  exportActions,
} from "../../../shared/messages.ts";
import note from "../../../ui/note.css";
import { reasonOf } from "../../../shared/reason.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { required, share } from "../../../shared/state.ts";
import { exportContent } from "./content.ts";
import { selectedPart } from "./part.ts";
import { imagesOf } from "../../../ui/export/images.ts";
import { Sentence } from "../../../ui/export/status.ts";
import { loadServer } from "../../../shared/export/server-store.ts";
import { Notice } from "./from-menu.ts";
import styles from "./export.css";
import { asked, factsOf, exportedPart, type ExportedArticle, Exporter } from "../../../ui/export/exporter.ts";
import { provide } from "../../session/parts.ts";

/** Opens the panel in which the article is exported. */
type OpenExportPanel = (session: Session, finding: FoundDetection) => void;

/** Exports the article without a panel. */
export type ExportFromMenu = (request: ExportRequest) => Promise<MenuExportOutcome>;

/** Hands the article of a tab over to the page for several. */
export type Gather = (request: GatherRequest) => Promise<Gathered>;

class ExportPanel {
  readonly #finding: FoundDetection;
  readonly #sentence = new Sentence();
  /** The whole article, what is selected, or a section. */
  readonly #parts = element("select", { id: "part" });
  readonly #panel: HTMLElement;
  readonly #exporter: Exporter;
  /** What was selected when the panel was opened. */
  #selected: ArticlePart | null = null;

  constructor({ shadow, signal }: Session, finding: FoundDetection) {
    this.#finding = finding;
    this.#exporter = new Exporter(
      () => this.#article(),
      (sentence, ...nexts) => this.#sentence.say(sentence, ...nexts),
    );
    const close = textButton(t("reportClose"), () => this.#panel.hidePopover(), "word");
    this.#panel = dialogPanel(
      { class: "panel take-along", "aria-labelledby": "take-along" },
      element("h2", { id: "take-along" }, t("takeAlong")),
      element("label", { class: "note" }, t("part"), this.#parts),
      ...exportActions.map((action) => this.#entry(action)),
      element("p", { class: "holds" }, t("takeAlongHolds")),
      this.#sentence.node,
      element("div", { class: "acts" }, close),
    );
    this.#panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed") {
        this.#exporter.stop();
      }
    });
    signal.addEventListener("abort", () => this.#exporter.stop());
    shadow.append(style(note + styles));
    shadow.querySelector("dialog")?.append(this.#panel);
  }

  /** Opens the panel. `isPart`: at what is selected. */
  open(isPart = false): void {
    this.#selected = selectedPart();
    const selection = element("option", { value: "selection" }, t("partSelection"));
    this.#parts.replaceChildren(
      element("option", { value: "" }, t("partWhole")),
      ...(this.#selected || isPart ? [selection] : []),
    );
    this.#parts.value = isPart ? "selection" : "";
    this.#sentence.say("");
    this.#panel.showPopover();
    void this.#listSections();
  }

  /** Lists the sections there are. */
  async #listSections(): Promise<void> {
    const { html } = exportContent(this.#finding);
    const { sections } = await asked("sections-of", { html }).catch(() => ({ sections: [] }));
    const highest = Math.min(...sections.map(({ level }) => level));
    const options = sections.map(({ level, text }, i) =>
      element("option", { value: i }, "\u2003".repeat(level - highest) + text),
    );
    for (const old of this.#parts.querySelectorAll("option[value]:not([value=''], [value=selection])")) {
      old.remove();
    }
    this.#parts.append(...options);
  }

  async #article(): Promise<ExportedArticle> {
    const whole = exportContent(this.#finding);
    const { value } = this.#parts;
    if (value === "") {
      return whole;
    }
    return exportedPart(whole, value === "selection" ? this.#selected : { section: Number(value) });
  }

  take(action: ExportAction): void {
    void this.#exporter.take(action);
  }

  #entry(action: ExportAction): HTMLElement {
    const button = element("button", { type: "button", class: `word ${action}` }, t(action satisfies MessageKey));
    button.addEventListener("click", () => this.take(action));
    if (action === "share") {
      button.hidden = !canShare();
    } else if (action === "send") {
      button.hidden = true;
      void loadServer().then((server) => (button.hidden = server === null));
    }
    return button;
  }
}

/** Returns whether the system has a sheet to share by, and the page lets it be used. */
function canShare(): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ text: "text" });
}

/** One for each view. */
const panels = new WeakMap<ShadowRoot, ExportPanel>();

function opened(session: Session, finding: FoundDetection, isPart = false): ExportPanel {
  const panel = panels.get(session.shadow) ?? new ExportPanel(session, finding);
  panels.set(session.shadow, panel);
  panel.open(isPart);
  return panel;
}

/** What a page without an article says. */
const failed = (): Message => ({ title: t("failed"), text: t("failedNext") });

/** Returns the article that is shown, or that is found while no view is open; a message where there is none. */
async function taken(): Promise<ExportedArticle | Message> {
  const shell = required("pithShell");
  const finding = shell.session?.finding;
  const read = (found: Finding): ExportedArticle | Message =>
    isReadable(found) ? exportContent(found) : message(found);
  if (finding) {
    return read(finding);
  }
  return (await shell.look(required("pithCore"), read).catch(() => null)) ?? failed();
}

/** Exports the article without a view; in an open one the panel does it, of what is shown there. */
async function fromMenu({ action, isPart, texts }: ExportRequest): Promise<MenuExportOutcome> {
  takeTexts(texts);
  const { session, unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "unreadable", type };
  }
  if (session && isReadable(session.finding)) {
    opened(session, session.finding, isPart).take(action);
    return { kind: "begun" };
  }
  const part = selectedPart();
  const notice = await Notice.open(session?.shadow ?? null);
  void taken().then((found) => {
    if ("html" in found) {
      notice.take(() => (isPart ? exportedPart(found, part) : found), action);
    } else {
      notice.say(`${found.title} ${found.text}`);
    }
  });
  return { kind: "begun" };
}

/** Hands the article over to the page for several tabs. */
async function gather({ pictures, room, held, texts }: GatherRequest): Promise<Gathered> {
  takeTexts(texts);
  const { unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "failed", reason: t(type === "application/pdf" ? "notice_pdf" : "notice_document") };
  }
  const article = await taken();
  if (!("html" in article)) {
    return { kind: "failed", reason: article.title };
  }
  const { html, summary } = article;
  const chapter = { html, facts: factsOf(article), rtl: summary.dir === "rtl" };
  if (!pictures) {
    return { kind: "article", chapter, pictures: [], missing: [] };
  }
  const { addresses } = await asked("pictures-of", { html });
  const wanted = addresses.filter((src) => !held.includes(src));
  const never = new AbortController().signal;
  const found = await imagesOf(wanted, () => {}, never, { room });
  return { kind: "article", chapter, pictures: found.held, missing: found.missing };
}

declare module "../../session/parts.ts" {
  interface Provided {
    "export-panel": OpenExportPanel;
  }
}

provide("export-panel", (session, finding) => void opened(session, finding));
share("pithStraight", fromMenu);
share("pithGather", (request) =>
  gather(request).catch((error: unknown) => ({
    kind: "failed",
    reason: reasonOf(error),
  })),
);
