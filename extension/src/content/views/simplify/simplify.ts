/**
 * Shows the page itself, laid out for the current screen: the content stays in place and keeps its style, and
 * everything else is hidden. No node moves and no attribute changes: see style-roots.ts.
 */

import { keepInPlace } from "../../dom/late-layout.ts";
import { Dock, messagePanel } from "../dock.ts";
import styles from "../dock.css";
import {
  clientWidth,
  closest,
  onDocument,
  onFontsLoaded,
  rectOf,
  rootElement,
  styleRootOf,
  scrollWidth,
  textContent,
} from "../../../ui/nodes.ts";
import { type Settings, shownIn, table } from "../../../shared/settings/settings.ts";
import type { Block, Detection } from "../../../shared/core.ts";
import type { Blocks, ReadingPosition } from "../../dom/reading-position.ts";
import { dockLine } from "../../panels/comments/dock-line.ts";
import { t } from "../../../shared/ext.ts";
import type { Session, View } from "../../session/session.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import { runSync, RepeatableWork, type Work } from "../../dom/time-slicing.ts";
import { shared } from "../../../shared/state.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { type Fault, layoutFaults } from "./checks.ts";
import { changeInPlace, near } from "./column.ts";
import { isWide, measure, sampleOf } from "../reader/column-width.ts";
import { keepShapes, FixSheet, narrow, raiseText, minFontSize } from "./fit.ts";
import { KeptElements } from "./fold.ts";
import { gapsOf, type Background, backgroundOf, rectsOf, sizesOf } from "./style.ts";
import { followLate } from "./late-text.ts";
import { holdersOf, type Region, regionOf, wholeRegion } from "./region.ts";
import { alignTitle, hideLoose, type Original, recolor, restoreGaps, settle, startOf } from "./settle.ts";

/** Minimum and maximum width of text in px, if there's room. */
const columnWidths = [600, 860] as const;

/** Px of margin on both sides of the text, together. */
const margins = 32;

/** The settings that keep the page's own width and line height. */
const widthOfPage = table.width.default;
const spacingOfPage = table.spacing.default;

/** Maximum characters of Latin text in a line at that width. */
const maxChars = 75;

/** Minimum line height as a multiple of the font size, for alphabets and for scripts with square characters. */
const minLeading = { letters: 1.45, wide: 1.6 } as const;

/** Points checked for covers; fewer on a long page, because each takes time proportional to its length. */
const maxPoints = 400;
const maxPointsOfLongPage = 50;

/** Number of blocks from which a page counts as long, so that only regions near the visible part are fixed. */
const manyBlocks = 500;

/** Window heights around the visible part in which a long page is fixed ahead, and in which it must be fixed. */
const ahead = 3;
const least = 1;

/** Number of samples that are checked on a long page, and of blocks in each. */
const samples = 10;
const sampleLength = 6;

/** Line height of most fonts if a page sets none. */
const defaultLeading = 1.2;

/**
 * Maximum depth of nested elements in a simplified page. A browser matches each element against the rules of all its
 * ancestors: 100 levels take a second, 300 take sixteen.
 */
const deepest = 100;

/** Minimum share of a box that text must cover to fill it. */
const filled = 0.9;

/** Share of the text that was no wider than the column. */
const shareInside = 0.8;

function openSimplify(session: Session): View {
  const problem = messagePanel(session);
  const { finding, signal } = session;
  let simplified: Simplified | undefined;
  const dock = new Dock("simplify", session, styles, {
    settings: problem ? [] : shownIn("simplify"),
    show: (settings) => simplified?.show(settings),
  });
  const before = problem ? [problem] : [];
  if (finding.kind === "failed") {
    dock.prepend(...before);
    return {};
  }
  let ended = new AbortController();
  const laidOut = (from: Session, isNew: boolean): Simplified => {
    const own = { ...from, signal: AbortSignal.any([signal, ended.signal]) };
    return new Simplified(finding.detection, finding.blocks, own, dock, isNew);
  };
  // The page has to be measured in its own layout, so the old rules are removed first, in the same task.
  const renew = (old: Simplified): void => {
    const { place, settings } = old;
    ended.abort();
    ended = new AbortController();
    simplified = laidOut({ ...session, place, settings }, true);
  };
  const line = new RemovedSummary({
    session,
    finding,
    dock,
    article: null,
    body: null,
    pin: problem
      ? null
      : () => (change) => {
          change();
          comments.renew();
          if (simplified) {
            renew(simplified);
          }
        },
  });
  const comments = dockLine(session, finding, dock);
  dock.prepend(...before, comments.node, line.node);
  dock.take(line);
  if (problem) {
    return {};
  }
  const view = laidOut(session, false);
  simplified = view;
  followLate(session, finding);
  return {
    place: () => simplified?.place ?? null,
    whole: view.whole,
    isInUse: () => view.isInUse,
  };
}

/** Facts about the page in its original layout. */
interface PageFacts {
  kept: KeptElements;
  background: Background;
  original: Original;
  text: Text;
}

/** Typography of most text on the page. */
interface Text {
  /** Width of its lines in px. */
  width: number;
  /** Px that a line of {@link maxChars} takes. */
  most: number;
  /** Line height as a multiple of the font size: the page's own and the minimum. */
  leading: number;
  least: number;
}

class Simplified {
  /**
   * Resolves once everything has been measured and fixed; on a long page, once the surroundings of the visible part
   * have.
   */
  readonly whole: Promise<void>;
  readonly #detection: Detection;
  readonly #blocks: Blocks;
  readonly #session: Session;
  readonly #dock: Dock;
  readonly #folds = new StyleRoots();
  /** The first fixes, followed by those of each region that came near. */
  #fixSheets: FixSheet[] = [new FixSheet()];
  readonly #work: RepeatableWork;
  #known: PageFacts | null = null;
  /** The elements that contain content; null if the page has changed since they were found. */
  #holders: ReadonlySet<Element> | null = null;
  /** True if only regions near the visible part are fixed. */
  #isLong = false;
  /** The blocks fixed since the page last changed. */
  #fitted = new Set<Block>();
  /** True if the page's layout may have changed. */
  #isChanged = false;
  /** True if the content has lost its own layout because it couldn't be fixed. */
  #strictly = false;
  /** True if the fixes no longer fit the page. */
  #isStale = true;
  #width = 0;
  #queued = 0;
  #place: ReadingPosition | null = null;
  /** Reading position at the time of a change of size or width, until the page is laid out again. */
  #kept: ReadingPosition | null = null;
  /** True once the user has used the page before it was complete. */
  isInUse = false;
  #settings: Settings;
  /** True if it replaces a simplified page after a new selection of parts. */
  readonly #isRenewed: boolean;

  constructor(detection: Detection, blocks: Blocks, session: Session, dock: Dock, isRenewed: boolean) {
    const { signal, settings, place } = session;
    this.#detection = detection;
    this.#settings = settings;
    this.#blocks = blocks;
    this.#session = session;
    this.#dock = dock;
    this.#place = place;
    this.#isRenewed = isRenewed;
    this.#work = new RepeatableWork(() => this.#layOut(), signal);
    signal.addEventListener("abort", () => {
      StyleRoots.remove([...this.#fixSheets.map(({ styleRoots }) => styleRoots), this.#folds], true);
    });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      onDocument(type, () => (this.isInUse = true), signal, true);
    }
    this.whole = this.#run();
  }

  /** Lays out the page, with the controls marked as busy. */
  #run(): Promise<void> {
    this.#isChanged = true;
    return this.#dock.busyUntil(this.#work.run());
  }

  /** Lays out the page in the chosen size and width; the paragraph being read stays in place. */
  show(settings: Settings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (shownIn("simplify").some((name) => before[name] !== settings[name])) {
      // During quick clicks, the later ones arrive while the page is still laid out for the first and the position is
      // wrong.
      this.#kept ??= this.place;
      const place = this.#kept;
      this.#isStale = true;
      void this.#run().then(() => {
        this.#kept = null;
        if (place) {
          this.#goTo(place);
        }
      });
    }
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The paragraph being read; if the page has removed everything, the last one known. */
  get place(): ReadingPosition | null {
    if (this.#known && !this.#known.kept.isGone) {
      this.#place = this.#blocks.placeOn(this.#blocks.page);
    }
    return this.#place;
  }

  /** Watches events that may change the page's layout. */
  #follow({ kept }: PageFacts): void {
    const { signal, host, renew } = this.#session;
    const observer = new MutationObserver(() => {
      if (kept.isGone) {
        renew();
      } else {
        // Before the next paint: the numbers in the rules are those of the old siblings.
        this.#holders = null;
        this.#folds.moved();
        this.#fold();
        for (const fixSheet of this.#fixSheets) {
          fixSheet.moved();
        }
      }
    });
    for (const styleRoot of new Set(kept.parts.map(styleRootOf))) {
      observer.observe(styleRoot, { subtree: true, childList: true });
    }
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("resize", () => this.#queue(), { signal });
    // Late images and fonts, and content the page expands after a click. A click on Pith's controls expands nothing.
    const unfolded = ({ target }: Event): void => {
      if (target !== host) {
        this.#queue();
      }
    };
    for (const type of ["load", "click", "toggle"]) {
      onDocument(type, unfolded, signal);
    }
    onFontsLoaded(() => this.#queue(), signal);
    onDocument("scroll", () => this.#isLong && void this.#work.run(), signal, true);
    window.addEventListener("beforeprint", () => this.#mendAll(), { signal });
    // Once the page has replaced its nodes, it's too late to find the position.
    onDocument("scrollend", () => void this.place, signal, true);
  }

  #queue(): void {
    if (this.#queued === 0 && !this.#session.signal.aborted) {
      this.#queued = requestAnimationFrame(() => {
        this.#queued = 0;
        void this.#run();
      });
    }
  }

  /**
   * Hides, measures, and fixes the page, and discards fixes for another width. The first time it scrolls to the reading
   * position. If a long page was only scrolled, it fixes the regions that came near.
   */
  *#layOut(): Work {
    const { place, show } = this.#session;
    const isFirst = this.#known === null;
    if (isFirst) {
      const known = collectFacts(this.#detection, this.#blocks, this.#session.host);
      this.#known = this.#isRenewed ? runSync(known) : yield* known;
      if (this.#known.kept.depth > deepest) {
        show("reader", { notice: t("notSimplified") });
        return;
      }
    }
    const isNew = this.#isStale || this.#width !== window.innerWidth;
    if (!isNew && !this.#isChanged) {
      yield* this.#fitNear();
      return;
    }
    this.#isChanged = false;
    this.#fitted.clear();
    if (isNew) {
      this.#width = window.innerWidth;
      this.#isStale = false;
      const held = this.#isLong;
      this.#isLong = this.#blocks.content.length >= manyBlocks;
      this.#applyChange(held, () => this.#begin(false));
    } else {
      this.#fold(true);
    }
    if (isFirst && this.#known) {
      this.#follow(this.#known);
      this.#goTo(place);
    }
    yield* this.#fixLayout();
    if (isNew && (yield* this.#isFaulty())) {
      this.#begin(true);
      yield* this.#fixLayout();
      if ((yield* this.#faults(this.#blocks)).length > 0 && isFirst && !this.#isRenewed) {
        show("reader", { notice: t("notSimplified") });
      }
    }
    this.#fold();
    for (const fixSheet of this.#fixSheets) {
      fixSheet.apply();
    }
    if (isFirst && !this.isInUse) {
      this.#goTo(place);
    }
  }

  /** Scrolls to a paragraph, or to the beginning if there is none. */
  #goTo(place: ReadingPosition | null): void {
    if (place) {
      this.#blocks.moveTo(this.#blocks.page, place);
    } else {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  }

  /** Hides the other parts again and discards all fixes. */
  #begin(strictly: boolean): void {
    this.#strictly = strictly;
    const [before, fixSheet] = [this.#fixSheets, new FixSheet()];
    this.#fixSheets = [fixSheet];
    this.#fold(true);
    StyleRoots.remove(
      before.map(({ styleRoots }) => styleRoots),
      false,
    );
  }

  /** Returns whether the page has faults. A long page is fixed as a whole before it counts as faulty. */
  *#isFaulty(): Work<boolean> {
    if (this.#isLong) {
      const sampled = this.#sampled();
      yield* this.#fixBlocks(sampled, this.#fixSheets.at(-1) as FixSheet);
      const seen = new Set([...sampled, ...near(this.#blocks, ahead * window.innerHeight)]);
      if ((yield* this.#faults(this.#blocks.only(seen))).length === 0) {
        return false;
      }
      this.#isLong = false;
      this.#fold(true);
      yield* this.#fixLayout();
    }
    return (yield* this.#faults(this.#blocks)).length > 0;
  }

  *#faults(blocks: Blocks): Work<Fault[]> {
    const { column } = blocks;
    const title = column.findIndex(({ reason }) => reason === "title");
    const numbers = new Map(this.#blocks.column.map((block, number) => [block, number]));
    const spans: StaticRange[][] = [];
    const breaks = new Set<number>();
    for (const [index, block] of column.entries()) {
      yield;
      spans.push(blocks.spans(block));
      const before = column[index - 1];
      if ((numbers.get(block) ?? 0) - ((before && numbers.get(before)) ?? -1) > 1) {
        breaks.add(index);
      }
    }
    const points = this.#isLong ? maxPointsOfLongPage : maxPoints;
    const { host } = this.#session;
    return yield* layoutFaults({ host, blocks: spans, title: title < 0 ? null : title, breaks }, points);
  }

  /** Returns the title and samples of a long page's content, including both ends. */
  #sampled(): Block[] {
    const { column } = this.#blocks;
    const stretches = Array.from({ length: samples }, (_, sample) => {
      const first = Math.round((sample * (column.length - sampleLength)) / (samples - 1));
      return column.slice(first, first + sampleLength);
    });
    return [...stretches.flat(), ...column.filter(({ reason }) => reason === "title")];
  }

  /**
   * Measures and fixes the page; on a long page, the surroundings of the visible part, and everything that covers or
   * overflows it.
   */
  *#fixLayout(): Work {
    const fixSheet = this.#fixSheets.at(-1) as FixSheet;
    this.#holders ??= yield* holdersOf(this.#blocks);
    const whole = wholeRegion(this.#blocks, this.#holders);
    if (!this.#isLong) {
      yield* this.#fixRegion(whole, fixSheet);
      return;
    }
    yield* this.#fixBlocks(near(this.#blocks, ahead * window.innerHeight), fixSheet);
    yield* hideLoose(whole, fixSheet.fixes);
    this.#apply(fixSheet);
    if (scrollWidth(rootElement()) > clientWidth(rootElement())) {
      yield* this.#narrow(whole, fixSheet);
    }
  }

  /** Fixes regions of a long page that have come near the visible part. */
  *#fitNear(): Work {
    const isFitted = (block: Block): boolean => this.#fitted.has(block);
    if (!this.#isLong || near(this.#blocks, least * window.innerHeight).every(isFitted)) {
      return;
    }
    const fixSheet = new FixSheet();
    this.#fixSheets.push(fixSheet);
    yield* this.#fixBlocks(near(this.#blocks, ahead * window.innerHeight), fixSheet);
    fixSheet.apply();
    if (fixSheet.fixes.size === 0) {
      this.#fixSheets.pop();
    }
  }

  /** Fixes those of some blocks that aren't fixed yet. */
  *#fixBlocks(blocks: readonly Block[], fixSheet: FixSheet): Work {
    this.#holders ??= yield* holdersOf(this.#blocks);
    const unfitted = new Set(blocks.filter((block) => !this.#fitted.has(block)));
    yield* this.#fixRegion(yield* regionOf(this.#blocks.only(unfitted), this.#holders), fixSheet);
  }

  /** Fixes all of a long page at once. */
  #mendAll(): void {
    if (this.#isLong) {
      this.#isLong = false;
      this.#fold();
      runSync(this.#fixLayout());
      this.#fixSheets.at(-1)?.apply();
    }
  }

  *#fixRegion(region: Region, fixSheet: FixSheet): Work {
    const { kept, original, background } = this.#known as PageFacts;
    const { blocks } = region;
    const { fixes } = fixSheet;
    const apply = (): void => this.#apply(fixSheet);
    yield* raiseText(blocks, fixes, apply);
    yield* settle(blocks, kept, original, fixes, this.#strictly);
    yield* hideLoose(region, fixes);
    apply();
    yield* keepShapes(region, fixes);
    yield* restoreGaps(region, this.#blocks, kept, original, fixes);
    yield* this.#narrow(region, fixSheet);
    yield* alignTitle(region, background, fixes);
    yield* recolor(blocks, fixes);
    apply();
    for (const block of blocks.content) {
      this.#fitted.add(block);
    }
    // A forced layout brings the styles up to date within this task.
    rectOf(rootElement());
  }

  *#narrow(region: Region, fixSheet: FixSheet): Work {
    const { kept } = this.#known as PageFacts;
    for (let round = 0; round < 3; round++) {
      if (!(yield* narrow(region, kept.wrappers, fixSheet.fixes, round))) {
        break;
      }
      this.#apply(fixSheet);
    }
  }

  /** Applies fixes, without transitions. */
  #apply(fixSheet: FixSheet): void {
    this.#applyChange(this.#isLong && fixSheet.fixes.isPending, () => fixSheet.apply(true));
  }

  /** Makes a change. `keepsPlace`: the content being read stays in place. */
  #applyChange(keepsPlace: boolean, change: () => void): void {
    if (keepsPlace) {
      changeInPlace(this.#blocks, change);
    } else {
      change();
    }
  }

  #fold(still = false): void {
    const { kept, background, text } = this.#known as PageFacts;
    this.#folds.begin();
    const size = this.#settings.size / 100;
    const [least, most] = columnWidths;
    const width = Math.min(Math.max(least, text.width), most, text.most);
    const column = (width + margins) * (this.#settings.width / widthOfPage);
    const room = Math.min(column, clientWidth(rootElement())) - margins;
    const leading = Math.max(text.leading, text.least) * (this.#settings.spacing / spacingOfPage);
    const measure = {
      column,
      size,
      keepsWords: this.#isLong && room >= text.width && size === 1,
      leading: Math.abs(leading - text.leading) > 0.01 ? leading : null,
    };
    kept.addTo(this.#folds, measure, background, this.#strictly);
    this.#folds.apply(still);
  }
}

function* collectFacts(detection: Detection, blocks: Blocks, host: Element): Work<PageFacts> {
  const background = yield* backgroundOf(blocks);
  const rects = yield* rectsOf(blocks);
  const original = { gaps: gapsOf(rects), sizes: yield* sizesOf(blocks), start: startOf(blocks) };
  return {
    background,
    original,
    text: textOf(blocks, rects),
    kept: new KeptElements(detection, background, host),
  };
}

/**
 * Returns the typography of most text on the page. The width is that of the box the text fills, so lines break as
 * before and needn't be laid out again.
 */
function textOf(blocks: Blocks, rects: readonly (DOMRect | null)[]): Text {
  const all = blocks.content.map((block, index) => ({ block, width: rects[index]?.width ?? 0 }));
  const isText = ({ block }: { block: Block }): boolean => {
    const container = block.running ? blocks.container(block) : null;
    return container !== null && !closest(container, "pre");
  };
  const text = all.filter(isText);
  const lines = (text.length > 0 ? text : all).toSorted((a, b) => a.width - b.width);
  let left = lines.reduce((sum, { block }) => sum + block.chars, 0) * shareInside;
  let last = lines[0];
  for (const line of lines) {
    if (left > 0) {
      last = line;
    }
    left -= line.block.chars;
  }
  const container = last && blocks.container(last.block);
  if (!last || !container) {
    return { width: last?.width ?? 0, most: Infinity, leading: defaultLeading, least: minLeading.letters };
  }
  const style = getComputedStyle(container);
  const size = Number.parseFloat(style.fontSize);
  const box = Number.parseFloat(style.width);
  const em = measure(container, sampleOf(textContent(container) ?? ""), maxChars);
  return {
    width: box >= last.width && last.width > box * filled ? box : last.width,
    most: em * Math.max(size, minFontSize),
    leading: Number.parseFloat(style.lineHeight) / size || defaultLeading,
    least: minLeading[isWide(em, maxChars) ? "wide" : "letters"],
  };
}

shared("pithShell")?.register("simplify", {
  open: openSimplify,
  page: "reflowed",
  keep: keepInPlace,
});
