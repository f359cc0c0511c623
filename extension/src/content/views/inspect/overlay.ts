/**
 * The layer over the page: as large as the document, scrolled with it by the browser, and redrawn whenever the layout
 * may have changed. Pointer events pass through it.
 */

import type { Block } from "../../../shared/core.ts";
import { element, vector } from "../../../ui/build.ts";
import type { Dock } from "../dock.ts";
import { body, clientWidth, onFontsLoaded, rectOf, rootElement, scrollHeight, scrollWidth } from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import { layoutScale } from "../../dom/viewport.ts";
import type { Session } from "../../session/session.ts";
import { RepeatableWork, type Work } from "../../dom/time-slicing.ts";
import {
  aroundContent,
  type OutlineBox,
  contentShapes,
  disjoint,
  sides,
  hasBackground,
  inDocument,
  isBehind,
  layerOf,
  looseBoxes,
  overlap,
  type Placed,
  placed,
  removedShapes,
  uncovered,
} from "./outline.ts";
import { PopUps } from "./pop-ups.ts";
import { Tints } from "./tints.ts";

/** The removed parts, by their index in `Article.removed`. */
export interface RemovedParts {
  /** Returns the reason for its removal, in words. */
  label(index: number): string;
  /** Returns the whole element of a part removed as a pop-up; null for other parts. */
  popUp(index: number): Element | null;
}

export class Overlay {
  /** Resolves once everything is drawn. */
  readonly whole: Promise<void>;
  readonly #popUps: PopUps;
  readonly #work: RepeatableWork;
  #blocks: Blocks;
  #removed: RemovedParts;
  readonly #root = element("div", { class: "overlay", popover: "manual" });
  readonly #drawing = vector("svg", { "aria-hidden": "true" });
  readonly #tip = element("p", { class: "tip", role: "status", hidden: true });
  readonly #parts = new Map<number, HTMLElement>();
  readonly #tints: Tints;
  #shapes = new Map<number, OutlineBox>();
  #placed: Placed[] = [];
  /** Boxes fixed to the screen. */
  #fixed: OutlineBox[] = [];
  /** The ancestors of the content. */
  #around: ReadonlySet<Element>;
  #current: number | null = null;
  #densities = false;
  /** What the current text tints show. */
  #marked: "densities" | "found" | null = null;
  #queued = 0;
  /** Called when the page's pop-ups are shown or hidden. */
  onPopUps: (on: boolean) => void = () => {};
  #drawn = "";

  /** True if parts were kept, that is, if there is an article. */
  readonly #found: boolean;

  readonly #dock: Dock;

  constructor(session: Session, blocks: Blocks, removed: RemovedParts, found: boolean, dock: Dock) {
    const { shadow, signal } = session;
    this.#dock = dock;
    this.#blocks = blocks;
    this.#found = found;
    this.#removed = removed;
    this.#around = aroundContent(blocks);
    this.#root.append(this.#drawing, this.#tip);
    shadow.prepend(this.#root);
    this.#root.showPopover();
    this.#tints = new Tints(session);
    this.#popUps = new PopUps(session);
    this.#takePopUps();
    this.#work = new RepeatableWork(() => this.#draw(), signal);
    this.#follow(signal);
    this.whole = this.#work.run();
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#queued);
      this.#queued = -1;
      this.#tints.remove();
    });
  }

  /** Shows a new selection of parts. Resolves once everything is drawn. */
  show(blocks: Blocks, removed: RemovedParts): Promise<void> {
    this.#blocks = blocks;
    this.#removed = removed;
    this.#around = aroundContent(blocks);
    this.#takePopUps();
    this.#show(null);
    for (const part of this.#parts.values()) {
      part.remove();
    }
    this.#parts.clear();
    this.#marked = null;
    return this.#work.run();
  }

  /** Shows the density of each block, or the detected article. */
  set densities(on: boolean) {
    this.#densities = on;
    void this.#work.run();
  }

  /** True if the page has pop-ups, hidden or not. */
  get hasPopUps(): boolean {
    return this.#popUps.some;
  }

  /** Shows or hides the page's pop-ups. Resolves once everything is drawn. */
  showPopUps(on: boolean): Promise<void> {
    this.#popUps.isFolded = !on;
    this.onPopUps(on);
    return this.#work.run();
  }

  /** Indices of the visible removed parts, in document order. */
  get removed(): number[] {
    return [...this.#shapes.keys()];
  }

  /** Scrolls to a removed part, even in a hidden pop-up, and shows its reason. */
  async reach(removed: number): Promise<void> {
    if (this.#popUps.isFolded && this.#removed.popUp(removed)) {
      await this.showPopUps(true);
    }
    const part = this.#parts.get(removed);
    if (part) {
      this.#uncover(part, "center");
      part.focus({ preventScroll: true });
    }
    this.#show(removed);
  }

  /** Scrolls a part out from under the controls. */
  #uncover(part: HTMLElement, block: ScrollLogicalPosition): void {
    const { bottom } = this.#dock.over;
    part.style.setProperty("scroll-margin-top", `${bottom}px`);
    part.scrollIntoView({ block, behavior: "instant" });
    const box = rectOf(part);
    if ((box.top + box.bottom) / 2 < bottom) {
      // The part is at the top of the page, which can't scroll further.
      this.#dock.makeWay();
    }
  }

  #follow(signal: AbortSignal): void {
    const queue = (): void => this.#queue();
    const options = { capture: true, passive: true, signal };
    for (const type of ["resize", "load", "transitionend", "animationend", "toggle"]) {
      window.addEventListener(type, queue, options);
    }
    // The overlay scrolls with the page, but not with scrollers inside it or relative to fixed boxes.
    const moves = ({ target }: Event): boolean => target !== document || this.#fixed.length > 0;
    window.addEventListener("scroll", (event) => moves(event) && queue(), options);
    // An observer's first report is the state already drawn.
    const known = new Set<Element>();
    const resized = new ResizeObserver((entries) => {
      if (entries.filter(({ target }) => !known.has(target) && known.add(target)).length < entries.length) {
        queue();
      }
    });
    for (const box of [rootElement(), body()]) {
      if (box) {
        resized.observe(box);
      }
    }
    const mutated = new MutationObserver(queue);
    mutated.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    signal.addEventListener("abort", () => {
      resized.disconnect();
      mutated.disconnect();
    });
    onFontsLoaded(queue, signal);
    for (const type of ["pointermove", "pointerdown"] as const) {
      window.addEventListener(type, (event) => this.#point(event), options);
    }
    window.addEventListener("pointerout", ({ relatedTarget }) => relatedTarget === null && this.#show(null), options);
  }

  #takePopUps(): void {
    const removed = new Set(this.#blocks.all.map((block) => (block.content ? null : block.removed)));
    const popUps = [...removed].map((index) => (index === null ? null : this.#removed.popUp(index)));
    this.#popUps.take(
      popUps.filter((popUp) => popUp !== null),
      this.#blocks,
      this.#around,
    );
  }

  #queue(): void {
    if (this.#queued === 0) {
      this.#queued = requestAnimationFrame(() => {
        this.#queued = 0;
        this.#popUps.renew();
        void this.#work.run();
      });
    }
  }

  /** Returns the spans of the detected article. */
  *#marks(): Work<StaticRange[]> {
    const kept = this.#found && !this.#densities ? this.#blocks.content : [];
    const spans: StaticRange[] = [];
    for (const block of kept.toSorted((a, b) => a.rank - b.rank)) {
      yield;
      spans.push(...this.#blocks.spans(block));
    }
    return spans;
  }

  *#draw(): Work {
    // An overlay larger than the document would enlarge the document.
    const { style } = this.#root;
    style.setProperty("width", "0");
    style.setProperty("height", "0");
    const [across, down] = [scrollWidth(rootElement()), scrollHeight(rootElement())];
    const [width, height] = [Math.max(across, innerWidth), Math.max(down, innerHeight)];
    style.setProperty("width", `${across}px`);
    style.setProperty("height", `${down}px`);
    this.#placed = yield* placed(this.#blocks);
    this.#shapes = removedShapes(this.#placed);
    this.#fixed = this.#fixedShapes();
    const shapes = this.#densities ? this.#shades() : yield* this.#outlines(width, height);
    yield* this.#placeParts();
    const marked = this.#densities ? "densities" : "found";
    const marks = marked === this.#marked ? null : yield* this.#marks();
    // The rest happens in one frame: while text is tinted, Chromium tints all of it again for each frame with a change.
    const drawn = JSON.stringify(shapes);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#drawing.replaceChildren(...shapes.map((shape) => vector("path", shape)));
    }
    if (marks) {
      this.#marked = marked;
      this.#tints.set("pith-current", []);
      this.#tints.set("pith-content", marks);
    }
    this.#placeTip();
  }

  *#outlines(width: number, height: number): Work<{ class: string; d: string }[]> {
    const content = this.#found ? contentShapes(this.#placed) : [];
    const outside = path({ left: 0, top: 0, right: width, bottom: height });
    const rtl = getComputedStyle(body() ?? rootElement()).direction === "rtl";
    yield;
    const over = yield* this.#over(content);
    yield;
    const edges = content.flatMap(({ left, right, ...rest }) =>
      uncovered(rtl ? { ...rest, left: right, right: right + 4 } : { ...rest, left: left - 4, right: left }, over),
    );
    return [
      // Boxes drawn in the opposite direction are holes. A removed part may overlap a hole.
      {
        class: "dim",
        d: [outside, ...disjoint(content).map((box) => path(box, true)), ...over.map((box) => path(box))].join(""),
      },
      {
        class: "frame",
        d: content
          .flatMap((box) => sides(box).flatMap((side) => uncovered(side, over)))
          .map((box) => path(box))
          .join(""),
      },
      { class: "edge", d: edges.map((box) => path(box)).join("") },
    ];
  }

  #fixedShapes(): OutlineBox[] {
    const boxes: OutlineBox[] = [];
    for (const index of this.#shapes.keys()) {
      const fixed = this.#removed.popUp(index);
      if (fixed && hasBackground(fixed)) {
        const box = inDocument(rectOf(fixed));
        this.#shapes.set(index, box);
        boxes.push(box);
      }
    }
    return boxes;
  }

  /** Returns the boxes of removed parts over the content: whole boxes if they hide it, otherwise their lines. */
  *#over(content: readonly OutlineBox[]): Work<OutlineBox[]> {
    const faces = new Map<Element, boolean>();
    const kept = this.#placed.filter(({ block }) => block.content);
    const covers = (face: Element): boolean => {
      const box = inDocument(rectOf(face));
      return kept.some((one) => overlap(one.box, box) && !isBehind(face, this.#blocks.container(one.block)));
    };
    const lines: OutlineBox[] = [];
    for (const { block, box } of this.#placed) {
      yield;
      const overlaps = !block.content && content.some((shape) => overlap(shape, box));
      const layer = block.content ? null : layerOf(this.#blocks.container(block), this.#around);
      if (layer?.face && (layer.fixed || faces.has(layer.face) || (overlaps && covers(layer.face)))) {
        faces.set(layer.face, layer.fixed);
      } else if (overlaps || layer?.fixed) {
        (layer?.fixed ? this.#fixed : lines).push(...this.#blocks.lines(block).map(inDocument));
      }
    }
    const loose = (yield* looseBoxes(this.#blocks, this.#placed)).filter((box) =>
      content.some((shape) => overlap(shape, box)),
    );
    const boxes = [...faces].map(([face, fixed]) => ({ box: inDocument(rectOf(face)), fixed }));
    this.#fixed.push(...boxes.filter(({ fixed }) => fixed).map(({ box }) => box));
    return [...this.#fixed, ...boxes.map(({ box }) => box), ...lines, ...loose];
  }

  #shades(): { class: string; d: string }[] {
    const shades = new Map<number, string>();
    for (const { block, box } of this.#placed) {
      shades.set(block.shade, (shades.get(block.shade) ?? "") + path(box));
    }
    return [...shades].map(([shade, d]) => ({ class: `shade shade-${shade}`, d }));
  }

  *#placeParts(): Work {
    for (const [removed, part] of this.#parts) {
      if (!this.#shapes.has(removed)) {
        part.remove();
        this.#parts.delete(removed);
      }
    }
    for (const [removed, { left, top, right, bottom }] of this.#shapes) {
      yield;
      const part = this.#parts.get(removed) ?? this.#add(removed);
      const place = `left: ${left}px; top: ${top}px; width: ${right - left}px; height: ${bottom - top}px`;
      if (part.style.cssText !== place) {
        part.style.cssText = place;
      }
    }
  }

  /** Adds the button of a removed part. */
  #add(removed: number): HTMLElement {
    const part = element("button", { type: "button", class: "part", "aria-label": this.#removed.label(removed) });
    part.addEventListener("focus", () => {
      this.#uncover(part, "nearest");
      this.#show(removed);
    });
    part.addEventListener("blur", () => this.#show(null));
    this.#parts.set(removed, part);
    this.#root.append(part);
    return part;
  }

  #point(event: PointerEvent): void {
    const under = this.at(event);
    this.#show(under && !under.content ? under.removed : null);
  }

  /** Returns the block at a point, preferring removed blocks; null if there is none. */
  at({ pageX, pageY }: MouseEvent): Block | null {
    const inside = ({ left, top, right, bottom }: OutlineBox): boolean =>
      pageX >= left && pageX <= right && pageY >= top && pageY <= bottom;
    const under = this.#placed.filter(({ box }) => inside(box));
    const out = under.findLast(({ block }) => block.removed !== null && !block.content);
    return (out ?? under.at(-1))?.block ?? null;
  }

  #show(removed: number | null): void {
    if (removed === this.#current) {
      return;
    }
    for (const [number, part] of this.#parts) {
      part.classList.toggle("current", number === removed);
    }
    this.#current = removed;
    const spans = this.#placed
      .filter(({ block }) => removed !== null && block.removed === removed)
      .flatMap(({ block }) => this.#blocks.texts(block));
    this.#tints.set("pith-current", spans);
    this.#tip.hidden = removed === null;
    this.#tip.textContent = removed === null ? "" : this.#removed.label(removed);
    this.#placeTip();
  }

  /** Places the reason above the part if there is room, otherwise at its top edge, and always on the screen. */
  #placeTip(): void {
    const box = this.#current === null ? undefined : this.#shapes.get(this.#current);
    this.#tip.hidden = box === undefined;
    if (!box) {
      return;
    }
    const scale = layoutScale();
    const [tipWidth, tipHeight] = [this.#tip.offsetWidth * scale, this.#tip.offsetHeight * scale];
    const right = scrollX + clientWidth(rootElement()) - tipWidth - 8;
    const left = Math.max(scrollX + 8, Math.min(box.left, right));
    const above = box.top - tipHeight - 8;
    const top = above >= scrollY + 4 ? above : Math.max(box.top, scrollY) + 8;
    this.#tip.style.translate = `${left / scale}px ${top / scale}px`;
  }
}

/** Returns a box as an SVG path, drawn in the opposite direction if it is a hole. */
function path({ left, top, right, bottom }: OutlineBox, hole = false): string {
  const [x, y, w, h] = [left, top, right - left, bottom - top].map((value) => Math.round(value * 10) / 10);
  return hole ? `M${x} ${y}v${h}h${w}v${-(h ?? 0)}z` : `M${x} ${y}h${w}v${h}h${-(w ?? 0)}z`;
}
