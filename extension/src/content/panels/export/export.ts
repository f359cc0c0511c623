/** Takes the article along: by a panel over the view, or, where no view is open, by the menu of the browser alone. */

import { element, style } from "../../../ui/build.ts";
import { dialogPanel, textButton } from "../../../ui/controls.ts";
import { type MessageKey, t, takeTexts } from "../../../shared/ext.ts";
import { isReadable, type Message, message } from "../../session/no-article.ts";
import {
  type ArticlePart,
  type Gathered,
  type GatherRequest,
  type StraightOutcome,
  type TakeRequest,
  type Way,
  ways,
} from "../../../shared/messages.ts";
import note from "../../../ui/note.css";
import { reasonOf } from "../../../shared/reason.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { required, share } from "../../../shared/state.ts";
import { takenOf } from "./content.ts";
import { selectedPart } from "./part.ts";
import { picturesOf } from "../../../ui/export/images.ts";
import { Sentence } from "../../../ui/export/status.ts";
import { loadServer } from "../../../shared/export/server-store.ts";
import { Notice } from "./from-menu.ts";
import styles from "./export.css";
import { asked, factsOf, partOfTaken, type Taken, Taking } from "../../../ui/export/exporter.ts";
import { provide } from "../../session/parts.ts";

/** Opens the panel in which the article is taken along. */
type OpenTakeAlong = (session: Session, finding: FoundDetection) => void;

/** Takes the article along without a panel. */
export type TakeStraight = (request: TakeRequest) => Promise<StraightOutcome>;

/** Hands the article of a tab over to the page for several. */
export type Gather = (request: GatherRequest) => Promise<Gathered>;

class TakeAlong {
  readonly #finding: FoundDetection;
  readonly #sentence = new Sentence();
  /** The whole article, what is selected, or a section. */
  readonly #parts = element("select", { id: "part" });
  readonly #panel: HTMLElement;
  readonly #taking: Taking;
  /** What was selected when the panel was opened. */
  #selected: ArticlePart | null = null;

  constructor({ shadow, signal }: Session, finding: FoundDetection) {
    this.#finding = finding;
    this.#taking = new Taking(
      () => this.#article(),
      (sentence, ...nexts) => this.#sentence.say(sentence, ...nexts),
    );
    const close = textButton(t("reportClose"), () => this.#panel.hidePopover(), "word");
    this.#panel = dialogPanel(
      { class: "panel take-along", "aria-labelledby": "take-along" },
      element("h2", { id: "take-along" }, t("takeAlong")),
      element("label", { class: "note" }, t("part"), this.#parts),
      ...ways.map((way) => this.#entry(way)),
      element("p", { class: "holds" }, t("takeAlongHolds")),
      this.#sentence.node,
      element("div", { class: "acts" }, close),
    );
    this.#panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed") {
        this.#taking.stop();
      }
    });
    signal.addEventListener("abort", () => this.#taking.stop());
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
    const { html } = takenOf(this.#finding);
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

  async #article(): Promise<Taken> {
    const whole = takenOf(this.#finding);
    const { value } = this.#parts;
    if (value === "") {
      return whole;
    }
    return partOfTaken(whole, value === "selection" ? this.#selected : { section: Number(value) });
  }

  take(way: Way): void {
    void this.#taking.take(way);
  }

  #entry(way: Way): HTMLElement {
    const button = element("button", { type: "button", class: `word ${way}` }, t(way satisfies MessageKey));
    button.addEventListener("click", () => this.take(way));
    if (way === "share") {
      button.hidden = !canShare();
    } else if (way === "send") {
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
const panels = new WeakMap<ShadowRoot, TakeAlong>();

function opened(session: Session, finding: FoundDetection, isPart = false): TakeAlong {
  const panel = panels.get(session.shadow) ?? new TakeAlong(session, finding);
  panels.set(session.shadow, panel);
  panel.open(isPart);
  return panel;
}

/** What a page without an article says. */
const failed = (): Message => ({ title: t("failed"), text: t("failedNext") });

/** Returns the article that is shown, or that is found while no view is open; a message where there is none. */
async function taken(): Promise<Taken | Message> {
  const shell = required("pithShell");
  const finding = shell.session?.finding;
  const read = (found: Finding): Taken | Message => (isReadable(found) ? takenOf(found) : message(found));
  if (finding) {
    return read(finding);
  }
  return (await shell.look(required("pithCore"), read).catch(() => null)) ?? failed();
}

/** Takes the article along without a view; in an open one the panel does it, of what is shown there. */
async function straight({ way, isPart, texts }: TakeRequest): Promise<StraightOutcome> {
  takeTexts(texts);
  const { session, unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "unreadable", type };
  }
  if (session && isReadable(session.finding)) {
    opened(session, session.finding, isPart).take(way);
    return { kind: "begun" };
  }
  const part = selectedPart();
  const notice = await Notice.open(session?.shadow ?? null);
  void taken().then((found) => {
    if ("html" in found) {
      notice.take(() => (isPart ? partOfTaken(found, part) : found), way);
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
  const found = await picturesOf(wanted, () => {}, never, { room });
  return { kind: "article", chapter, pictures: found.held, missing: found.missing };
}

declare module "../../session/parts.ts" {
  interface Provided {
    "export-panel": OpenTakeAlong;
  }
}

provide("export-panel", (session, finding) => void opened(session, finding));
share("pithStraight", straight);
share("pithGather", (request) =>
  gather(request).catch((error: unknown) => ({
    kind: "failed",
    reason: reasonOf(error),
  })),
);
