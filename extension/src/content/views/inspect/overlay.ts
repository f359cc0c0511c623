/**
 * The layer over the page: as large as the document, scrolled with it by the browser, and redrawn whenever the layout
 * may have changed. Pointer events pass through it.
 */

import type { Block } from "../../../shared/core.ts";
import { element, svgElement } from "../../../ui/build.ts";
import type { Dock } from "../dock.ts";
import { body, clientWidth, onFontsLoaded, rectOf, rootElement, scrollHeight, scrollWidth } from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import { layoutScale } from "../../dom/viewport.ts";
import type { Session } from "../../session/session.ts";
import { RepeatableWork, type Work } from "../../dom/time-slicing.ts";
import {
  contentAncestors,
  type OutlineBox,
  contentShapes,
  toDisjointBoxes,
  edges,
  hasBackground,
  toDocumentCoordinates,
  isBehind,
  layerOf,
  looseBoxes,
  overlap,
  type PlacedBlock,
  placedBlocks,
  removedShapes,
  uncoveredPieces,
} from "./outline.ts";
import { PopUps } from "./pop-ups.ts";
import { TextTints } from "./tints.ts";

/** The removed parts, by their index in `Article.removed`. */
export interface RemovedParts {
  /** Returns the reason for its removal, in words. */
  label(index: number): string;
  /** Returns the whole element of a part removed as a pop-up; null for other parts. */
  popUp(index: number): Element | null;
}

export class Overlay {
  /** Resolves once everything is drawn. */
  readonly completed: Promise<void>;
  readonly #popUps: PopUps;
  readonly #work: RepeatableWork;
  #blocks: Blocks;
  #removed: RemovedParts;
  readonly #root = element("div", { class: "overlay", popover: "manual" });
  readonly #svg = svgElement("svg", { "aria-hidden": "true" });
  readonly #tip = element("p", { class: "tip", role: "status", hidden: true });
  readonly #parts = new Map<number, HTMLElement>();
  readonly #tints: TextTints;
  #shapes = new Map<number, OutlineBox>();
  #placedBlocks: PlacedBlock[] = [];
  /** Boxes fixed to the screen. */
  #fixed: OutlineBox[] = [];
  /** The ancestors of the content. */
  #contentAncestors: ReadonlySet<Element>;
  #current: number | null = null;
  #densities = false;
  /** What the current text tints show. */
  #tinted: "densities" | "found" | null = null;
  #frame = 0;
  /** Called when the page's pop-ups are shown or hidden. */
  onPopUps: (on: boolean) => void = () => {};
  #drawnShapes = "";

  /** True if parts were kept, that is, if there is an article. */
  readonly #hasArticle: boolean;

  readonly #dock: Dock;

  constructor(session: Session, blocks: Blocks, removed: RemovedParts, hasArticle: boolean, dock: Dock) {
    const { shadow, signal } = session;
    this.#dock = dock;
    this.#blocks = blocks;
    this.#hasArticle = hasArticle;
    this.#removed = removed;
    this.#contentAncestors = contentAncestors(blocks);
    this.#root.append(this.#svg, this.#tip);
    shadow.prepend(this.#root);
    this.#root.showPopover();
    this.#tints = new TextTints(session);
    this.#popUps = new PopUps(session);
    this.#collectPopUps();
    this.#work = new RepeatableWork(() => this.#draw(), signal);
    this.#watch(signal);
    this.completed = this.#work.run();
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = -1;
      this.#tints.remove();
    });
  }

  /** Shows a new selection of parts. Resolves once everything is drawn. */
  show(blocks: Blocks, removed: RemovedParts): Promise<void> {
    this.#blocks = blocks;
    this.#removed = removed;
    this.#contentAncestors = contentAncestors(blocks);
    this.#collectPopUps();
    this.#show(null);
    for (const part of this.#parts.values()) {
      part.remove();
    }
    this.#parts.clear();
    this.#tinted = null;
    return this.#work.run();
  }

  /** Shows the density of each block, or the detected article. */
  set densities(on: boolean) {
    this.#densities = on;
    void this.#work.run();
  }

  /** True if the page has pop-ups, hidden or not. */
  get hasPopUps(): boolean {
    return this.#popUps.hasAny;
  }

  /** Shows or hides the page's pop-ups. Resolves once everything is drawn. */
  showPopUps(on: boolean): Promise<void> {
    this.#popUps.isHidden = !on;
    this.onPopUps(on);
    return this.#work.run();
  }

  /** Indices of the visible removed parts, in document order. */
  get removed(): number[] {
    return [...this.#shapes.keys()];
  }

  /** Scrolls to a removed part, even in a hidden pop-up, and shows its reason. */
  async reveal(removed: number): Promise<void> {
    if (this.#popUps.isHidden && this.#removed.popUp(removed)) {
      await this.showPopUps(true);
    }
    const part = this.#parts.get(removed);
    if (part) {
      this.#scrollClear(part, "center");
      part.focus({ preventScroll: true });
    }
    this.#show(removed);
  }

  /** Scrolls a part out from under the controls. */
  #scrollClear(part: HTMLElement, block: ScrollLogicalPosition): void {
    const { bottom } = this.#dock.barRect;
    part.style.setProperty("scroll-margin-top", `${bottom}px`);
    part.scrollIntoView({ block, behavior: "instant" });
    const box = rectOf(part);
    if ((box.top + box.bottom) / 2 < bottom) {
      // The part is at the top of the page, which can't scroll further.
      this.#dock.hideTemporarily();
    }
  }

  #watch(signal: AbortSignal): void {
    const scheduleDraw = (): void => this.#scheduleDraw();
    const options = { capture: true, passive: true, signal };
    for (const type of ["resize", "load", "transitionend", "animationend", "toggle"]) {
      window.addEventListener(type, scheduleDraw, options);
    }
    // The overlay scrolls with the page, but not with scrollers inside it or relative to fixed boxes.
    const needsRedraw = ({ target }: Event): boolean => target !== document || this.#fixed.length > 0;
    window.addEventListener("scroll", (event) => needsRedraw(event) && scheduleDraw(), options);
    // An observer's first report is the state already drawn.
    const initial = new Set<Element>();
    const resizeObserver = new ResizeObserver((entries) => {
      if (entries.filter(({ target }) => !initial.has(target) && initial.add(target)).length < entries.length) {
        scheduleDraw();
      }
    });
    for (const box of [rootElement(), body()]) {
      if (box) {
        resizeObserver.observe(box);
      }
    }
    const mutationObserver = new MutationObserver(scheduleDraw);
    mutationObserver.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    signal.addEventListener("abort", () => {
      resizeObserver.disconnect();
      mutationObserver.disconnect();
    });
    onFontsLoaded(scheduleDraw, signal);
    for (const type of ["pointermove", "pointerdown"] as const) {
      window.addEventListener(type, (event) => this.#onPointer(event), options);
    }
    window.addEventListener("pointerout", ({ relatedTarget }) => relatedTarget === null && this.#show(null), options);
  }

  #collectPopUps(): void {
    const removed = new Set(this.#blocks.all.map((block) => (block.content ? null : block.removed)));
    const popUps = [...removed].map((index) => (index === null ? null : this.#removed.popUp(index)));
    this.#popUps.collect(
      popUps.filter((popUp) => popUp !== null),
      this.#blocks,
      this.#contentAncestors,
    );
  }

  #scheduleDraw(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#popUps.updateRules();
        void this.#work.run();
      });
    }
  }

  /** Returns the spans of the detected article. */
  *#articleSpans(): Work<StaticRange[]> {
    const kept = this.#hasArticle && !this.#densities ? this.#blocks.content : [];
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
    const [pageWidth, pageHeight] = [scrollWidth(rootElement()), scrollHeight(rootElement())];
    const [width, height] = [Math.max(pageWidth, innerWidth), Math.max(pageHeight, innerHeight)];
    style.setProperty("width", `${pageWidth}px`);
    style.setProperty("height", `${pageHeight}px`);
    this.#placedBlocks = yield* placedBlocks(this.#blocks);
    this.#shapes = removedShapes(this.#placedBlocks);
    this.#fixed = this.#fixedShapes();
    const shapes = this.#densities ? this.#shades() : yield* this.#outlines(width, height);
    yield* this.#placeParts();
    const tinted = this.#densities ? "densities" : "found";
    const spans = tinted === this.#tinted ? null : yield* this.#articleSpans();
    // The rest happens in one frame: while text is tinted, Chromium tints all of it again for each frame with a change.
    const drawnShapes = JSON.stringify(shapes);
    if (drawnShapes !== this.#drawnShapes) {
      this.#drawnShapes = drawnShapes;
      this.#svg.replaceChildren(...shapes.map((shape) => svgElement("path", shape)));
    }
    if (spans) {
      this.#tinted = tinted;
      this.#tints.set("pith-current", []);
      this.#tints.set("pith-content", spans);
    }
    this.#placeTip();
  }

  *#outlines(width: number, height: number): Work<{ class: string; d: string }[]> {
    const content = this.#hasArticle ? contentShapes(this.#placedBlocks) : [];
    const outside = path({ left: 0, top: 0, right: width, bottom: height });
    const rtl = getComputedStyle(body() ?? rootElement()).direction === "rtl";
    yield;
    const covers = yield* this.#boxesOverContent(content);
    yield;
    const startEdges = content.flatMap(({ left, right, ...rest }) =>
      uncoveredPieces(
        rtl ? { ...rest, left: right, right: right + 4 } : { ...rest, left: left - 4, right: left },
        covers,
      ),
    );
    return [
      // Boxes drawn in the opposite direction are holes. A removed part may overlap a hole.
      {
        class: "dim",
        d: [outside, ...toDisjointBoxes(content).map((box) => path(box, true)), ...covers.map((box) => path(box))].join(
          "",
        ),
      },
      {
        class: "frame",
        d: content
          .flatMap((box) => edges(box).flatMap((side) => uncoveredPieces(side, covers)))
          .map((box) => path(box))
          .join(""),
      },
      { class: "edge", d: startEdges.map((box) => path(box)).join("") },
    ];
  }

  #fixedShapes(): OutlineBox[] {
    const boxes: OutlineBox[] = [];
    for (const index of this.#shapes.keys()) {
      const fixed = this.#removed.popUp(index);
      if (fixed && hasBackground(fixed)) {
        const box = toDocumentCoordinates(rectOf(fixed));
        this.#shapes.set(index, box);
        boxes.push(box);
      }
    }
    return boxes;
  }

  /** Returns the boxes of removed parts over the content: whole boxes if they hide it, otherwise their lines. */
  *#boxesOverContent(content: readonly OutlineBox[]): Work<OutlineBox[]> {
    const backgrounds = new Map<Element, boolean>();
    const kept = this.#placedBlocks.filter(({ block }) => block.content);
    const hidesContent = (backgroundElement: Element): boolean => {
      const box = toDocumentCoordinates(rectOf(backgroundElement));
      return kept.some(
        (keptBlock) =>
          overlap(keptBlock.box, box) && !isBehind(backgroundElement, this.#blocks.container(keptBlock.block)),
      );
    };
    const lines: OutlineBox[] = [];
    for (const { block, box } of this.#placedBlocks) {
      yield;
      const overlaps = !block.content && content.some((shape) => overlap(shape, box));
      const layer = block.content ? null : layerOf(this.#blocks.container(block), this.#contentAncestors);
      if (
        layer?.backgroundElement &&
        (layer.fixed || backgrounds.has(layer.backgroundElement) || (overlaps && hidesContent(layer.backgroundElement)))
      ) {
        backgrounds.set(layer.backgroundElement, layer.fixed);
      } else if (overlaps || layer?.fixed) {
        (layer?.fixed ? this.#fixed : lines).push(...this.#blocks.lines(block).map(toDocumentCoordinates));
      }
    }
    const looseCovers = (yield* looseBoxes(this.#blocks, this.#placedBlocks)).filter((box) =>
      content.some((shape) => overlap(shape, box)),
    );
    const boxes = [...backgrounds].map(([backgroundElement, fixed]) => ({
      box: toDocumentCoordinates(rectOf(backgroundElement)),
      fixed,
    }));
    this.#fixed.push(...boxes.filter(({ fixed }) => fixed).map(({ box }) => box));
    return [...this.#fixed, ...boxes.map(({ box }) => box), ...lines, ...looseCovers];
  }

  #shades(): { class: string; d: string }[] {
    const shades = new Map<number, string>();
    for (const { block, box } of this.#placedBlocks) {
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
      const part = this.#parts.get(removed) ?? this.#addPart(removed);
      const cssText = `left: ${left}px; top: ${top}px; width: ${right - left}px; height: ${bottom - top}px`;
      if (part.style.cssText !== cssText) {
        part.style.cssText = cssText;
      }
    }
  }

  /** Adds the button of a removed part. */
  #addPart(removed: number): HTMLElement {
    const part = element("button", { type: "button", class: "part", "aria-label": this.#removed.label(removed) });
    part.addEventListener("focus", () => {
      this.#scrollClear(part, "nearest");
      this.#show(removed);
    });
    part.addEventListener("blur", () => this.#show(null));
    this.#parts.set(removed, part);
    this.#root.append(part);
    return part;
  }

  #onPointer(event: PointerEvent): void {
    const block = this.blockAt(event);
    this.#show(block && !block.content ? block.removed : null);
  }

  /** Returns the block at a point, preferring removed blocks; null if there is none. */
  blockAt({ pageX, pageY }: MouseEvent): Block | null {
    const inside = ({ left, top, right, bottom }: OutlineBox): boolean =>
      pageX >= left && pageX <= right && pageY >= top && pageY <= bottom;
    const blocks = this.#placedBlocks.filter(({ box }) => inside(box));
    const removedBlock = blocks.findLast(({ block }) => block.removed !== null && !block.content);
    return (removedBlock ?? blocks.at(-1))?.block ?? null;
  }

  #show(removed: number | null): void {
    if (removed === this.#current) {
      return;
    }
    for (const [index, part] of this.#parts) {
      part.classList.toggle("current", index === removed);
    }
    this.#current = removed;
    const spans = this.#placedBlocks
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
