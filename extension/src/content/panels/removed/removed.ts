/**
 * The panel of removed parts: every part that was removed, in reading order, with its reason and where on the page it stands. A press brings
 * a part back in its place, another takes it out; what is kept can be taken out as well. Without an article the parts are
 * candidates, the largest first.
 */

import { drawing, element, style, onActivate } from "../../../ui/build.ts";
import { type MessageKey, t } from "../../../shared/ext.ts";
import { isArticle } from "../../session/no-article.ts";
import { focused } from "../../../ui/nodes.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import { Blocks } from "../../dom/reading-position.ts";
import { reasonOf } from "../../../shared/reason.ts";
import type { OpenRemovedPanel, RemovedPanel, RemovedHost } from "./host.ts";
import { showRemovedCount } from "./summary-line.ts";
import { itemOf } from "./item.ts";
import { Memory } from "./site-rules.ts";
import { PageDrawing } from "./thumbnail.ts";
import { candidates, keptBlocks, type RemovedPart, parts } from "./parts.ts";
import styles from "./removed.css";
import { update } from "./update.ts";
import { type Level, levels, Overrides } from "./overrides.ts";
import { loaded, provide } from "../../session/parts.ts";

const arrows = { undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3", redo: "M15 6l5 5l-5 5M20 11H10a5 5 0 0 0 0 10h3" };

/** The level's message. */
const levelNames: Record<Level, MessageKey> = {
  strict: "level_strict",
  found: "level_found",
  notes: "level_notes",
  column: "level_column",
};

class PartsPanel implements RemovedPanel {
  readonly #host: RemovedHost;
  readonly #overrides: Overrides;
  readonly #memory: Memory;
  readonly #box = element("div", { class: "pith-tray" });
  readonly #status = element("p", { class: "pith-said", role: "status" });
  readonly #list = element("ul");
  readonly #kept = element("details", { class: "pith-kept" }, element("summary"));
  readonly #undo = stepButton("undo");
  readonly #redo = stepButton("redo");
  readonly #dial = element("select", { class: "pith-level" });
  readonly #point: HTMLButtonElement;
  readonly #report: HTMLButtonElement;
  /** Parts that were removed when they were first listed: they stay listed once they are brought back. */
  readonly #known = new Map<number, RemovedPart>();
  /** The part whose button was pressed, and its place in its list. */
  #pressed: { leaf: number; box: HTMLElement; index: number } | null = null;
  /** What was overridden last, once it is decided. */
  #decided: Promise<boolean> = Promise.resolve(true);

  constructor(host: RemovedHost) {
    this.#host = host;
    host.finding.overrides ??= new Overrides();
    this.#overrides = host.finding.overrides;
    for (const level of levels) {
      this.#dial.append(element("option", { value: level }, t(levelNames[level])));
    }
    this.#dial.addEventListener("change", ({ isTrusted }) => {
      if (isTrusted) {
        void this.#decide(() => this.#overrides.setLevel(this.#dial.value as Level));
      }
    });
    onActivate(this.#undo, () => void this.undo());
    onActivate(this.#redo, () => void this.redo());
    this.#kept.addEventListener("toggle", () => this.#fillKept());
    const label = element(
      "label",
      { class: "pith-dial" },
      element("span", { class: "pith-name" }, t("level")),
      this.#dial,
    );
    const steps = element("div", { class: "pith-steps" }, label, this.#undo, this.#redo);
    this.#point = element("button", { type: "button", class: "pith-point" }, t(host.dock ? "point" : "takeOut"));
    // Without an article there is nothing to be picked in the reader.
    if (host.dock || host.article) {
      onActivate(this.#point, () => this.point());
      steps.append(this.#point);
    }
    if (host.dock) {
      host.session.shadow.append(style(styles));
    }
    this.#memory = new Memory(host, this.#overrides, {
      remember: (nodes) => {
        this.#decided = this.#decided.then(() => this.#remember(nodes));
      },
      setBylines: (are) =>
        void this.#decide(
          () => this.#setBylines(are),
          () => {},
        ),
    });
    this.#report = element("button", { type: "button", class: "pith-report" }, t("report"));
    onActivate(this.#report, () => void this.#openReport());
    this.#box.append(steps, this.#status, this.#memory.node, this.#list, this.#kept, this.#report);
    host.details.append(this.#box);
    this.#fill();
  }

  undo(): boolean {
    return this.#step(
      () => this.#overrides.canUndo,
      () => this.#overrides.undo(),
      () => this.#overrides.redo(),
    );
  }

  redo(): boolean {
    return this.#step(
      () => this.#overrides.canRedo,
      () => this.#overrides.redo(),
      () => this.#overrides.undo(),
    );
  }

  reach(leaf: number): void {
    const item = this.#list.querySelector(`[data-leaf="${leaf}"]`);
    item?.scrollIntoView({ block: "center", behavior: "instant" });
    item?.querySelector<HTMLElement>(".pith-where")?.focus({ preventScroll: true });
  }

  point(): void {
    void this.#beginPicking();
  }

  #step(can: () => boolean, step: () => void, back: () => void): boolean {
    const isPossible = can();
    if (isPossible) {
      // Asked once more: it may be gone once what was pressed before is decided.
      void this.#decide(() => can() && step(), back);
    }
    return isPossible;
  }

  async #beginPicking(): Promise<void> {
    const { session, finding, dock, article, details } = this.#host;
    const wasOpen = details.open;
    const begin = await loaded("picker");
    if (!begin || session.signal.aborted) {
      details.open = true;
      this.#status.textContent = t("trayFailed");
      return;
    }
    details.open = false;
    begin({
      session,
      finding,
      dock,
      article,
      overrides: this.#overrides,
      override: (nodes, kind) => this.#decide(() => this.#overrides.set(nodes, kind)),
      undo: () => this.undo(),
      redo: () => this.redo(),
      ended: () => {
        details.open = wasOpen;
        this.#status.textContent = "";
        if (wasOpen) {
          this.#point.focus({ preventScroll: true });
        }
      },
    });
  }

  async #openReport(): Promise<void> {
    const { session, finding, dock } = this.#host;
    const open = await loaded("report");
    if (!open || session.signal.aborted) {
      this.#status.textContent = t("trayFailed");
      return;
    }
    const closed = (): void => this.#report.focus({ preventScroll: true });
    open({ session, finding, view: dock?.view ?? "reader", closed });
  }

  /**
   * Overrides something and has it shown; an override gives `false` where there is nothing to be overridden any more. Where it cannot be,
   * `back` takes the override back and the reason is said. Resolves with
   * whether it could be.
   */
  #decide(override: () => unknown, back: () => void = () => this.#overrides.drop()): Promise<boolean> {
    // One after the other: another process may be asked, and keys are pressed meanwhile.
    this.#decided = this.#decided.then(() => this.#decideNow(override, back));
    return this.#decided;
  }

  async #decideNow(override: () => unknown, back: () => void): Promise<boolean> {
    const { finding, hold, body, session } = this.#host;
    if (session.signal.aborted) {
      return false;
    }
    const wasArticle = isArticle(finding);
    const shown = hold?.(() => this.#held());
    try {
      if ((await override()) === false) {
        return false;
      }
      await finding.detection.decide(this.#overrides.numbers);
      finding.summary = finding.detection.summary();
      finding.blocks = new Blocks(finding.detection);
    } catch (error) {
      back();
      this.#status.textContent = reasonOf(error);
      this.#fill();
      return false;
    }
    const outcome = await this.#memory.store();
    this.#status.textContent = outcome.sentence;
    if (session.signal.aborted) {
      return true;
    }
    if (!shown || isArticle(finding) !== wasArticle) {
      session.reopen();
    } else {
      shown(() => {
        if (body) {
          update(body, finding.detection.html());
        }
        this.#fill();
      });
    }
    return true;
  }

  /** Has corrections remembered. Returns whether that could be, and says what came of it. */
  async #remember(nodes: readonly number[]): Promise<boolean> {
    this.#overrides.remember(nodes);
    const { sentence, isRefused } = await this.#memory.store();
    if (isRefused) {
      this.#overrides.drop();
    }
    this.#status.textContent = sentence;
    this.#fill();
    return !isRefused;
  }

  /** Returns false where it is refused, which is said. */
  async #setBylines(are: boolean): Promise<boolean> {
    const { sentence, isRefused } = await this.#memory.storeBylines(are);
    if (isRefused) {
      this.#status.textContent = sentence;
      this.#memory.fill();
    }
    return !isRefused;
  }

  /** Returns the control that has the focus, or stands where it was. */
  #held(): Element | null {
    const at = this.#host.dock ? null : focused();
    return at && this.#box.contains(at) ? at : null;
  }

  #fill(): void {
    const { finding, hold } = this.#host;
    showRemovedCount(this.#host.details, finding);
    const { canUndo, canRedo, now } = this.#overrides;
    // Not `disabled`: a button that has the focus must keep it.
    this.#undo.ariaDisabled = String(!canUndo);
    this.#redo.ariaDisabled = String(!canRedo);
    this.#dial.value = now.level;
    const page = new PageDrawing(finding);
    const listed = hold ? parts(finding, this.#known, this.#overrides) : candidates(finding);
    const items = listed.map((part, index) => this.#item(part, page, { box: this.#list, index }));
    this.#list.replaceChildren(...items);
    const [title] = this.#kept.children;
    title?.replaceChildren(t("trayKept", number(keptBlocks(finding).length)));
    this.#kept.hidden = hold === null;
    this.#fillKept();
    this.#memory.fill();
    this.#focus();
  }

  #fillKept(): void {
    this.#kept.querySelector("ul")?.remove();
    if (this.#kept.open) {
      const page = new PageDrawing(this.#host.finding);
      const kept = keptBlocks(this.#host.finding);
      const items = kept.map((part, index) => this.#item(part, page, { box: this.#kept, index }));
      this.#kept.append(element("ul", {}, ...items));
    }
  }

  #item(part: RemovedPart, page: PageDrawing, at: { box: HTMLElement; index: number }): HTMLElement {
    const leaf = part.leaves[0] ?? 0;
    const { session, dock, reach } = this.#host;
    const from = dock?.view ?? "reader";
    const go = (): void => (reach ? reach(leaf) : session.show("highlight", { returnTarget: { leaf, from } }));
    const where = part.isOut && part.reason ? go : null;
    const press = (): void => {
      this.#pressed = { leaf, ...at };
      void this.#decide(() => this.#overrides.set(part.leaves, part.isOut ? "keep" : "drop"));
    };
    return itemOf(part, page, { press, where });
  }

  /** Puts the focus where it was, in lists that are made again: at what took the part's place where it has left its list. */
  #focus(): void {
    if (this.#pressed) {
      const { leaf, box, index } = this.#pressed;
      this.#pressed = null;
      const items = [...box.querySelectorAll<HTMLElement>("li")];
      const item = items.find(({ dataset }) => dataset.leaf === String(leaf)) ?? items[index] ?? items.at(-1);
      (item?.querySelector<HTMLElement>(".pith-do") ?? this.#undo).focus({ preventScroll: true });
    }
  }
}

function stepButton(step: "undo" | "redo"): HTMLButtonElement {
  const label = t(step);
  const face = drawing(arrows[step]);
  face.classList.add("pith-sketch");
  return element(
    "button",
    { type: "button", class: step === "undo" ? "pith-undo" : "pith-redo", "aria-label": label, title: label },
    face,
  );
}

declare module "../../session/parts.ts" {
  interface Provided {
    removed: OpenRemovedPanel;
  }
}

provide("removed", (host) => new PartsPanel(host));
