/**
 * The tray: every part that was left out, in reading order, with its reason and where on the page it stands. A press brings
 * a part back in its place, another takes it out; what is kept can be taken out as well. Without an article the parts are
 * candidates, the largest first.
 */

import { drawing, element, style, whenPressed } from "../../../ui/build.ts";
import { type MessageKey, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { isArticle } from "../../session/no-article.ts";
import { focused } from "../../../ui/nodes.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import { Blocks } from "../../dom/reading-position.ts";
import { reasonOf } from "../../../shared/reason.ts";
import type { Tray, TrayHost } from "../../session/session.ts";
import { share, shared } from "../../../shared/state.ts";
import { sayLeftOut } from "./summary-line.ts";
import { itemOf } from "./item.ts";
import { Memory } from "./site-rules.ts";
import { PageDrawing } from "./thumbnail.ts";
import { candidates, keptBlocks, type Part, parts } from "./parts.ts";
import styles from "./removed.css";
import { update } from "./update.ts";
import { type Level, levels, Wishes } from "./overrides.ts";

const arrows = { undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3", redo: "M15 6l5 5l-5 5M20 11H10a5 5 0 0 0 0 10h3" };

/** The level's message. */
const levelNames: Record<Level, MessageKey> = {
  strict: "level_strict",
  found: "level_found",
  notes: "level_notes",
  column: "level_column",
};

class PageTray implements Tray {
  readonly #host: TrayHost;
  readonly #wishes: Wishes;
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
  /** Parts that were left out when they were first listed: they stay listed once they are brought back. */
  readonly #known = new Map<number, Part>();
  /** The part whose button was pressed, and its place in its list. */
  #pressed: { leaf: number; box: HTMLElement; index: number } | null = null;
  /** What was wished last, once it is decided. */
  #decided: Promise<boolean> = Promise.resolve(true);

  constructor(host: TrayHost) {
    this.#host = host;
    host.finding.wishes ??= new Wishes();
    this.#wishes = host.finding.wishes;
    for (const level of levels) {
      this.#dial.append(element("option", { value: level }, t(levelNames[level])));
    }
    this.#dial.addEventListener("change", ({ isTrusted }) => {
      if (isTrusted) {
        void this.#decide(() => this.#wishes.setLevel(this.#dial.value as Level));
      }
    });
    whenPressed(this.#undo, () => void this.undo());
    whenPressed(this.#redo, () => void this.redo());
    this.#kept.addEventListener("toggle", () => this.#fillKept());
    const label = element(
      "label",
      { class: "pith-dial" },
      element("span", { class: "pith-name" }, t("level")),
      this.#dial,
    );
    const steps = element("div", { class: "pith-steps" }, label, this.#undo, this.#redo);
    this.#point = element("button", { type: "button", class: "pith-point" }, t(host.dock ? "point" : "takeOut"));
    // Without an article there is nothing to be pointed at in the reader.
    if (host.dock || host.article) {
      whenPressed(this.#point, () => this.point());
      steps.append(this.#point);
    }
    if (host.dock) {
      host.session.shadow.append(style(styles));
    }
    this.#memory = new Memory(host, this.#wishes, {
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
    whenPressed(this.#report, () => void this.#openReport());
    this.#box.append(steps, this.#status, this.#memory.node, this.#list, this.#kept, this.#report);
    host.details.append(this.#box);
    this.#fill();
  }

  undo(): boolean {
    return this.#step(
      () => this.#wishes.canUndo,
      () => this.#wishes.undo(),
      () => this.#wishes.redo(),
    );
  }

  redo(): boolean {
    return this.#step(
      () => this.#wishes.canRedo,
      () => this.#wishes.redo(),
      () => this.#wishes.undo(),
    );
  }

  reach(leaf: number): void {
    const item = this.#list.querySelector(`[data-leaf="${leaf}"]`);
    item?.scrollIntoView({ block: "center", behavior: "instant" });
    item?.querySelector<HTMLElement>(".pith-where")?.focus({ preventScroll: true });
  }

  point(): void {
    void this.#beginPointing();
  }

  #step(can: () => boolean, step: () => void, back: () => void): boolean {
    const isPossible = can();
    if (isPossible) {
      // Asked once more: it may be gone once what was pressed before is decided.
      void this.#decide(() => can() && step(), back);
    }
    return isPossible;
  }

  async #beginPointing(): Promise<void> {
    const { session, finding, dock, article, details } = this.#host;
    const wasOpen = details.open;
    if (!shared("pithPointing")) {
      await ask("load", { part: "pointing" }).catch(console.error);
    }
    const begin = shared("pithPointing");
    if (!begin || session.signal.aborted) {
      details.open = true;
      this.#status.textContent = t("extensionGone");
      return;
    }
    details.open = false;
    begin({
      session,
      finding,
      dock,
      article,
      wishes: this.#wishes,
      wish: (nodes, kind) => this.#decide(() => this.#wishes.set(nodes, kind)),
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
    if (!shared("pithReport")) {
      await ask("load", { part: "report" }).catch(console.error);
    }
    const open = shared("pithReport");
    if (!open || session.signal.aborted) {
      this.#status.textContent = t("extensionGone");
      return;
    }
    const closed = (): void => this.#report.focus({ preventScroll: true });
    open({ session, finding, view: dock?.view ?? "reader", closed });
  }

  /**
   * Wishes something and has it shown; a wish gives `false` where there is nothing to be wished any more. Where it cannot be,
   * `back` takes the wish back and the reason is said. Resolves with
   * whether it could be.
   */
  #decide(wish: () => unknown, back: () => void = () => this.#wishes.drop()): Promise<boolean> {
    // One after the other: another process may be asked, and keys are pressed meanwhile.
    this.#decided = this.#decided.then(() => this.#decideNow(wish, back));
    return this.#decided;
  }

  async #decideNow(wish: () => unknown, back: () => void): Promise<boolean> {
    const { finding, hold, body, session } = this.#host;
    if (session.signal.aborted) {
      return false;
    }
    const wasArticle = isArticle(finding);
    const shown = hold?.(() => this.#held());
    try {
      if ((await wish()) === false) {
        return false;
      }
      await finding.detection.decide(this.#wishes.numbers);
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
    this.#wishes.remember(nodes);
    const { sentence, isRefused } = await this.#memory.store();
    if (isRefused) {
      this.#wishes.drop();
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
    sayLeftOut(this.#host.details, finding);
    const { canUndo, canRedo, now } = this.#wishes;
    // Not `disabled`: a button that has the focus must keep it.
    this.#undo.ariaDisabled = String(!canUndo);
    this.#redo.ariaDisabled = String(!canRedo);
    this.#dial.value = now.level;
    const page = new PageDrawing(finding);
    const listed = hold ? parts(finding, this.#known, this.#wishes) : candidates(finding);
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

  #item(part: Part, page: PageDrawing, at: { box: HTMLElement; index: number }): HTMLElement {
    const leaf = part.leaves[0] ?? 0;
    const { session, dock, reach } = this.#host;
    const from = dock?.view ?? "reader";
    const go = (): void => (reach ? reach(leaf) : session.show("highlight", { errand: { leaf, from } }));
    const where = part.isOut && part.reason ? go : null;
    const press = (): void => {
      this.#pressed = { leaf, ...at };
      void this.#decide(() => this.#wishes.set(part.leaves, part.isOut ? "keep" : "drop"));
    };
    return itemOf(part, page, { press, where });
  }

  /** Puts the focus where it was, in lists that are made anew: at what took the part's place where it has left its list. */
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

if (!shared("pithTray")) {
  share("pithTray", (host) => new PageTray(host));
}
