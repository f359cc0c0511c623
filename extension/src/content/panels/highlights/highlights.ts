/**
 * Highlights in an open view: finds them by their quotes, makes them of the selection, and edits them when they are
 * clicked. Nothing of the page is changed: see paint.ts.
 */

import { boundTo, keysOf } from "../../../shared/settings/shortcuts.ts";
import { copy } from "../../../ui/export/clipboard.ts";
import { t } from "../../../shared/ext.ts";
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
  rootOf,
  selectedIn,
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
  colours,
  longestQuote,
  type StoredHighlight,
  newId,
} from "../../../shared/highlights/highlight.ts";
import { type HighlightChange, type Failure, PageHighlights } from "./page-highlights.ts";
import { Paint } from "./paint.ts";
import { articleText, pageText, type ShownText } from "./shown-text.ts";
import { folded } from "./text.ts";
import { tell } from "../../../shared/requests.ts";
import { addressOfPassage } from "./text-fragment.ts";
import { HighlightControls } from "./controls.ts";
import { selectionDebounce } from "../../../shared/timeouts.ts";

class ViewHighlights implements Highlighter {
  readonly #session: Session;
  readonly #controls: HighlightControls;
  readonly #paint: Paint;
  readonly #marks: PageHighlights;
  /** Where marks are shown, by id; null for those that are not. */
  readonly #places = new Map<string, { stretch: Stretch; spans: StaticRange[] } | null>();
  /** The documents in which text is selected, the one in which that was done last at the end, and their shadow roots. */
  #documents: Document[] = [document];
  #roots: ShadowRoot[] = [];
  /** What a mark was offered for last. */
  #offered: AbstractRange | null = null;
  #colour: StoredHighlight["colour"] = colours[0];
  #timer = 0;
  #isPicking = false;
  #isTouch = false;
  /** True where Tab leads to the button first. */
  #leadsToOffer = false;
  #isPlacing = false;
  /** The mark whose note is being written; null where what is written next is a step of its own for undoing. */
  #noted: string | null = null;
  /** The mark that the panel was opened for last by going from one to the next. */
  #reached: string | null = null;
  #toldLost = false;
  /** False while the view is made: what is shown then would be painted again with each step of it. */
  #isWhole = false;

  constructor(session: Session) {
    const { signal, settings } = session;
    this.#session = session;
    this.#controls = new HighlightControls(
      session,
      {
        mark: () => void this.#make(this.#offered),
        unselect: () => this.#unselect(),
        change: (id, change) => this.#change(id, change),
        remove: (id) => void this.#do({ put: [], remove: [id] }, t("unmarked")),
        undo: () => void this.#take(this.#marks.undo()),
        copyLink: (id) => void this.#copyLink(id),
        list: () => tell("list-marks", { url: location.href }),
      },
      settings.keys ? keysOf("mark", settings.bindings)[0] : undefined,
    );
    this.#paint = new Paint(session, this.#isReader);
    this.#marks = new PageHighlights(titleOf(session), () => void this.#place(), signal);
    void this.#marks.load();
    this.#findTrees();
    void session.whole.then(() => {
      this.#isWhole = true;
      this.#show();
    });
    this.#follow();
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#controls.keep();
      this.#paint.remove();
    });
  }

  mark(): void {
    const selected = this.#selected;
    if (selected) {
      void this.#make(selected);
    } else {
      this.#next();
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
      onDocument("scroll", () => this.#controls.isOffered && this.#offer(), signal, true, tree);
      onDocument<MouseEvent>("click", (event) => this.#pressed(event), signal, true, tree);
    }
    // What ends over our own controls comes no further.
    window.addEventListener("pointerup", (event) => point(false, event), options);
    // What is typed into the note is not the page's.
    keepTyping(this.#session);
    window.addEventListener("pagehide", () => this.#controls.keep(), options);
    onDocument("visibilitychange", () => this.#controls.keep(), signal);
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

  /** Shows the button beside what is selected, or takes it away where nothing is. */
  #offer(): boolean {
    const range = this.#selected;
    const hasText = range !== null && folded(String(ranging(range))) !== "";
    this.#offered = hasText ? range : null;
    const rects = hasText ? rectsOf(range).filter(({ width }) => width > 0) : [];
    const last = rects.at(-1);
    const end = last && hasText ? endOf(last, range.endContainer) : null;
    this.#controls.offer(end, this.#isTouch);
    return end !== null;
  }

  /** Makes a mark of what lies in a range. */
  async #make(range: AbstractRange | null): Promise<void> {
    const shown = range && (await this.#shownText());
    if (!shown) {
      return;
    }
    const stretch = shown.stretchOf(range);
    if (!stretch) {
      this.#controls.say(t("markNowhere"), false);
      return;
    }
    const anchors = await this.#anchors(shown, stretch);
    if (anchors.exact.length > longestQuote) {
      this.#controls.say(t("markTooLong"), false);
      return;
    }
    const mark = {
      id: newId(),
      created: new Date().toISOString(),
      colour: this.#colour,
      note: "",
      isLost: false,
      ...anchors,
    };
    this.#places.set(mark.id, { stretch, spans: shown.spansOf(stretch) });
    this.#unselect();
    this.#edit(mark);
    await this.#do({ put: [mark], remove: [] }, null);
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

  /** Copies the address of what is offered to be marked, or of a mark. */
  async #copyLink(id: string | null): Promise<void> {
    const range = this.#offered;
    const shown = await this.#shownText();
    const stretch = id === null ? range && shown?.stretchOf(range) : this.#places.get(id)?.stretch;
    const onPage = shown && stretch && (await this.#onPage(shown, stretch));
    if (!onPage) {
      this.#controls.say(t("linkNowhere"), false);
      return;
    }
    const address = addressOfPassage(location.href, passageOf(onPage.page, onPage.stretch));
    this.#controls.say(t((await copy(address, null)) ? "copied" : "copyFailed"), false);
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
    const fresh = this.#marks.all.filter(({ id }) => !this.#places.has(id));
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
      for (const [i, { id }] of fresh.entries()) {
        const stretch = stretches[i];
        this.#places.set(id, stretch ? { stretch, spans: shown.spansOf(stretch) } : null);
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
      const spans = this.#marks.all.flatMap(({ id, colour }) => {
        return (this.#places.get(id)?.spans ?? []).map((span) => ({ span, colour }));
      });
      this.#paint.show(spans);
    }
  }

  /** Notes which of some marks are on the page no more, and which are there again. */
  async #tellLost(marks: readonly StoredHighlight[]): Promise<void> {
    const missing = marks.filter(({ id }) => !this.#places.get(id));
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
      this.#controls.say(t("marksLost", number(lost.size)), false);
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
    const isTab = key === "Tab" && !ctrlKey && !metaKey && !shiftKey;
    const isUndo = key.toLowerCase() === "z" && (ctrlKey || metaKey);
    // The reader has a key of its own; on the page itself keys are the page's, but while text is selected.
    const { keys, bindings } = this.#session.settings;
    const isMark = keys && boundTo(key, bindings) === "mark" && !ctrlKey && !metaKey && !this.#isReader;
    if (isMark && this.#selected) {
      this.mark();
    } else if (isTab && this.#controls.isOffered && this.#leadsToOffer) {
      this.#leadsToOffer = false;
      this.#controls.focusOffer();
    } else if (isUndo && (shiftKey ? this.#marks.canRedo : this.#marks.canUndo)) {
      void this.#take(shiftKey ? this.#marks.redo() : this.#marks.undo());
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Goes to the next of the marks that are shown, in the order of the text. */
  #next(): void {
    const shown = this.#marks.all
      .flatMap((mark) => ({ mark, place: this.#places.get(mark.id) }))
      .filter(({ place }) => place)
      .toSorted((a, b) => (a.place?.stretch.start ?? 0) - (b.place?.stretch.start ?? 0));
    const at = shown.findIndex(({ mark }) => mark.id === this.#reached);
    const next = shown[(at + 1) % shown.length];
    const start = next?.place?.spans[0]?.startContainer;
    const holder = start && parentElement(start);
    if (next && holder) {
      this.#reached = next.mark.id;
      const place: ScrollIntoViewOptions = { block: "center", behavior: "instant" };
      Reflect.apply(Element.prototype.scrollIntoView, holder, [place]);
      this.#edit(next.mark);
    }
  }

  #edit(mark: StoredHighlight): void {
    this.#noted = null;
    const rects = this.#rects(mark.id);
    const [first, last] = [rects[0], rects.at(-1)];
    const middle = new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    this.#controls.edit(mark, first && last ? besides(first, last) : middle, this.#isTouch);
  }

  #rects(id: string): DOMRect[] {
    return (this.#places.get(id)?.spans ?? []).flatMap(rectsOf);
  }

  #change(id: string, change: Partial<Pick<StoredHighlight, "colour" | "note">>): void {
    const mark = this.#marks.get(id);
    if (mark && ((change.colour ?? mark.colour) !== mark.colour || (change.note ?? mark.note) !== mark.note)) {
      this.#colour = change.colour ?? this.#colour;
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
      this.#controls.say(done, true);
    }
  }

  async #take(turn: Promise<Failure | null>): Promise<void> {
    const failure = await turn;
    if (failure) {
      this.#sayFailure(failure);
    }
  }

  #sayFailure(failure: Failure): void {
    this.#controls.say(t(`markFailed_${failure}`), false);
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

/** Returns the end of a line of text that a node stands in: its left one where it runs from right to left. */
function endOf({ left, right, top, height }: DOMRect, node: Node): DOMRect {
  const holder = isText(node) ? parentElement(node) : (node as Element);
  const isLeft = holder !== null && getComputedStyle(holder).direction === "rtl";
  return new DOMRect(isLeft ? left : right, top, 0, height);
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
}
