/**
 * Highlights in an open view: finds them by their quotes, makes them of the selection, and edits them when they are
 * clicked. Nothing of the page is changed: see paint.ts.
 */

import { boundTo } from "../../../shared/settings/shortcuts.ts";
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
import { inSlices } from "../../dom/time-slicing.ts";
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
import { joinedWith } from "./joined.ts";
import { HighlightList } from "./list.ts";
import { NotePanel, type NotePlace } from "./note-panel.ts";
import { NoteSigns } from "./note-signs.ts";
import { noteKey, SelectionBar } from "./selection-bar.ts";
import { addStyles, toast } from "../../../ui/components.ts";
import { keysPause, selectionDebounce } from "../../../shared/timeouts.ts";

/** Where a highlight is in the text that a view shows, for the quote that was looked for; `null` if it is not there. */
interface Found {
  exact: string;
  stretch: Stretch | null;
  spans: StaticRange[];
}

class ViewHighlights implements Highlighter {
  readonly #session: Session;
  readonly #bar: SelectionBar;
  readonly #panel: NotePanel;
  readonly #signs: NoteSigns;
  readonly #list: HighlightList;
  /** What is said to those who do not see that a highlight was made. */
  readonly #status = element("p", { class: "unseen", role: "status" });
  readonly #paint: Paint;
  readonly #marks: PageHighlights;
  /** Where highlights are shown, by id. */
  readonly #places = new Map<string, Found>();
  /** The documents in which text is selected, the one in which that was done last at the end, and their shadow roots. */
  #documents: Document[] = [document];
  #roots: ShadowRoot[] = [];
  /** What a mark was offered for last. */
  #offered: AbstractRange | null = null;
  #color: StoredHighlight["color"] = colors[0];
  #timer = 0;
  #isPicking = false;
  #isTouch = false;
  /** True where Tab leads to the button first. */
  #leadsToOffer = false;
  #isPlacing = false;
  /** The mark whose note is being written; null where what is written next is a step of its own for undoing. */
  #noted: string | null = null;
  /** What was typed since a note was asked for and until its panel is open; null at other times. */
  #typed: string | null = null;
  /** When the last highlight was made, by `performance.now()`. */
  #madeAt = -Infinity;
  /** Highlights that are being made, when the last of them is, and of what it is made. */
  #making = 0;
  #last: AbstractRange | null = null;
  #made: Promise<void> = Promise.resolve();
  #toldLost = false;
  #toldPrivate = false;
  /** False while the view is made: what is shown then would be painted again with each step of it. */
  #isWhole = false;

  constructor(session: Session) {
    const { signal, settings, shadow } = session;
    this.#session = session;
    this.#findTrees();
    this.#bar = new SelectionBar(
      session.layers,
      {
        highlight: (color) => this.#make(this.#offered, color, false),
        note: () => this.#make(this.#offered, this.#color, true),
        copy: () => void this.#copy(),
        copyLink: () => void this.#copyLink(),
        listen: session.readAloud && (() => this.#listen()),
        unselect: () => this.#unselect(),
      },
      settings.keys,
    );
    this.#panel = new NotePanel({
      change: (id, change) => this.#change(id, change),
      remove: (id) => void this.#do({ put: [], remove: [id] }, t("unmarked")),
    });
    this.#signs = new NoteSigns(session, this.#documents, {
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
      remove: (id) => void this.#do({ put: [], remove: [id] }, t("unmarked")),
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

  /** Goes to a highlight that is shown. */
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

  /** Finds the trees of the page that hold text of a view over the page itself. */
  #findTrees(): void {
    const { finding } = this.#session;
    if (!this.#isReader && finding.kind === "found") {
      const trees = [...finding.blocks.trees];
      this.#documents = [...new Set([document, ...trees.map(documentOf)])];
      this.#roots = trees.filter(isShadowRoot);
    }
  }

  /** What is selected; null where nothing is. */
  get #selected(): StaticRange | null {
    for (const tree of this.#documents.toReversed()) {
      const range = selectedIn(tree, this.#roots);
      if (range) {
        return new StaticRange(range);
      }
    }
    return null;
  }

  /** Follows what is selected, pressed and typed. */
  #follow(): void {
    const { signal } = this.#session;
    const options = { capture: true, passive: true, signal };
    const point = (isPicking: boolean, event: PointerEvent): void => {
      this.#isPicking = isPicking && event.target !== this.#session.host;
      this.#isTouch = event.pointerType === "touch";
      this.#queueOffer();
    };
    for (const tree of this.#documents) {
      const changed = (): void => {
        this.#documents = [...this.#documents.filter((other) => other !== tree), tree];
        this.#queueOffer();
      };
      viewOf(tree).addEventListener("selectionchange", changed, options);
      onDocument<PointerEvent>("pointerdown", (event) => point(true, event), signal, true, tree);
      for (const type of ["pointerup", "pointercancel"]) {
        onDocument<PointerEvent>(type, (event) => point(false, event), signal, true, tree);
      }
      onDocument("scroll", () => this.#bar.isOpen && this.#offer(), signal, true, tree);
      onDocument<MouseEvent>("click", (event) => this.#pressed(event), signal, true, tree);
    }
    // What ends over our own controls comes no further.
    window.addEventListener("pointerup", (event) => point(false, event), options);
    // What is typed into the note is not the page's.
    keepTyping(this.#session);
    window.addEventListener("pagehide", () => this.#panel.keep(), options);
    onDocument("visibilitychange", () => this.#panel.keep(), signal);
    this.#queueOffer();
  }

  #queueOffer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isPicking && !this.#session.signal.aborted) {
        this.#leadsToOffer = this.#offer();
      }
    }, selectionDebounce);
  }

  /** Shows the bar at what is selected, or hides it if nothing is. Returns whether it is shown. */
  #offer(): boolean {
    const range = this.#selected;
    const hasText = range !== null && folded(String(ranging(range))) !== "";
    this.#offered = hasText ? range : null;
    const rects = hasText && range ? rectsOf(range).filter(({ width }) => width > 0) : [];
    this.#bar.show(rects.length > 0 ? around(rects) : null, this.#isTouch);
    return rects.length > 0;
  }

  /** Highlights what lies in a range, after those before it, and opens its note if that is wanted. */
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
      // Something else may be selected meanwhile.
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

  /** Highlights what lies in a range. What that overlaps becomes part of it, with its notes. Returns null if it can't be. */
  async #put(range: AbstractRange, color: HighlightColor): Promise<StoredHighlight | null> {
    const shown = await this.#shownText();
    const stretch = shown?.stretchOf(range);
    if (!shown || !stretch) {
      this.#say(t("markNowhere"));
      return null;
    }
    const joined = joinedWith(stretch, this.#marks.all, (id) => this.#places.get(id)?.stretch);
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
      this.#say(t("markTooLong"));
      return null;
    }
    this.#color = color;
    const found = joined?.stretch ?? stretch;
    this.#places.set(highlight.id, { exact: highlight.exact, stretch: found, spans: shown.spansOf(found) });
    void this.#do({ put: [highlight], remove: joined?.others ?? [] }, null);
    return highlight;
  }

  async #copy(): Promise<void> {
    const range = this.#offered;
    if (range) {
      // As the page shows it, with its lines; in shadow trees a selection has no text.
      const text = String(selection(documentOf(range.startContainer)) ?? "") || String(ranging(range));
      this.#say(t((await copy(text, null)) ? "copied" : "copyFailed"));
    }
  }

  /** Reads aloud from what is selected on. */
  #listen(): void {
    const session = this.#session;
    session.listenFrom = this.#offered;
    this.#unselect();
    session.readAloud?.();
  }

  #unselect(): void {
    for (const tree of this.#documents) {
      unselect(tree);
    }
  }

  /** Returns what a stretch is found again by: as the page has it, whatever view it was marked in. */
  async #anchors(shown: ShownText, stretch: Stretch): Promise<Anchors> {
    const own = anchorsOf(shown, stretch);
    if (!this.#isReader) {
      return own;
    }
    const onPage = await this.#onPage(shown, stretch);
    return onPage ? anchorsOf(onPage.page, onPage.stretch) : { ...own, start: null, at: null, block: null };
  }

  /** Returns where the page has a stretch of the text that the view shows. */
  async #onPage(shown: ShownText, stretch: Stretch): Promise<{ page: ShownText; stretch: Stretch } | null> {
    const page = await this.#pageText();
    const [found] = page ? anchor([quoteOf(anchorsOf(shown, stretch), shown)], page.text.folded) : [];
    return page && found ? { page, stretch: found } : null;
  }

  /** Copies the URL of what is selected. */
  async #copyLink(): Promise<void> {
    const range = this.#offered;
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

  /** Returns the text that the view shows: in the reader once that is whole and its formulas are what they stay. */
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
    return finding.kind === "found" ? inSlices(pageText(finding.blocks), signal) : null;
  }

  /** Looks for the marks that have no place yet, and shows all that have one. */
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
      void this.#tellLost(fresh);
      // More may have come meanwhile.
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

  /** Notes which of some marks are on the page no more, and which are there again. */
  async #tellLost(marks: readonly StoredHighlight[]): Promise<void> {
    const missing = marks.filter(({ id }) => !this.#places.get(id)?.stretch);
    // What the reader does not show may stand on the page all the same.
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
    if (lost.size > 0 && !this.#toldLost && !this.#session.signal.aborted) {
      this.#toldLost = true;
      this.#say(t("marksLost", number(lost.size)));
    }
  }

  /** Opens the panel of the mark that is pressed, where the page does nothing else by that. */
  #pressed(event: MouseEvent): void {
    const { isTrusted, clientX, clientY } = event;
    const target = event.composedPath()[0] as Node | undefined;
    // What is clicked in the picker is picked.
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
      // The click that opens it would be one beside it.
      setTimeout(() => this.#edit(mark));
    }
  }

  press(event: KeyboardEvent): void {
    const { key, isTrusted, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isTrusted || altKey || isTyping(event, this.#session)) {
      return;
    }
    const isHeld = ctrlKey || metaKey;
    const isTab = key === "Tab" && !isHeld && !shiftKey;
    const isUndo = key.toLowerCase() === "z" && isHeld;
    const isText = [...key].length === 1 && !isHeld;
    const isPausing = isText && this.#isPausing;
    const act = isHeld || isPausing ? null : this.#actOf(key);
    if (this.#typed !== null && isText) {
      this.#typed += key;
    } else if (act) {
      act();
    } else if (isPausing && this.#isReader) {
      // Meant for a note, most likely.
    } else if (isTab && this.#bar.isOpen && this.#leadsToOffer) {
      this.#leadsToOffer = false;
      this.#bar.focus();
    } else if (isUndo && (shiftKey ? this.#marks.canRedo : this.#marks.canUndo)) {
      void this.#take(shiftKey ? this.#marks.redo() : this.#marks.undo());
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** True while a highlight is made and shortly after, until other text is selected. */
  get #isPausing(): boolean {
    const isRecent = this.#making > 0 || performance.now() - this.#madeAt < keysPause;
    const selected = isRecent ? this.#selected : null;
    return isRecent && (!selected || isSame(this.#last, selected));
  }

  /** Returns what a key does with the selection; null if it does nothing. Over the page itself it is the page's otherwise. */
  #actOf(key: string): (() => void) | null {
    const { keys, bindings } = this.#session.settings;
    if (!keys || !this.#selected) {
      return null;
    }
    const color = colors[Number(key) - 1];
    if (this.#bar.isOpen && color) {
      return () => this.#make(this.#offered, color, false);
    }
    if (this.#bar.isOpen && key.toLowerCase() === noteKey) {
      return () => this.#make(this.#offered, this.#color, true);
    }
    // Reader has a key of its own.
    return boundTo(key, bindings) === "mark" && !this.#isReader ? () => this.mark() : null;
  }

  #edit(highlight: StoredHighlight, typed = ""): void {
    this.#noted = null;
    const middle = new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const at = this.#placeOf(highlight.id) ?? { lines: middle, column: new DOMRect(0, 0, innerWidth, 0), isRtl: false };
    this.#bar.hide();
    this.#panel.open(highlight, at, typed);
  }

  /** Returns where a highlight is in the window; null if it is not shown. */
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
      // A note that is kept while it is written is one step.
      const isGoingOn = change.note !== undefined && this.#noted === id;
      this.#noted = change.note === undefined ? null : id;
      void (isGoingOn ? this.#take(this.#marks.store(written)) : this.#do(written, null));
    }
  }

  /** Makes a change, and says what became of it. */
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
    // In a private window it is so of all, which is said once.
    if (failure !== "private" || !this.#toldPrivate) {
      this.#toldPrivate ||= failure === "private";
      this.#say(t(`markFailed_${failure}`));
    }
  }

  /** Says something for a while; `canUndo` with a button that undoes what was done last. */
  #say(message: string, canUndo = false): void {
    const undo = { text: t("undo"), act: () => void this.#take(this.#marks.undo()) };
    toast(this.#session.shadow, message, canUndo ? undo : null);
  }
}

/** Returns the rectangles of a span in the window's viewport; none where it runs through several trees. */
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

/** Returns the box around some boxes. */
function around(rects: readonly DOMRect[]): DOMRect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Returns what the panel may not cover: all lines of a mark, of a long one the last. */
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
