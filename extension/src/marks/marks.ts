/**
 * Marks in an open view: shown where their quotes are found, made of what is selected, changed where they are pressed.
 * Nothing of the page is changed: see paint.ts.
 */

import { ext, t } from "../ext.ts";
import { isTyping } from "../guard.ts";
import { closest, isText, onDocument, parentElement, ranging, selection } from "../nodes.ts";
import { number } from "../numbers.ts";
import { inSlices } from "../slices.ts";
import type { Marking, Session } from "../session.ts";
import { share, shared } from "../state.ts";
import { anchor, type Stretch } from "./anchoring.ts";
import { anchorsOf, quoteOf } from "./anchors.ts";
import { keepPlace, leftOff } from "./left-off.ts";
import { type Anchors, colours, longestQuote, type Mark, newId } from "./mark.ts";
import { type Change, type Failure, PageMarks } from "./page-marks.ts";
import { Paint } from "./paint.ts";
import { articleText, pageText, type ShownText } from "./shown.ts";
import { folded } from "./text.ts";
import { Tools } from "./tools.ts";

/** Ms without a change after which a selection is as it is meant. */
const stillness = 200;

class ViewMarks implements Marking {
  readonly #session: Session;
  readonly #tools: Tools;
  readonly #paint: Paint;
  readonly #marks: PageMarks;
  /** Where marks are shown, by id; null for those that are not. */
  readonly #places = new Map<string, { stretch: Stretch; span: StaticRange } | null>();
  /** The last range that a mark was offered for. */
  #offered: Range | null = null;
  #colour: Mark["colour"] = colours[0];
  #timer = 0;
  #isPointing = false;
  #isTouch = false;
  /** True where Tab leads to the button first. */
  #leadsToOffer = false;
  #isPlacing = false;
  /** The mark that the panel was opened for last by going from one to the next. */
  #reached: string | null = null;
  #toldLost = false;
  /** False while the view is made: what is shown then would be painted anew with each step of it. */
  #isWhole = false;

  constructor(session: Session) {
    const { shadow, signal, settings } = session;
    this.#session = session;
    this.#tools = new Tools(
      shadow,
      {
        mark: () => void this.#make(this.#offered),
        change: (id, change) => this.#change(id, change),
        remove: (id) => void this.#do({ put: [], remove: [id] }, t("unmarked")),
        undo: () => void this.#take(this.#marks.undo()),
        list: () => void ext.runtime.sendMessage({ kind: "list-marks", url: location.href }).catch(() => {}),
      },
      settings.keys,
    );
    this.#paint = new Paint(session, this.#isReader);
    this.#marks = new PageMarks(titleOf(session), () => void this.#place(), signal);
    void this.#marks.load();
    void session.whole.then(() => {
      this.#isWhole = true;
      this.#show();
    });
    this.#follow();
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#tools.keep();
      this.#paint.remove();
    });
  }

  mark(): void {
    const selected = selection();
    if (selected && !selected.isCollapsed) {
      void this.#make(selected.getRangeAt(0).cloneRange());
    } else {
      this.#next();
    }
  }

  /** Follows what is selected, pressed and typed. */
  #follow(): void {
    const { signal } = this.#session;
    const options = { capture: true, passive: true, signal };
    onDocument("selectionchange", () => this.#queueOffer(), signal, true);
    const point = (isPointing: boolean, event: PointerEvent): void => {
      this.#isPointing = isPointing && event.target !== this.#session.host;
      this.#isTouch = event.pointerType === "touch";
      this.#queueOffer();
    };
    window.addEventListener("pointerdown", (event) => point(true, event), options);
    for (const type of ["pointerup", "pointercancel"] as const) {
      window.addEventListener(type, (event) => point(false, event), options);
    }
    window.addEventListener("scroll", () => this.#tools.isOffered && this.#offer(), options);
    window.addEventListener("click", (event) => this.#pressed(event), options);
    // What is typed into the note is not the page's.
    for (const type of ["keydown", "keypress", "keyup"]) {
      const keep = (event: Event): void => {
        if (event.isTrusted && event.target === this.#session.host && isTyping(event, this.#session)) {
          event.stopPropagation();
        }
      };
      window.addEventListener(type, keep, { capture: true, signal });
    }
    this.#queueOffer();
  }

  #queueOffer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isPointing && !this.#session.signal.aborted) {
        this.#leadsToOffer = this.#offer();
      }
    }, stillness);
  }

  /** Shows the button beside what is selected, or takes it away where nothing is. */
  #offer(): boolean {
    const selected = selection();
    const range = selected && !selected.isCollapsed ? selected.getRangeAt(0) : null;
    const hasText = range !== null && folded(String(range)) !== "";
    this.#offered = hasText ? range.cloneRange() : null;
    const rects = hasText ? [...range.getClientRects()].filter(({ width }) => width > 0) : [];
    const last = rects.at(-1);
    const end = last && hasText ? endOf(last, range.endContainer) : null;
    this.#tools.offer(end, this.#isTouch);
    return end !== null;
  }

  /** Makes a mark of what lies in a range. */
  async #make(range: Range | null): Promise<void> {
    const { signal } = this.#session;
    const shown = range && (await inSlices(this.#shown(), signal));
    if (!shown) {
      return;
    }
    const stretch = shown.stretchOf(range);
    if (!stretch) {
      this.#tools.say(t("markNowhere"), false);
      return;
    }
    const anchors = await this.#anchors(shown, stretch);
    if (anchors.exact.length > longestQuote) {
      this.#tools.say(t("markTooLong"), false);
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
    const span = shown.spanOf(stretch);
    this.#places.set(mark.id, span && { stretch, span });
    selection()?.removeAllRanges();
    this.#edit(mark);
    await this.#do({ put: [mark], remove: [] }, null);
  }

  /** Returns what a stretch is found again by: as the page has it, whatever view it was marked in. */
  async #anchors(shown: ShownText, stretch: Stretch): Promise<Anchors> {
    const own = anchorsOf(shown, stretch);
    if (!this.#isReader) {
      return own;
    }
    const page = await this.#pageText();
    const [onPage] = page ? anchor([quoteOf(own, shown)], page.text.folded) : [];
    return page && onPage ? anchorsOf(page, onPage) : { ...own, start: null, at: null, block: null };
  }

  get #isReader(): boolean {
    return this.#session.host.dataset.pith === "reader";
  }

  /** Returns the text that the view shows. */
  *#shown(): Generator<void, ShownText | null> {
    const { finding, host } = this.#session;
    if (this.#isReader) {
      return articleText(host);
    }
    return finding.kind === "found" ? yield* pageText(finding.blocks) : null;
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
      const shown = await inSlices(this.#shown(), this.#session.signal);
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
        const span = stretch && shown.spanOf(stretch);
        this.#places.set(id, stretch && span ? { stretch, span } : null);
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
        const place = this.#places.get(id);
        return place ? [{ span: place.span, colour }] : [];
      });
      this.#paint.show(spans);
    }
  }

  /** Notes which of some marks are on the page no more, and which are there again. */
  async #tellLost(marks: readonly Mark[]): Promise<void> {
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
      this.#tools.say(t("marksLost", number(lost.size)), false);
    }
  }

  /** Opens the panel of the mark that is pressed, where the page does nothing else by that. */
  #pressed(event: MouseEvent): void {
    const { isTrusted, target, clientX: x, clientY: y } = event;
    // What is pressed in the mode of pointing is pointed at.
    const isOurs = target === this.#session.host || this.#session.shadow.querySelector("dialog.points") !== null;
    if (!isTrusted || isOurs || !(target instanceof Element) || selection()?.isCollapsed === false) {
      return;
    }
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
    const isMark = key.toLowerCase() === "m" && !ctrlKey && !metaKey && this.#session.settings.keys && !this.#isReader;
    if (isMark && selection()?.isCollapsed === false) {
      this.mark();
    } else if (isTab && this.#tools.isOffered && this.#leadsToOffer) {
      this.#leadsToOffer = false;
      this.#tools.focusOffer();
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
    const holder = next?.place && parentElement(next.place.span.startContainer);
    if (next && holder) {
      this.#reached = next.mark.id;
      const place: ScrollIntoViewOptions = { block: "center", behavior: "instant" };
      Reflect.apply(Element.prototype.scrollIntoView, holder, [place]);
      this.#edit(next.mark);
    }
  }

  #edit(mark: Mark): void {
    const rects = this.#rects(mark.id);
    const [first, last] = [rects[0], rects.at(-1)];
    const middle = new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    this.#tools.edit(mark, first && last ? besides(first, last) : middle);
  }

  #rects(id: string): DOMRect[] {
    const span = this.#places.get(id)?.span;
    return span ? [...ranging(span).getClientRects()] : [];
  }

  #change(id: string, change: Partial<Pick<Mark, "colour" | "note">>): void {
    const mark = this.#marks.get(id);
    if (mark && ((change.colour ?? mark.colour) !== mark.colour || (change.note ?? mark.note) !== mark.note)) {
      this.#colour = change.colour ?? this.#colour;
      void this.#do({ put: [{ ...mark, ...change }], remove: [] }, null);
    }
  }

  /** Makes a change, and says what became of it. */
  async #do(change: Change, done: string | null): Promise<void> {
    const failure = await this.#marks.change(change);
    if (failure) {
      this.#sayFailure(failure);
    } else if (done) {
      this.#tools.say(done, true);
    }
  }

  async #take(turn: Promise<Failure | null>): Promise<void> {
    const failure = await turn;
    if (failure) {
      this.#sayFailure(failure);
    }
  }

  #sayFailure(failure: Failure): void {
    this.#tools.say(t(`markFailed_${failure}`), false);
  }
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
  const attached = new WeakMap<Session, Marking>();
  share("pithMarks", {
    attach: (session) => {
      const marking = attached.get(session) ?? new ViewMarks(session);
      attached.set(session, marking);
      return marking;
    },
    leftOff,
    keepPlace,
  });
}
