/**
 * Highlights in an open view: finds them by their quotes, creates them from the selection, and edits them on click.
 * Nothing of the page is changed: see paint.ts.
 */

import { actionFor } from "../../../shared/settings/shortcuts.ts";
import { copy } from "../../../ui/export/clipboard.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { element, style } from "../../../ui/build.ts";
import { isTyping, keepTyping } from "../../session/guard.ts";
import {
  closest,
  documentOf,
  isElement,
  isShadowRoot,
  isText,
  onDocument,
  parentElement,
  ranging,
  rectOf,
  scrollIntoView,
  rootOf,
  selectedIn,
  selection,
  unselect,
  viewOf,
} from "../../../ui/nodes.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { runInSlices } from "../../dom/time-slicing.ts";
import type { Highlighter } from "./types.ts";
import type { Session } from "../../session/session.ts";
import { share, shared } from "../../../shared/state.ts";
import { anchor, type Stretch } from "./anchoring.ts";
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
import { type HighlightChange, type Failure, PageHighlights } from "./page-highlights.ts";
import { Paint } from "./paint.ts";
import { articleText, pageText, type ShownText } from "./shown-text.ts";
import { folded } from "./text.ts";
import { notify } from "../../../shared/requests.ts";
import { addressOfPassage } from "./text-fragment.ts";
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
interface Found {
  exact: string;
  stretch: Stretch | null;
  spans: StaticRange[];
}

class ViewHighlights implements Highlighter {
  readonly #session: Session;
  readonly #bar: SelectionBar;
  readonly #panel: NotePanel;
  readonly #signs: NoteIcons;
  readonly #list: HighlightList;
  /** Status message for screen readers when a highlight is created. */
  readonly #status = element("p", { class: "unseen", role: "status" });
  readonly #paint: Paint;
  readonly #marks: PageHighlights;
  /** Places of highlights, by id. */
  readonly #places = new Map<string, Found>();
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
  #noted: string | null = null;
  /** Text typed between the request for a note and the opening of its panel; null at other times. */
  #typed: string | null = null;
  /** Time of the last highlight, as `performance.now()`. */
  #madeAt = -Infinity;
  /** The number of pending highlights. Of the last one, its range and its completion. */
  #making = 0;
  #last: AbstractRange | null = null;
  #made: Promise<void> = Promise.resolve();
  #hasReportedMissing = false;
  #hasReportedPrivate = false;
  /** False while the view is being built, because each of its steps would repaint the highlights. */
  #isWhole = false;

  constructor(session: Session) {
    const { signal, settings, shadow } = session;
    this.#session = session;
    this.#findTrees();
    this.#bar = new SelectionBar(
      session.layers,
      {
        highlight: (color) => this.#make(this.#barSelection, color, false),
        note: () => this.#make(this.#barSelection, this.#color, true),
        copy: () => void this.#copy(),
        copyLink: () => void this.#copyLink(),
        listen: session.readAloud && (() => this.#listen()),
        unselect: () => this.#unselect(),
      },
      settings.keys,
    );
    this.#panel = new NotePanel({
      change: (id, change) => this.#change(id, change),
      remove: (id) => void this.#do({ put: [], remove: [id] }, t("highlightDeleted")),
    });
    this.#signs = new NoteIcons(session, this.#documents, {
      placeOf: (id) => this.#placeOf(id),
      rects: (id) => this.#rects(id),
      open: (highlight) => this.#edit(highlight),
    });
    this.#list = new HighlightList(session.layers, {
      reach: (id) => this.#reach(id),
      edit: (id) => {
        this.#reach(id);
        this.#editById(id);
      },
      copy: (text) => void copy(text, null).then((isCopied) => this.#say(t(isCopied ? "copied" : "copyFailed"))),
      remove: (id) => void this.#do({ put: [], remove: [id] }, t("highlightDeleted")),
      all: () => notify("list-marks", { url: location.href }),
    });
    addStyles(shadow, signal);
    shadow.append(style(styles));
    shadow
      .querySelector("dialog")
      ?.append(
        element(
          "div",
          { class: "marks", lang: locale(), dir: messageDirection() },
          this.#bar.node,
          this.#list.node,
          this.#panel.node,
          this.#signs.tip,
          this.#status,
        ),
      );
    this.#paint = new Paint(session, this.#isReader);
    this.#marks = new PageHighlights(
      () => titleOf(session),
      () => void this.#place(),
      signal,
    );
    void this.#marks.load();
    void session.whole.then(() => {
      this.#isWhole = true;
      this.#show();
    });
    this.#follow();
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#panel.keep();
      this.#paint.remove();
    });
  }

  mark(): void {
    const selected = this.#selected;
    if (selected) {
      this.#make(selected, this.#color, false);
    } else {
      this.#say(t("selectToHighlight"));
    }
  }

  list(): void {
    this.#list.toggle();
  }

  /** Scrolls a visible highlight into view. */
  #reach(id: string): void {
    const start = this.#places.get(id)?.spans[0]?.startContainer;
    const holder = start && (isText(start) ? parentElement(start) : (start as Element));
    if (holder) {
      scrollIntoView(holder, { block: "center", behavior: "instant" });
    }
  }

  #editById(id: string): void {
    const highlight = this.#marks.get(id);
    if (highlight) {
      this.#edit(highlight);
    }
  }

  /** Finds the trees of the page that contain text, for a view over the page itself. */
  #findTrees(): void {
    const { finding } = this.#session;
    if (!this.#isReader && finding.kind === "found") {
      const trees = [...finding.blocks.trees];
      this.#documents = [...new Set([document, ...trees.map(documentOf)])];
      this.#roots = trees.filter(isShadowRoot);
    }
  }

  /** The selection; null if there is none. */
  get #selected(): StaticRange | null {
    for (const tree of this.#documents.toReversed()) {
      const range = selectedIn(tree, this.#roots);
      if (range) {
        return new StaticRange(range);
      }
    }
    return null;
  }

  /** Follows the selection, clicks, and keys. */
  #follow(): void {
    const { signal } = this.#session;
    const options = { capture: true, passive: true, signal };
    const point = (isPicking: boolean, event: PointerEvent): void => {
      this.#isPicking = isPicking && event.target !== this.#session.host;
      this.#isTouch = event.pointerType === "touch";
      this.#queueBar();
    };
    for (const tree of this.#documents) {
      const changed = (): void => {
        this.#documents = [...this.#documents.filter((other) => other !== tree), tree];
        this.#queueBar();
      };
      viewOf(tree).addEventListener("selectionchange", changed, options);
      onDocument<PointerEvent>("pointerdown", (event) => point(true, event), signal, true, tree);
      for (const type of ["pointerup", "pointercancel"]) {
        onDocument<PointerEvent>(type, (event) => point(false, event), signal, true, tree);
      }
      onDocument("scroll", () => this.#bar.isOpen && this.#showBar(), signal, true, tree);
      onDocument<MouseEvent>("click", (event) => this.#clicked(event), signal, true, tree);
    }
    // Events on our own controls don't leave our tree.
    window.addEventListener("pointerup", (event) => point(false, event), options);
    // Keys typed into the note aren't for the page.
    keepTyping(this.#session);
    window.addEventListener("pagehide", () => this.#panel.keep(), options);
    onDocument("visibilitychange", () => this.#panel.keep(), signal);
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
    const range = this.#selected;
    const hasText = range !== null && folded(String(ranging(range))) !== "";
    this.#barSelection = hasText ? range : null;
    const rects = hasText && range ? rectsOf(range).filter(({ width }) => width > 0) : [];
    this.#bar.show(rects.length > 0 ? around(rects) : null, this.#isTouch);
    return rects.length > 0;
  }

  /** Highlights a range after the pending ones, and opens its note if `isNoted`. */
  #make(range: AbstractRange | null, color: HighlightColor, isNoted: boolean): void {
    if (!range) {
      return;
    }
    this.#making += 1;
    this.#last = range;
    if (isNoted) {
      this.#typed = "";
    }
    this.#made = this.#made.then(async () => {
      const highlight = await this.#put(range, color).catch(console.error);
      this.#making -= 1;
      const typed = this.#typed ?? "";
      this.#typed = isNoted ? null : this.#typed;
      if (!highlight || this.#session.signal.aborted) {
        return;
      }
      this.#madeAt = performance.now();
      // The selection may have changed meanwhile.
      if (isSame(this.#selected, range)) {
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
  async #put(range: AbstractRange, color: HighlightColor): Promise<StoredHighlight | null> {
    const shown = await this.#shownText();
    const stretch = shown?.stretchOf(range);
    if (!shown || !stretch) {
      this.#say(t("highlightNotPossible"));
      return null;
    }
    const joined = mergeOverlapping(stretch, this.#marks.all, (id) => this.#places.get(id)?.stretch);
    const highlight: StoredHighlight = {
      id: newId(),
      created: new Date().toISOString(),
      note: "",
      isLost: false,
      ...joined?.first,
      color,
      ...(joined && { note: joined.note }),
      ...(await this.#anchors(shown, joined?.stretch ?? stretch)),
    };
    if (highlight.exact.length > maxQuoteLength) {
      this.#say(t("highlightTooLong"));
      return null;
    }
    this.#color = color;
    const found = joined?.stretch ?? stretch;
    this.#places.set(highlight.id, { exact: highlight.exact, stretch: found, spans: shown.spansOf(found) });
    void this.#do({ put: [highlight], remove: joined?.others ?? [] }, null);
    return highlight;
  }

  async #copy(): Promise<void> {
    const range = this.#barSelection;
    if (range) {
      // As displayed, with line breaks. In shadow trees a selection has no text.
      const text = String(selection(documentOf(range.startContainer)) ?? "") || String(ranging(range));
      this.#say(t((await copy(text, null)) ? "copied" : "copyFailed"));
    }
  }

  /** Reads aloud from the selection. */
  #listen(): void {
    const session = this.#session;
    session.listenFrom = this.#barSelection;
    this.#unselect();
    session.readAloud?.();
  }

  #unselect(): void {
    for (const tree of this.#documents) {
      unselect(tree);
    }
  }

  /** Returns the anchor of a range in the page's text, regardless of the view in which it was highlighted. */
  async #anchors(shown: ShownText, stretch: Stretch): Promise<Anchors> {
    const own = anchorsOf(shown, stretch);
    if (!this.#isReader) {
      return own;
    }
    const onPage = await this.#onPage(shown, stretch);
    return onPage ? anchorsOf(onPage.page, onPage.stretch) : { ...own, start: null, at: null, block: null };
  }

  /** Returns the place of a range of the view's text in the page's text. */
  async #onPage(shown: ShownText, stretch: Stretch): Promise<{ page: ShownText; stretch: Stretch } | null> {
    const page = await this.#pageText();
    const [found] = page ? anchor([quoteOf(anchorsOf(shown, stretch), shown)], page.text.folded) : [];
    return page && found ? { page, stretch: found } : null;
  }

  /** Copies the URL of the selection. */
  async #copyLink(): Promise<void> {
    const range = this.#barSelection;
    const shown = await this.#shownText();
    const stretch = range && shown?.stretchOf(range);
    const onPage = shown && stretch && (await this.#onPage(shown, stretch));
    if (!onPage) {
      this.#say(t("linkNowhere"));
      return;
    }
    const address = addressOfPassage(location.href, passageOf(onPage.page, onPage.stretch));
    this.#say(t((await copy(address, null)) ? "linkCopied" : "copyFailed"));
  }

  get #isReader(): boolean {
    return this.#session.host.dataset.pith === "reader";
  }

  /** Returns the text that the view shows. In Reader, waits until it is complete and its formulas are rendered. */
  async #shownText(): Promise<ShownText | null> {
    const { host, signal, whole } = this.#session;
    if (!this.#isReader) {
      return this.#pageText();
    }
    await whole;
    return signal.aborted ? null : articleText(host);
  }

  async #pageText(): Promise<ShownText | null> {
    const { finding, signal } = this.#session;
    return finding.kind === "found" ? runInSlices(pageText(finding.blocks), signal) : null;
  }

  /** Finds the highlights that have no place yet, and shows all that have one. */
  async #place(): Promise<void> {
    const fresh = this.#marks.all.filter(({ id, exact }) => this.#places.get(id)?.exact !== exact);
    if (fresh.length > 0 && !this.#isPlacing) {
      this.#isPlacing = true;
      const shown = await this.#shownText();
      this.#isPlacing = false;
      if (!shown) {
        return;
      }
      const stretches = anchor(
        fresh.map((mark) => quoteOf(mark, shown)),
        shown.text.folded,
      );
      for (const [i, { id, exact }] of fresh.entries()) {
        const stretch = stretches[i] ?? null;
        this.#places.set(id, { exact, stretch, spans: stretch ? shown.spansOf(stretch) : [] });
      }
      void this.#saveMissing(fresh);
      // There may be more by now.
      void this.#place();
      return;
    }
    this.#show();
  }

  #show(): void {
    if (this.#isWhole && !this.#session.signal.aborted) {
      const spans = this.#marks.all.flatMap(({ id, color }) => {
        return (this.#places.get(id)?.spans ?? []).map((span) => ({ span, color }));
      });
      this.#paint.show(spans);
      this.#signs.show(this.#marks.all);
      const at = (id: string): number => this.#places.get(id)?.stretch?.start ?? Number.POSITIVE_INFINITY;
      const inOrder = this.#marks.all.toSorted((a, b) => (at(a.id) < at(b.id) ? -1 : 1));
      this.#list.show(
        inOrder.map((highlight) => ({ highlight, isShown: at(highlight.id) < Number.POSITIVE_INFINITY })),
      );
    }
  }

  /** Saves which highlights are missing on the page, and which have been found again. */
  async #saveMissing(marks: readonly StoredHighlight[]): Promise<void> {
    const missing = marks.filter(({ id }) => !this.#places.get(id)?.stretch);
    // The page may contain what Reader doesn't show.
    const page = this.#isReader && missing.length > 0 ? await this.#pageText() : null;
    const found = page
      ? anchor(
          missing.map((mark) => quoteOf(mark, page)),
          page.text.folded,
        )
      : [];
    const lost = new Set(missing.filter((_, i) => !found[i]));
    const turned = marks.filter((mark) => mark.isLost !== lost.has(mark));
    if (turned.length > 0) {
      await this.#marks.store({ put: turned.map((mark) => ({ ...mark, isLost: !mark.isLost })), remove: [] });
    }
    if (lost.size > 0 && !this.#hasReportedMissing && !this.#session.signal.aborted) {
      this.#hasReportedMissing = true;
      this.#say(t("highlightsMissing", number(lost.size)));
    }
  }

  /** Opens the panel of a clicked highlight, unless the click is on a control of the page. */
  #clicked(event: MouseEvent): void {
    const { isTrusted, clientX, clientY } = event;
    const target = event.composedPath()[0] as Node | undefined;
    // Clicks in the picker belong to the picker.
    const isOurs = target === this.#session.host || this.#session.shadow.querySelector("dialog.points") !== null;
    if (!isTrusted || isOurs || !target || !isElement(target) || this.#selected) {
      return;
    }
    const [left0, top0] = frameOffset(documentOf(target));
    const [x, y] = [clientX + left0, clientY + top0];
    if (closest(target, "a, button, input, label, select, summary, textarea")) {
      return;
    }
    const isAt = ({ left, right, top, bottom }: DOMRect): boolean => x >= left && x <= right && y >= top && y <= bottom;
    const mark = this.#marks.all.findLast(({ id }) => this.#rects(id).some(isAt));
    if (mark) {
      // Otherwise this click would count as one outside the panel, and close it.
      setTimeout(() => this.#edit(mark));
    }
  }

  press(event: KeyboardEvent): void {
    const { key, isTrusted, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isTrusted || altKey || isTyping(event, this.#session)) {
      return;
    }
    const hasModifier = ctrlKey || metaKey;
    const isTab = key === "Tab" && !hasModifier && !shiftKey;
    const isUndo = key.toLowerCase() === "z" && hasModifier;
    const isText = [...key].length === 1 && !hasModifier;
    const isPausing = isText && this.#isPausing;
    const act = hasModifier || isPausing ? null : this.#actOf(key);
    if (this.#typed !== null && isText) {
      this.#typed += key;
    } else if (act) {
      act();
    } else if (isPausing && this.#isReader) {
      // The key is probably meant for the note.
    } else if (isTab && this.#bar.isOpen && this.#isBarNext) {
      this.#isBarNext = false;
      this.#bar.focus();
    } else if (isUndo && (shiftKey ? this.#marks.canRedo : this.#marks.canUndo)) {
      void this.#take(shiftKey ? this.#marks.redo() : this.#marks.undo());
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** True while a highlight is being made and shortly after, until other text is selected. */
  get #isPausing(): boolean {
    const isRecent = this.#making > 0 || performance.now() - this.#madeAt < keysPause;
    const selected = isRecent ? this.#selected : null;
    return isRecent && (!selected || isSame(this.#last, selected));
  }

  /**
   * Returns a key's action for the selection; null if there is none. Over the page itself, such a key is left to the
   * page.
   */
  #actOf(key: string): (() => void) | null {
    const { keys, bindings } = this.#session.settings;
    if (!keys || !this.#selected) {
      return null;
    }
    const color = colors[Number(key) - 1];
    if (this.#bar.isOpen && color) {
      return () => this.#make(this.#barSelection, color, false);
    }
    if (this.#bar.isOpen && key.toLowerCase() === noteKey) {
      return () => this.#make(this.#barSelection, this.#color, true);
    }
    // Reader handles this key itself.
    return actionFor(key, bindings) === "highlightSelection" && !this.#isReader ? () => this.mark() : null;
  }

  #edit(highlight: StoredHighlight, typed = ""): void {
    this.#noted = null;
    const middle = new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const at = this.#placeOf(highlight.id) ?? { lines: middle, column: new DOMRect(0, 0, innerWidth, 0), isRtl: false };
    this.#bar.hide();
    this.#panel.open(highlight, at, typed);
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
      lines: besides(first, last),
      column: new DOMRect(left + x, top + y, width, height),
      isRtl: getComputedStyle(block).direction === "rtl",
    };
  }

  #rects(id: string): DOMRect[] {
    return (this.#places.get(id)?.spans ?? []).flatMap(rectsOf);
  }

  #change(id: string, change: Partial<Pick<StoredHighlight, "color" | "note">>): void {
    const mark = this.#marks.get(id);
    if (mark && ((change.color ?? mark.color) !== mark.color || (change.note ?? mark.note) !== mark.note)) {
      this.#color = change.color ?? this.#color;
      const written: HighlightChange = { put: [{ ...mark, ...change }], remove: [] };
      // Saves during the editing of one note are one undo step.
      const isSameEdit = change.note !== undefined && this.#noted === id;
      this.#noted = change.note === undefined ? null : id;
      void (isSameEdit ? this.#take(this.#marks.store(written)) : this.#do(written, null));
    }
  }

  /** Makes a change, and shows the result. */
  async #do(change: HighlightChange, done: string | null): Promise<void> {
    const failure = await this.#marks.change(change);
    if (failure) {
      this.#sayFailure(failure);
    } else if (done) {
      this.#say(done, true);
    }
  }

  async #take(change: Promise<Failure | null>): Promise<void> {
    const failure = await change;
    if (failure) {
      this.#sayFailure(failure);
    }
  }

  #sayFailure(failure: Failure): void {
    // In a private window this applies to every highlight, so the message appears only once.
    if (failure !== "private" || !this.#hasReportedPrivate) {
      this.#hasReportedPrivate ||= failure === "private";
      this.#say(t(`highlightFailed_${failure}`));
    }
  }

  /** Shows a message for a while. With `canUndo`, it has a button that undoes the last change. */
  #say(message: string, canUndo = false): void {
    const undo = { text: t("undo"), act: () => void this.#take(this.#marks.undo()) };
    toast(this.#session.shadow, message, canUndo ? undo : null);
  }
}

/** Returns the rectangles of a span in the window's viewport; none if it spans several trees. */
function rectsOf(span: AbstractRange): DOMRect[] {
  if (rootOf(span.startContainer) !== rootOf(span.endContainer)) {
    return [];
  }
  const [x, y] = frameOffset(documentOf(span.startContainer));
  const rects = [...ranging(span).getClientRects()];
  return rects.map(({ left, top, width, height }) => new DOMRect(left + x, top + y, width, height));
}

function isSame(a: AbstractRange | null, b: AbstractRange): boolean {
  const isAt = (x: AbstractRange, y: AbstractRange): boolean =>
    x.startContainer === y.startContainer && x.startOffset === y.startOffset;
  return a !== null && isAt(a, b) && a.endContainer === b.endContainer && a.endOffset === b.endOffset;
}

/** Returns the bounding box of some boxes. */
function around(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Returns the box that the panel must not cover: all lines of a highlight, or the last line of a long one. */
function besides(first: DOMRect, last: DOMRect): DOMRect {
  const height = last.bottom - first.top;
  return height > 0 && height < innerHeight / 3 ? new DOMRect(last.left, first.top, last.width, height) : last;
}

function titleOf({ finding }: Session): string {
  return (finding.kind === "found" && finding.detection.summary().title) || "";
}

if (!shared("pithMarks")) {
  const attached = new WeakMap<Session, Highlighter>();
  share("pithMarks", {
    attach: (session) => {
      const marking = attached.get(session) ?? new ViewHighlights(session);
      attached.set(session, marking);
      return marking;
    },
    savedPosition,
    savePosition,
  });
  share("pithHighlightSelection", highlightSelection);
}
