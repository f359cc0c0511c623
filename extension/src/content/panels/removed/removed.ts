/**
 * The panel of removed parts: parts that may belong to the article, and page furniture, each with the reason for its
 * removal. A restored part appears in its place. Without an article, the parts are candidates, largest first.
 */

import { element, styleElement } from "../../../ui/build.ts";
import { type ButtonParts, button, addStyles, icon, sheet, toast } from "../../../ui/components.ts";
import { ChevronDown, MousePointerClick, Redo2, RotateCcw, Undo2 } from "../../../ui/icons.ts";
import type { RemovedBlock } from "../../../shared/core.ts";
import { type MessageKey, t } from "../../../shared/ext.ts";
import { isArticle } from "../../session/no-article.ts";
import { focusedElement, isElement, rectOf, scrollIntoView } from "../../../ui/nodes.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import { Blocks } from "../../dom/reading-position.ts";
import { yieldToPage } from "../../dom/yield-to-page.ts";
import { errorMessage } from "../../../shared/reason.ts";
import type { OpenRemovedPanel, RemovedPanel, RemovedHost } from "./host.ts";
import { isCountedPart, showRemovedCount } from "./removed-line.ts";
import { flash } from "./flash.ts";
import { createItem } from "./item.ts";
import { SiteRulesSection } from "./site-rules.ts";
import { candidates, mayBelong, type RemovedPart, listParts } from "./parts.ts";
import styles from "./removed.css";
import { updateBody } from "./update.ts";
import { type Level, levels, type OverrideKind, Overrides } from "./overrides.ts";
import { saveOverrides } from "./saved.ts";
import { loadPart, provide } from "../../session/parts.ts";

/** The name of each level. */
const levelNames: Record<Level, MessageKey> = {
  strict: "level_strict",
  found: "level_found",
  notes: "level_notes",
  column: "level_column",
};

/** Maximum reasons that the title of a folded group names. */
const maxNamedReasons = 3;

/** A collapsible group of parts. */
class PartGroup {
  readonly list = element("ul", { class: "rows" });
  readonly #count = element("span", { class: "badge" });
  readonly #reasons = element("span", { class: "muted reasons" });
  readonly #foldButton: HTMLButtonElement;
  readonly node: HTMLElement;

  constructor(name: string, label: string, isOpen: boolean) {
    this.#foldButton = element(
      "button",
      { type: "button", class: `group-toggle ${name}` },
      icon(ChevronDown, "small"),
      element("span", {}, label),
      this.#count,
      this.#reasons,
    );
    this.#foldButton.addEventListener("click", () => this.#open(this.list.hidden !== false));
    this.node = element("div", { class: `group ${name}` }, this.#foldButton, this.list);
    this.#open(isOpen);
  }

  /** Shows the items of parts. The number counts only those that are removed now. */
  fill(listed: readonly RemovedPart[], items: readonly HTMLElement[]): void {
    this.list.replaceChildren(...items);
    this.node.hidden = items.length === 0;
    this.#count.textContent = formatNumber(listed.filter(({ isRemoved }) => isRemoved).length);
    const names = new Set(listed.flatMap(({ reason }) => (reason ? [reasonName(reason)] : [])));
    this.#reasons.textContent = [...names].slice(0, maxNamedReasons).join(", ");
  }

  reveal(): void {
    this.#open(true);
  }

  #open(isOpen: boolean): void {
    this.list.hidden = !isOpen;
    this.#reasons.hidden = isOpen;
    this.#foldButton.ariaExpanded = String(isOpen);
  }
}

class PartsPanel implements RemovedPanel {
  readonly #host: RemovedHost;
  readonly #overrides: Overrides;
  readonly #siteRules: SiteRulesSection;
  readonly #sheet: HTMLElement;
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #radios = levels.map((value) => element("input", { type: "radio", name: "detail", value }));
  readonly #countElements = levels.map(() => element("span", { class: "count" }));
  readonly #belonging = new PartGroup("belonging", t("mayBelong"), true);
  readonly #furniture = new PartGroup("furniture", t("pageFurniture"), false);
  readonly #undoButton: HTMLButtonElement;
  readonly #redoButton: HTMLButtonElement;
  readonly #resetButton: HTMLButtonElement;
  /** All parts that were ever listed, so that restored ones stay listed. */
  readonly #everListed = new Map<number, RemovedPart>();
  /** The part whose button was clicked, and its position in its list. */
  #clickedItem: { leaf: number; list: HTMLElement; index: number } | null = null;
  /** Resolves once the last override is decided. */
  #decided: Promise<boolean> = Promise.resolve(true);
  /** The element that had the focus before the panel. */
  #previousFocus: Element | null = null;

  constructor(host: RemovedHost) {
    this.#host = host;
    const { session, dock, finding } = host;
    const { shadow, signal } = session;
    finding.overrides ??= new Overrides();
    this.#overrides = finding.overrides;
    this.#siteRules = new SiteRulesSection(host, this.#overrides, {
      saveForSite: (nodes) => {
        this.#decided = this.#decided.then(() => this.#saveForSite(nodes));
      },
      setBylines: (areText) =>
        void this.#decide(
          () => this.#setBylines(areText),
          () => {},
        ),
    });
    this.#undoButton = button(
      { variant: "quiet", name: "undo", icon: Undo2, flip: true, tip: t("undo") },
      () => void this.undo(),
    );
    this.#redoButton = button(
      { variant: "quiet", name: "redo", icon: Redo2, flip: true, tip: t("redo") },
      () => void this.redo(),
    );
    this.#resetButton = button(
      { variant: "quiet", name: "reset", icon: RotateCcw, tip: t("resetPage") },
      () => void this.#decide(() => this.#overrides.reset()),
    );
    const pick = {
      variant: "quiet",
      small: true,
      name: "pick",
      icon: MousePointerClick,
    } as const satisfies ButtonParts;
    const report = button(
      { variant: "quiet", small: true, name: "report-problem", text: t("report") },
      () => void this.#openReport(report),
    );
    addStyles(shadow, signal);
    shadow.append(styleElement(styles));
    const { node, body } = sheet({
      title: t("removedParts"),
      placement: "side",
      name: "removed",
      close: () => this.hide(),
      body: [this.#status, this.#detail(), this.#belonging.node, this.#furniture.node, this.#siteRules.node, report],
      footer: [
        button({ ...pick, text: t(dock ? "pick" : "pickToRemove") }, () => this.pick()),
        element("div", { class: "steps" }, this.#undoButton, this.#redoButton, this.#resetButton),
      ],
    });
    this.#sheet = node;
    // In Firefox, Tab would stop at scrolling elements too. The controls are enough.
    body.tabIndex = -1;
    shadow.querySelector("dialog")?.append(this.#sheet);
    this.#decided = this.#load();
  }

  /** Fills the panel. Restored parts are listed with the reasons for their removal. */
  async #load(): Promise<boolean> {
    const { finding, session } = this.#host;
    const { detection } = finding;
    const { isEmpty, numbers } = this.#overrides;
    if (!isEmpty) {
      try {
        await detection.decide(new Overrides().numbers);
        const originalFinding = { ...finding, blocks: new Blocks(detection) };
        listParts(originalFinding, this.#everListed, new Overrides());
        await detection.decide(numbers);
      } catch (error) {
        console.error(error);
      }
    }
    if (!session.signal.aborted) {
      this.#fill();
    }
    return true;
  }

  get isShown(): boolean {
    return this.#sheet.matches(":popover-open");
  }

  show(): void {
    if (!this.isShown) {
      const { session } = this.#host;
      this.#previousFocus = session.shadow.activeElement ?? focusedElement();
      this.#sheet.showPopover();
      session.layers.add(this, () => this.hide());
      this.#sheet.focus({ preventScroll: true });
      void this.#count();
    }
  }

  hide(): void {
    this.#host.session.layers.remove(this);
    if (this.isShown) {
      this.#sheet.hidePopover();
      if (this.#previousFocus instanceof HTMLElement && this.#previousFocus.isConnected) {
        this.#previousFocus.focus({ preventScroll: true });
      }
    }
  }

  undo(): boolean {
    return this.#step(
      () => this.#overrides.canUndo,
      () => this.#overrides.undo(),
      () => this.#overrides.redo(),
      "undone",
    );
  }

  redo(): boolean {
    return this.#step(
      () => this.#overrides.canRedo,
      () => this.#overrides.redo(),
      () => this.#overrides.undo(),
      "redone",
    );
  }

  scrollTo(leaf: number): void {
    const item = this.#sheet.querySelector<HTMLElement>(`[data-leaf="${leaf}"]`);
    if (item && this.#furniture.node.contains(item)) {
      this.#furniture.reveal();
    }
    item?.scrollIntoView({ block: "center", behavior: "instant" });
    item?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }

  override(nodes: readonly number[], kind: OverrideKind): void {
    void this.#decide(() => this.#overrides.set(nodes, kind));
  }

  pick(): void {
    void this.#beginPicking();
  }

  #detail(): HTMLElement {
    const choices = this.#radios.map((radio, i) => {
      const level = radio.value as Level;
      radio.addEventListener("change", () => void this.#decide(() => this.#overrides.setLevel(level)));
      const name = element("span", {}, t(levelNames[level]));
      if (level === "found") {
        name.append(" ", element("small", {}, `· ${t("detailDefault")}`));
      }
      return element("label", {}, radio, name, this.#countElements[i] ?? "");
    });
    const title = element(
      "div",
      { class: "detail-title" },
      t("level"),
      element("span", { class: "muted" }, t("partsRemoved")),
    );
    return element(
      "div",
      {},
      title,
      element("div", { class: "detail", role: "radiogroup", "aria-label": t("level") }, ...choices),
    );
  }

  #step(canStep: () => boolean, step: () => void, revert: () => void, message: "undone" | "redone"): boolean {
    const isPossible = canStep();
    if (isPossible) {
      // Checked again, because the previous decision may have removed it.
      void this.#decide(() => canStep() && step(), revert).then((isDone) => {
        const { session } = this.#host;
        if (isDone && !session.signal.aborted && !session.shadow.querySelector("dialog.picking")) {
          toast(session.shadow, t(message));
        }
      });
    }
    return isPossible;
  }

  async #beginPicking(): Promise<void> {
    const { session, finding, article } = this.#host;
    const wasShown = this.isShown;
    const openPicker = await loadPart("picker");
    if (session.signal.aborted) {
      return;
    }
    if (!openPicker) {
      toast(session.shadow, t("extensionGone"));
      return;
    }
    this.hide();
    openPicker({
      session,
      finding,
      article,
      overrides: this.#overrides,
      override: (nodes, kind) => this.#decide(() => this.#overrides.set(nodes, kind)),
      undo: () => this.undo(),
      redo: () => this.redo(),
      onEnd: () => {
        if (wasShown) {
          this.show();
        }
      },
    });
  }

  async #openReport(opener: HTMLElement): Promise<void> {
    const { session, finding, dock } = this.#host;
    const open = await loadPart("report");
    if (!open || session.signal.aborted) {
      this.#status.textContent = t("extensionGone");
      return;
    }
    const closed = (): void => opener.focus({ preventScroll: true });
    open({ session, finding, view: dock?.view ?? "reader", onClose: closed });
  }

  /**
   * Applies an override and shows the result. `override` returns `false` if there is nothing to override anymore. If
   * the core can't apply it, `revert` reverts it, and the status shows why. Resolves to whether that succeeded.
   */
  #decide(override: () => unknown, revert: () => void = () => this.#overrides.discardLast()): Promise<boolean> {
    // Serialized: another process may decide, and the user may press keys in the meantime.
    this.#decided = this.#decided.then(() => this.#decideNow(override, revert));
    return this.#decided;
  }

  async #decideNow(override: () => unknown, revert: () => void): Promise<boolean> {
    const { finding, holdPosition, body, session } = this.#host;
    if (session.signal.aborted) {
      return false;
    }
    const wasArticle = isArticle(finding);
    const showChange = holdPosition?.(() => null);
    try {
      if ((await override()) === false) {
        return false;
      }
      await finding.detection.decide(this.#overrides.numbers);
      finding.summary = finding.detection.summary();
      finding.blocks = new Blocks(finding.detection);
    } catch (error) {
      revert();
      this.#status.textContent = errorMessage(error);
      this.#fill();
      return false;
    }
    const outcome = await this.#siteRules.store();
    this.#status.textContent = outcome.message || (await saveOverrides(finding, this.#overrides));
    if (session.signal.aborted) {
      return true;
    }
    if (!showChange || isArticle(finding) !== wasArticle) {
      session.reopen();
    } else {
      showChange(() => {
        if (body) {
          updateBody(body, finding.detection.html());
        }
        this.#fill();
      });
    }
    return true;
  }

  /** Saves corrections as site rules, and shows the result. Returns whether that succeeded. */
  async #saveForSite(nodes: readonly number[]): Promise<boolean> {
    this.#overrides.saveForSite(nodes);
    const { message, isRefused } = await this.#siteRules.store();
    if (isRefused) {
      this.#overrides.discardLast();
    }
    this.#status.textContent = message;
    this.#fill();
    return !isRefused;
  }

  /** Saves whether bylines belong to the text on this site. Returns false if that fails, and shows why. */
  async #setBylines(areText: boolean): Promise<boolean> {
    const { message, isRefused } = await this.#siteRules.storeBylines(areText);
    if (isRefused) {
      this.#status.textContent = message;
      this.#siteRules.fill();
    }
    return !isRefused;
  }

  #fill(): void {
    const { finding, holdPosition, line } = this.#host;
    showRemovedCount(line, finding);
    const { canUndo, canRedo, now, isEmpty } = this.#overrides;
    // Not `disabled`, because a button with the focus must keep it.
    this.#undoButton.ariaDisabled = String(!canUndo);
    this.#redoButton.ariaDisabled = String(!canRedo);
    this.#resetButton.ariaDisabled = String(isEmpty);
    for (const radio of this.#radios) {
      radio.checked = radio.value === now.level;
    }
    this.#siteRules.fill();
    const listed = holdPosition ? listParts(finding, this.#everListed, this.#overrides) : candidates(finding);
    const groups = holdPosition ? Map.groupBy(listed, mayBelong) : new Map([[true, listed]]);
    for (const [group, isBelonging] of [
      [this.#belonging, true],
      [this.#furniture, false],
    ] as const) {
      const groupParts = groups.get(isBelonging) ?? [];
      group.fill(
        groupParts,
        groupParts.map((part, index) => this.#item(part, { list: group.list, index })),
      );
    }
    this.#focus();
    if (this.isShown) {
      void this.#count();
    }
  }

  /** Shows how many parts would be removed at each level. */
  async #count(): Promise<void> {
    const { session } = this.#host;
    const { now } = this.#overrides;
    for (const [i, level] of levels.entries()) {
      await yieldToPage();
      const removed = await this.#removedAt(level).catch(() => null);
      // Another decision was made in the meantime, which counts again.
      if (session.signal.aborted || this.#overrides.now !== now) {
        return;
      }
      this.#countElements[i]?.replaceChildren(removed ? formatNumber(removed.filter(isCountedPart).length) : "");
    }
  }

  /** Returns the parts removed at a level. If the core runs in the page, it switches to the level temporarily. */
  async #removedAt(level: Level): Promise<RemovedBlock[]> {
    const { detection } = this.#host.finding;
    const numbers = this.#overrides.numbersAt(level);
    if (detection.removedWith) {
      return detection.removedWith(numbers);
    }
    try {
      void detection.decide(numbers);
      return detection.removed();
    } finally {
      void detection.decide(this.#overrides.numbers);
    }
  }

  #item(part: RemovedPart, position: { list: HTMLElement; index: number }): HTMLElement {
    const leaf = part.leaves[0] ?? 0;
    const { session, dock, scrollTo } = this.#host;
    const from = dock?.view ?? "reader";
    const showOnPage = (): void =>
      scrollTo ? scrollTo(leaf) : session.show("inspect", { returnTarget: { leaf, from } });
    const toggle = (): void => {
      this.#clickedItem = { leaf, ...position };
      void this.#decide(() => {
        if (part.isRemoved) {
          this.#overrides.set(part.leaves, "keep");
        } else if (part.isBySiteRule || !this.#overrides.has(part.leaves)) {
          this.#overrides.set(part.leaves, "drop");
        } else {
          this.#overrides.clear(part.leaves);
        }
      }).then((isDone) => isDone && part.isRemoved && void this.#showRestored(part));
    };
    return createItem(part, {
      toggle,
      showOnPage: part.isRemoved && part.reason ? showOnPage : null,
      site: this.#siteRules.actionOf(part),
    });
  }

  /** Scrolls to a restored part in the article or on the page, and flashes it. */
  async #showRestored({ leaves }: RemovedPart): Promise<void> {
    const { finding, article, session } = this.#host;
    // The page may have to be rendered first.
    while (session.shadow.querySelector('[aria-busy="true"]') && !session.signal.aborted) {
      await new Promise(requestAnimationFrame);
    }
    const { blocks } = finding;
    const index = blocks.content.findIndex((block) => block.leaves.some((leaf) => leaves.includes(leaf)));
    const block = blocks.content[index];
    const target = block && (article ? article.blocks()[index] : blocks.container(block));
    if (session.signal.aborted || !target || !isElement(target)) {
      return;
    }
    const isNarrow = session.shadow.querySelector("dialog")?.dataset.room === "narrow";
    scrollIntoView(target, { block: isNarrow ? "start" : "center", behavior: "instant" });
    requestAnimationFrame(() =>
      flash(session.shadow, article ? rectOf(target) : (blocks.rect(block) ?? rectOf(target))),
    );
  }

  /** Keeps the focus in rebuilt lists: on the part, or on the part in its place if it has left its list. */
  #focus(): void {
    if (this.#clickedItem) {
      const { leaf, list, index } = this.#clickedItem;
      this.#clickedItem = null;
      const items = [...list.querySelectorAll<HTMLElement>("li")];
      const item = items.find(({ dataset }) => dataset.leaf === String(leaf)) ?? items[index] ?? items.at(-1);
      (item?.querySelector<HTMLElement>(".toggle") ?? this.#sheet).focus({ preventScroll: true });
    }
  }
}

declare module "../../session/parts.ts" {
  interface Provided {
    removed: OpenRemovedPanel;
  }
}

provide("removed", (host) => new PartsPanel(host));
