/**
 * Highlights in an open view: finds them by their quotes, creates them from the selection, and edits them on click.
 * Nothing of the page is changed: see paint.ts.
 */

import { actionFor } from "../../../shared/settings/shortcuts.ts";
import { copy } from "../../../ui/export/clipboard.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { element, styleElement } from "../../../ui/build.ts";
import { isTyping, hideTypingFromPage } from "../../session/guard.ts";
import { isInPopup } from "../../session/popup-focus.ts";
import {
  closest,
  documentOf,
  isElement,
  isShadowRoot,
  isText,
  onDocument,
  parentElement,
  toRange,
  rectOf,
  scrollIntoView,
  rootOf,
  selectedRange,
  selection,
  clearSelection,
  viewOf,
} from "../../../ui/nodes.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { runInSlices } from "../../dom/time-slicing.ts";
import type { Highlighter } from "./types.ts";
import type { Session } from "../../session/session.ts";
import { share, shared } from "../../../shared/state.ts";
import { findQuotes, type TextRange } from "./anchoring.ts";
import { anchorsOf, passageOf, quoteOf } from "./anchors.ts";
import { savePosition, savedPosition } from "./reading-position.ts";
import {
  type Anchors,
  colors,
  type HighlightColor,
  maxQuoteLength,
  type StoredHighlight,
  newId,
} from "../../../shared/highlights/highlight.ts";
import { type HighlightChange, type PageSource, type SaveFailure, PageHighlights } from "./page-highlights.ts";
import { HighlightPainter } from "./paint.ts";
import { articleText, pageText, type ShownText } from "./shown-text.ts";
import { foldText } from "./text.ts";
import { notify } from "../../../shared/requests.ts";
import { passageUrl } from "./text-fragment.ts";
import styles from "./controls.css";
import { highlightSelection } from "./from-menu.ts";
import { mergeOverlapping } from "./joined.ts";
import { HighlightList } from "./list.ts";
import { NotePanel, type NotePlace } from "./note-panel.ts";
import { NoteIcons } from "./note-signs.ts";
import { noteKey, SelectionBar } from "./selection-bar.ts";
import { addStyles, toast } from "../../../ui/components.ts";
import { keysPause, selectionDebounce } from "../../../shared/timeouts.ts";

/** Where a highlight's quote is in the text that a view shows; the range is `null` if it isn't there. */
interface HighlightPlace {
  exact: string;
  textRange: TextRange | null;
  spans: StaticRange[];
}

class ViewHighlights implements Highlighter {
  readonly #session: Session;
  readonly #bar: SelectionBar;
  readonly #panel: NotePanel;
  readonly #noteIcons: NoteIcons;
  readonly #list: HighlightList;
  /** Status message for screen readers when a highlight is created. */
  readonly #status = element("p", { class: "visually-hidden", role: "status" });
  readonly #painter: HighlightPainter;
  readonly #highlights: PageHighlights;
  /** Places of highlights, by id. */
  readonly #places = new Map<string, HighlightPlace>();
  /** The documents that contain text, ordered by their latest selection, and their shadow roots. */
  #documents: Document[] = [document];
  #roots: ShadowRoot[] = [];
  /** The selection for which the bar was shown last. */
  #barSelection: AbstractRange | null = null;
  #color: StoredHighlight["color"] = colors[0];
  #timer = 0;
  #isPicking = false;
  #isTouch = false;
  /** True if Tab moves the focus to the bar first. */
  #isBarNext = false;
  #isPlacing = false;
  /** The highlight whose note is being edited; null if the next change of a note starts a new undo step. */
  #editedNote: string | null = null;
  /** Text typed between the request for a note and the opening of its panel; null at other times. */
  #typed: string | null = null;
  /** Time of the last highlight, as `performance.now()`. */
  #createdAt = -Infinity;
  /** The number of pending highlights. Of the last one, its range and its completion. */
  #pendingCount = 0;
  #lastRange: AbstractRange | null = null;
  #lastCreated: Promise<void> = Promise.resolve();
  #hasReportedMissing = false;
  #hasReportedPrivate = false;
  /** False while the view is being built, because each of its steps would repaint the highlights. */
  #isViewComplete = false;

  constructor(session: Session) {
    const { signal, settings, shadow } = session;
    this.#session = session;
    this.#findTrees();
    this.#bar = new SelectionBar(
      session.layers,
      {
        highlight: (color) => this.#queueHighlight(this.#barSelection, color, false),
        note: () => this.#queueHighlight(this.#barSelection, this.#color, true),
        copy: () => void this.#copy(),
        copyLink: () => void this.#copyLink(),
        listen: session.readAloud && (() => this.#listen()),
        unselect: () => this.#unselect(),
      },
      settings.keys,
    );
    this.#panel = new NotePanel({
      change: (id, change) => this.#editHighlight(id, change),
      remove: (id) => void this.#change({ put: [], remove: [id] }, t("highlightDeleted")),
    });
    this.#noteIcons = new NoteIcons(session, this.#documents, {
      placeOf: (id) => this.#placeOf(id),
      rects: (id) => this.#rects(id),
      open: (highlight) => this.#edit(highlight),
    });
    this.#list = new HighlightList(session.layers, {
      scrollTo: (id) => this.#scrollTo(id),
      edit: (id) => {
        this.#scrollTo(id);
        this.#editById(id);
      },
      copy: (text) =>
        void copy(text, null).then((isCopied) => this.#showMessage(t(isCopied ? "copied" : "copyFailed"))),
      remove: (id) => void this.#change({ put: [], remove: [id] }, t("highlightDeleted")),
      showAll: () => notify("list-marks", { url: location.href }),
    });
    addStyles(shadow, signal);
    shadow.append(styleElement(styles));
    shadow
      .querySelector("dialog")
      ?.append(
        element(
          "div",
          { class: "highlight-controls", lang: locale(), dir: messageDirection() },
          this.#bar.node,
          this.#list.node,
          this.#panel.node,
          this.#noteIcons.tip,
          this.#status,
        ),
      );
    this.#painter = new HighlightPainter(session, this.#isReader);
    this.#highlights = new PageHighlights(
      () => sourceOf(session),
      () => void this.#placeHighlights(),
      signal,
    );
    void this.#highlights.load();
    void session.completed.then(() => {
      this.#isViewComplete = true;
      this.#showHighlights();
    });
    this.#addListeners();
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#panel.saveNote();
      this.#painter.remove();
    });
  }

  highlightSelection(): void {
    const selected = this.#selection;
    if (selected) {
      this.#queueHighlight(selected, this.#color, false);
    } else {
      this.#showMessage(t("selectToHighlight"));
    }
  }

  toggleList(): void {
    this.#list.toggle();
  }

  /** Scrolls a visible highlight into view. */
  #scrollTo(id: string): void {
    const start = this.#places.get(id)?.spans[0]?.startContainer;
    const parent = start && (isText(start) ? parentElement(start) : (start as Element));
    if (parent) {
      scrollIntoView(parent, { block: "center", behavior: "instant" });
    }
  }

  #editById(id: string): void {
    const highlight = this.#highlights.get(id);
    if (highlight) {
      this.#edit(highlight);
    }
  }

  /** Finds the trees of the page that contain text, for a view over the page itself. */
  #findTrees(): void {
    const { finding } = this.#session;
    if (!this.#isReader && finding.kind === "found") {
      const trees = [...finding.blocks.styleRoots];
      this.#documents = [...new Set([document, ...trees.map(documentOf)])];
      this.#roots = trees.filter(isShadowRoot);
    }
  }

  /** The selection; null if there is none. */
  get #selection(): StaticRange | null {
    for (const tree of this.#documents.toReversed()) {
      const range = selectedRange(tree, this.#roots);
      if (range) {
        return new StaticRange(range);
      }
    }
    return null;
  }

  /** Follows the selection, clicks, and keys. */
  #addListeners(): void {
    const { signal } = this.#session;
    const options = { capture: true, passive: true, signal };
    const onPointer = (isPicking: boolean, event: PointerEvent): void => {
      this.#isPicking = isPicking && event.target !== this.#session.host;
      this.#isTouch = event.pointerType === "touch";
      this.#queueBar();
    };
    for (const tree of this.#documents) {
      const onSelectionChange = (): void => {
        this.#documents = [...this.#documents.filter((other) => other !== tree), tree];
        this.#queueBar();
      };
      viewOf(tree).addEventListener("selectionchange", onSelectionChange, options);
      onDocument<PointerEvent>("pointerdown", (event) => onPointer(true, event), signal, true, tree);
      for (const type of ["pointerup", "pointercancel"]) {
        onDocument<PointerEvent>(type, (event) => onPointer(false, event), signal, true, tree);
      }
      onDocument("scroll", () => this.#bar.isOpen && this.#showBar(), signal, true, tree);
      onDocument<MouseEvent>("click", (event) => this.#onClick(event), signal, true, tree);
    }
    // Events on our own controls don't leave our tree.
    window.addEventListener("pointerup", (event) => onPointer(false, event), options);
    // Keys typed into the note aren't for the page.
    hideTypingFromPage(this.#session);
    window.addEventListener("pagehide", () => this.#panel.saveNote(), options);
    onDocument("visibilitychange", () => this.#panel.saveNote(), signal);
    this.#queueBar();
  }

  #queueBar(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isPicking && !this.#session.signal.aborted) {
        this.#isBarNext = this.#showBar();
      }
    }, selectionDebounce);
  }

  /** Shows the bar at the selection, or hides it if there is none. Returns whether it is shown. */
  #showBar(): boolean {
    const range = this.#selection;
    const hasText = range !== null && foldText(String(toRange(range))) !== "";
    this.#barSelection = hasText ? range : null;
    const rects = hasText && range ? rectsOf(range).filter(({ width }) => width > 0) : [];
    this.#bar.show(rects.length > 0 ? boundingBox(rects) : null, this.#isTouch);
    return rects.length > 0;
  }

  /** Highlights a range after the pending ones, and opens its note if `isNoted`. */
  #queueHighlight(range: AbstractRange | null, color: HighlightColor, isNoted: boolean): void {
    if (!range) {
      return;
    }
    this.#pendingCount += 1;
    this.#lastRange = range;
    if (isNoted) {
      this.#typed = "";
    }
    this.#lastCreated = this.#lastCreated.then(async () => {
      const highlight = await this.#createHighlight(range, color).catch(console.error);
      this.#pendingCount -= 1;
      const typed = this.#typed ?? "";
      this.#typed = isNoted ? null : this.#typed;
      if (!highlight || this.#session.signal.aborted) {
        return;
      }
      this.#createdAt = performance.now();
      // The selection may have changed meanwhile.
      if (isSameRange(this.#selection, range)) {
        this.#unselect();
        this.#bar.hide();
      }
      this.#status.textContent = t("highlighted");
      if (isNoted) {
        this.#edit(highlight, typed);
      }
    });
  }

  /** Highlights a range, merged with overlapping highlights and their notes. Returns null if that fails. */
  async #createHighlight(range: AbstractRange, color: HighlightColor): Promise<StoredHighlight | null> {
    const shownText = await this.#shownText();
    const textRange = shownText?.textRangeOf(range);
    if (!shownText || !textRange) {
      this.#showMessage(t("highlightNotPossible"));
      return null;
    }
    const merged = mergeOverlapping(textRange, this.#highlights.all, (id) => this.#places.get(id)?.textRange);
    const highlight: StoredHighlight = {
      id: newId(),
      created: new Date().toISOString(),
      note: "",
      isLost: false,
      ...merged?.first,
      color,
      ...(merged && { note: merged.note }),
      ...(await this.#anchorsFor(shownText, merged?.textRange ?? textRange)),
    };
    if (highlight.exact.length > maxQuoteLength) {
      this.#showMessage(t("highlightTooLong"));
      return null;
    }
    this.#color = color;
    const mergedRange = merged?.textRange ?? textRange;
    this.#places.set(highlight.id, {
      exact: highlight.exact,
      textRange: mergedRange,
      spans: shownText.spansOf(mergedRange),
    });
    void this.#change({ put: [highlight], remove: merged?.otherIds ?? [] }, null);
    return highlight;
  }

  async #copy(): Promise<void> {
    const range = this.#barSelection;
    if (range) {
      // As displayed, with line breaks. In shadow trees a selection has no text.
      const text = String(selection(documentOf(range.startContainer)) ?? "") || String(toRange(range));
      this.#showMessage(t((await copy(text, null)) ? "copied" : "copyFailed"));
    }
  }

  /** Reads aloud from the selection. */
  #listen(): void {
    const session = this.#session;
    session.readAloudFrom = this.#barSelection;
    this.#unselect();
    session.readAloud?.();
  }

  #unselect(): void {
    for (const tree of this.#documents) {
      clearSelection(tree);
    }
  }

  /** Returns the anchor of a range in the page's text, regardless of the view in which it was highlighted. */
  async #anchorsFor(shownText: ShownText, textRange: TextRange): Promise<Anchors> {
    const viewAnchors = anchorsOf(shownText, textRange);
    if (!this.#isReader) {
      return viewAnchors;
    }
    const onPage = await this.#findOnPage(shownText, textRange);
    return onPage ? anchorsOf(onPage.page, onPage.textRange) : { ...viewAnchors, start: null, at: null, block: null };
  }

  /** Returns the place of a range of the view's text in the page's text. */
  async #findOnPage(
    shownText: ShownText,
    textRange: TextRange,
  ): Promise<{ page: ShownText; textRange: TextRange } | null> {
    const page = await this.#pageText();
    const [pageRange] = page
      ? findQuotes([quoteOf(anchorsOf(shownText, textRange), shownText)], page.nodeText.folded)
      : [];
    return page && pageRange ? { page, textRange: pageRange } : null;
  }

  /** Copies the URL of the selection. */
  async #copyLink(): Promise<void> {
    const range = this.#barSelection;
    const shownText = await this.#shownText();
    const textRange = range && shownText?.textRangeOf(range);
    const onPage = shownText && textRange && (await this.#findOnPage(shownText, textRange));
    if (!onPage) {
      this.#showMessage(t("linkNowhere"));
      return;
    }
    const url = passageUrl(location.href, passageOf(onPage.page, onPage.textRange));
    this.#showMessage(t((await copy(url, null)) ? "linkCopied" : "copyFailed"));
  }

  get #isReader(): boolean {
    return this.#session.host.dataset.pith === "reader";
  }

  /** Returns the text that the view shows. In Reader, waits until it is complete and its formulas are rendered. */
  async #shownText(): Promise<ShownText | null> {
    const { host, signal, completed } = this.#session;
    if (!this.#isReader) {
      return this.#pageText();
    }
    await completed;
    return signal.aborted ? null : articleText(host);
  }

  async #pageText(): Promise<ShownText | null> {
    const { finding, signal } = this.#session;
    return finding.kind === "found" ? runInSlices(pageText(finding.blocks), signal) : null;
  }

  /** Finds the highlights that have no place yet, and shows all that have one. */
  async #placeHighlights(): Promise<void> {
    const unplaced = this.#highlights.all.filter(({ id, exact }) => this.#places.get(id)?.exact !== exact);
    if (unplaced.length > 0 && !this.#isPlacing) {
      this.#isPlacing = true;
      const shownText = await this.#shownText();
      this.#isPlacing = false;
      if (!shownText) {
        return;
      }
      const textRanges = findQuotes(
        unplaced.map((highlight) => quoteOf(highlight, shownText)),
        shownText.nodeText.folded,
      );
      for (const [i, { id, exact }] of unplaced.entries()) {
        const textRange = textRanges[i] ?? null;
        this.#places.set(id, { exact, textRange, spans: textRange ? shownText.spansOf(textRange) : [] });
      }
      void this.#saveMissing(unplaced);
      // There may be more by now.
      void this.#placeHighlights();
      return;
    }
    this.#showHighlights();
  }

  #showHighlights(): void {
    if (this.#isViewComplete && !this.#session.signal.aborted) {
      const spans = this.#highlights.all.flatMap(({ id, color }) => {
        return (this.#places.get(id)?.spans ?? []).map((span) => ({ span, color }));
      });
      this.#painter.show(spans);
      this.#noteIcons.show(this.#highlights.all);
      const startOf = (id: string): number => this.#places.get(id)?.textRange?.start ?? Number.POSITIVE_INFINITY;
      const inOrder = this.#highlights.all.toSorted((a, b) => (startOf(a.id) < startOf(b.id) ? -1 : 1));
      this.#list.show(
        inOrder.map((highlight) => ({ highlight, isShown: startOf(highlight.id) < Number.POSITIVE_INFINITY })),
      );
    }
  }

  /** Saves which highlights are missing on the page, and which have been found again. */
  async #saveMissing(highlights: readonly StoredHighlight[]): Promise<void> {
    const missing = highlights.filter(({ id }) => !this.#places.get(id)?.textRange);
    // The page may contain what Reader doesn't show.
    const page = this.#isReader && missing.length > 0 ? await this.#pageText() : null;
    const rangesOnPage = page
      ? findQuotes(
          missing.map((highlight) => quoteOf(highlight, page)),
          page.nodeText.folded,
        )
      : [];
    const stillMissing = new Set(missing.filter((_, i) => !rangesOnPage[i]));
    const changed = highlights.filter((highlight) => highlight.isLost !== stillMissing.has(highlight));
    if (changed.length > 0) {
      await this.#highlights.store({
        put: changed.map((highlight) => ({ ...highlight, isLost: !highlight.isLost })),
        remove: [],
      });
    }
    if (stillMissing.size > 0 && !this.#hasReportedMissing && !this.#session.signal.aborted) {
      this.#hasReportedMissing = true;
      this.#showMessage(t("highlightsMissing", formatNumber(stillMissing.size)));
    }
  }

  /** Opens the panel of a clicked highlight, unless the click is on a control of the page. */
  #onClick(event: MouseEvent): void {
    const { isTrusted, clientX, clientY } = event;
    const target = event.composedPath()[0] as Node | undefined;
    // Clicks in the picker belong to the picker.
    const isOurs = target === this.#session.host || this.#session.shadow.querySelector("dialog.picking") !== null;
    if (!isTrusted || isOurs || !target || !isElement(target) || this.#selection) {
      return;
    }
    const [left0, top0] = frameOffset(documentOf(target));
    const [x, y] = [clientX + left0, clientY + top0];
    if (closest(target, "a, button, input, label, select, summary, textarea")) {
      return;
    }
    const isAt = ({ left, right, top, bottom }: DOMRect): boolean => x >= left && x <= right && y >= top && y <= bottom;
    const highlight = this.#highlights.all.findLast(({ id }) => this.#rects(id).some(isAt));
    if (highlight) {
      // Otherwise this click would count as one outside the panel, and close it.
      setTimeout(() => this.#edit(highlight));
    }
  }

  handleKey(event: KeyboardEvent): void {
    const { key, isTrusted, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isTrusted || altKey || isTyping(event, this.#session)) {
      return;
    }
    const hasModifier = ctrlKey || metaKey;
    const isTab = key === "Tab" && !hasModifier && !shiftKey;
    const isUndo = key.toLowerCase() === "z" && hasModifier;
    const isText = [...key].length === 1 && !hasModifier;
    const isIgnored = isText && this.#isIgnoringLetters;
    const action = hasModifier || isIgnored ? null : this.#actionForKey(key);
    if (this.#typed !== null && isText) {
      this.#typed += key;
    } else if (action) {
      action();
    } else if (isIgnored && this.#isReader) {
      // The key is probably meant for the note.
    } else if (isTab && this.#bar.isOpen && this.#isBarNext) {
      this.#isBarNext = false;
      this.#bar.focus();
    } else if (isUndo && (shiftKey ? this.#highlights.canRedo : this.#highlights.canUndo)) {
      void this.#finishChange(shiftKey ? this.#highlights.redo() : this.#highlights.undo());
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** True while a highlight is being made and shortly after, until other text is selected. */
  get #isIgnoringLetters(): boolean {
    const isRecent = this.#pendingCount > 0 || performance.now() - this.#createdAt < keysPause;
    const selectedRange = isRecent ? this.#selection : null;
    return isRecent && (!selectedRange || isSameRange(this.#lastRange, selectedRange));
  }

  /**
   * Returns a key's action for the selection; null if there is none. Over the page itself, such a key is left to the
   * page.
   */
  #actionForKey(key: string): (() => void) | null {
    const { keys, bindings } = this.#session.settings;
    if (!keys || !this.#selection || isInPopup(this.#session.shadow)) {
      return null;
    }
    const color = colors[Number(key) - 1];
    if (this.#bar.isOpen && color) {
      return () => this.#queueHighlight(this.#barSelection, color, false);
    }
    if (this.#bar.isOpen && key.toLowerCase() === noteKey) {
      return () => this.#queueHighlight(this.#barSelection, this.#color, true);
    }
    // Reader handles this key itself.
    return actionFor(key, bindings) === "highlightSelection" && !this.#isReader
      ? () => this.highlightSelection()
      : null;
  }

  #edit(highlight: StoredHighlight, typed = ""): void {
    this.#editedNote = null;
    const middle = new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const place = this.#placeOf(highlight.id) ?? {
      lines: middle,
      column: new DOMRect(0, 0, innerWidth, 0),
      isRtl: false,
    };
    this.#bar.hide();
    this.#panel.open(highlight, place, typed);
  }

  /** Returns where a highlight is in the window; null if it isn't shown. */
  #placeOf(id: string): NotePlace | null {
    const rects = this.#rects(id);
    const [first, last] = [rects[0], rects.at(-1)];
    const node = this.#places.get(id)?.spans.at(-1)?.endContainer;
    let block = node && (isText(node) ? parentElement(node) : (node as Element));
    while (block && /^(inline|contents|ruby)/.test(getComputedStyle(block).display)) {
      block = parentElement(block);
    }
    if (!first || !last || !block) {
      return null;
    }
    const [x, y] = frameOffset(documentOf(block));
    const { left, top, width, height } = rectOf(block);
    return {
      lines: boxToAvoid(first, last),
      column: new DOMRect(left + x, top + y, width, height),
      isRtl: getComputedStyle(block).direction === "rtl",
    };
  }

  #rects(id: string): DOMRect[] {
    return (this.#places.get(id)?.spans ?? []).flatMap(rectsOf);
  }

  #editHighlight(id: string, change: Partial<Pick<StoredHighlight, "color" | "note">>): void {
    const highlight = this.#highlights.get(id);
    if (
      highlight &&
      ((change.color ?? highlight.color) !== highlight.color || (change.note ?? highlight.note) !== highlight.note)
    ) {
      this.#color = change.color ?? this.#color;
      const highlightChange: HighlightChange = { put: [{ ...highlight, ...change }], remove: [] };
      // Saves during the editing of one note are one undo step.
      const isSameEdit = change.note !== undefined && this.#editedNote === id;
      this.#editedNote = change.note === undefined ? null : id;
      void (isSameEdit
        ? this.#finishChange(this.#highlights.store(highlightChange))
        : this.#change(highlightChange, null));
    }
  }

  /** Makes a change, and shows the result. */
  async #change(change: HighlightChange, successMessage: string | null): Promise<void> {
    const failure = await this.#highlights.change(change);
    if (failure) {
      this.#showFailure(failure);
    } else if (successMessage) {
      this.#showMessage(successMessage, true);
    }
  }

  async #finishChange(change: Promise<SaveFailure | null>): Promise<void> {
    const failure = await change;
    if (failure) {
      this.#showFailure(failure);
    }
  }

  #showFailure(failure: SaveFailure): void {
    // In a private window this applies to every highlight, so the message appears only once.
    if (failure !== "private" || !this.#hasReportedPrivate) {
      this.#hasReportedPrivate ||= failure === "private";
      this.#showMessage(t(`highlightFailed_${failure}`));
    }
  }

  /** Shows a message for a while. With `canUndo`, it has a button that undoes the last change. */
  #showMessage(message: string, canUndo = false): void {
    const undo = { text: t("undo"), act: () => void this.#finishChange(this.#highlights.undo()) };
    toast(this.#session.shadow, message, canUndo ? undo : null);
  }
}

/** Returns the rectangles of a span in the window's viewport; none if it spans several trees. */
function rectsOf(span: AbstractRange): DOMRect[] {
  if (rootOf(span.startContainer) !== rootOf(span.endContainer)) {
    return [];
  }
  const [x, y] = frameOffset(documentOf(span.startContainer));
  const rects = [...toRange(span).getClientRects()];
  return rects.map(({ left, top, width, height }) => new DOMRect(left + x, top + y, width, height));
}

function isSameRange(a: AbstractRange | null, b: AbstractRange): boolean {
  const isAt = (x: AbstractRange, y: AbstractRange): boolean =>
    x.startContainer === y.startContainer && x.startOffset === y.startOffset;
  return a !== null && isAt(a, b) && a.endContainer === b.endContainer && a.endOffset === b.endOffset;
}

/** Returns the bounding box of some boxes. */
function boundingBox(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Returns the box that the panel must not cover: all lines of a highlight, or the last line of a long one. */
function boxToAvoid(first: DOMRect, last: DOMRect): DOMRect {
  const height = last.bottom - first.top;
  return height > 0 && height < innerHeight / 3 ? new DOMRect(last.left, first.top, last.width, height) : last;
}

function sourceOf({ finding }: Session): PageSource {
  const summary = finding.kind === "found" ? finding.detection.summary() : null;
  return { title: summary?.title ?? "", byline: summary?.byline ?? "" };
}

if (!shared("pithMarks")) {
  const highlighters = new WeakMap<Session, Highlighter>();
  share("pithMarks", {
    attach: (session) => {
      const highlighter = highlighters.get(session) ?? new ViewHighlights(session);
      highlighters.set(session, highlighter);
      return highlighter;
    },
    savedPosition,
    savePosition,
  });
  share("pithHighlightSelection", highlightSelection);
}
