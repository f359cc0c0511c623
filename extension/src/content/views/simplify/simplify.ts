/**
 * Shows the page itself, laid out for the screen at hand: the content stays at its place and keeps its look,
 * everything else is folded away. No node is moved and no attribute written: see style-roots.ts.
 */

import { holdInPlace } from "../../dom/late-layout.ts";
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
import { atOnce, Repeated, type Work } from "../../dom/time-slicing.ts";
import { shared } from "../../../shared/state.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { type Fault, layoutFaults } from "./checks.ts";
import { hold, near } from "./column.ts";
import { isWide, measure, sampleOf } from "../reader/column-width.ts";
import { keepShapes, Mend, narrow, raiseText, smallest } from "./fit.ts";
import { Folding } from "./fold.ts";
import { gapsOf, type Background, backgroundOf, rectsOf, sizesOf } from "./style.ts";
import { followLate } from "./late-text.ts";
import { holdersOf, type Region, regionOf, wholeOf } from "./region.ts";
import { alignTitle, hideLoose, type Original, part, recolor, settle, startOf } from "./settle.ts";

/** The least and the largest width of text in px, where there is room. */
const columnWidths = [600, 860] as const;

/** Room in px on both sides of the text in the column. */
const margins = 32;

/** The width at which the column is as wide as on the page, and the spacing at which lines stand apart as there. */
const widthOfPage = table.width.default;
const spacingOfPage = table.spacing.default;

/** The most characters of Latin text in a line of the column at that width. */
const maxChars = 75;

/** The least line height in multiples of the font size, for scripts with letters and for those whose characters are as wide as high. */
const minLeading = { letters: 1.45, wide: 1.6 } as const;

/** Points at which covers over the content are looked for; fewer on a long page, because each takes as long as the page is. */
const maxPoints = 400;
const fewPoints = 50;

/** The number of blocks from which a page is long, so that only what comes near what is seen is mended. */
const manyBlocks = 500;

/** Window heights above and below what is seen in which a long page is mended at once, and at least. */
const ahead = 3;
const least = 1;

/** The number of stretches of a long page that are checked, and of blocks in each. */
const samples = 10;
const sampleLength = 6;

/** Line height of most faces, where a page sets none. */
const usualLeading = 1.2;

/**
 * The number of elements within each other up to which a page is simplified. A browser compares each with the rules of all,
 * level by level: 100 take a second, 300 sixteen.
 */
const deepest = 100;

/** The share of a box from which on text fills it. */
const filled = 0.9;

/** The share of the text that was no wider than the column. */
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
  // Measured as the page itself is: what was laid out is taken away first, in one step.
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
    hold: problem
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

/** The facts about the page before anything is laid out again. */
interface Known {
  folding: Folding;
  background: Background;
  original: Original;
  text: Text;
}

/** How most text of the page is set. */
interface Text {
  /** Width of its lines in px. */
  width: number;
  /** Px that a line of {@link maxChars} takes. */
  most: number;
  /** Line height in multiples of the font size, on the page and at least. */
  leading: number;
  least: number;
}

class Simplified {
  /** Resolves once everything has been measured and mended; on a long page, once what is near what is seen has. */
  readonly whole: Promise<void>;
  readonly #detection: Detection;
  readonly #blocks: Blocks;
  readonly #session: Session;
  readonly #dock: Dock;
  readonly #folds = new StyleRoots();
  /** What was mended at first, and then of each region that came near. */
  #mends: Mend[] = [new Mend()];
  readonly #work: Repeated;
  #known: Known | null = null;
  /** The elements that hold content; null if the page has changed since they were found. */
  #holders: ReadonlySet<Element> | null = null;
  /** True if only what comes near what is seen is mended. */
  #isLong = false;
  /** The blocks that have been mended since the page last changed. */
  #mended = new Set<Block>();
  /** True where something may have laid out the page again. */
  #isChanged = false;
  /** True if the content has lost its own layout, because it could not be mended. */
  #strictly = false;
  /** True if what was mended no longer fits the page. */
  #isStale = true;
  #width = 0;
  #queued = 0;
  #place: ReadingPosition | null = null;
  /** What was being read when another size or width was asked for, until the page is laid out so. */
  #kept: ReadingPosition | null = null;
  /** True once the user has begun to use the page before it was complete. */
  isInUse = false;
  #settings: Settings;
  /** True where it takes the place of another, on what was decided again. */
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
    this.#work = new Repeated(() => this.#layOut(), signal);
    signal.addEventListener("abort", () => {
      StyleRoots.remove([...this.#mends.map(({ styleRoots }) => styleRoots), this.#folds], true);
    });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      onDocument(type, () => (this.isInUse = true), signal, true);
    }
    this.whole = this.#run();
  }

  /** Lays the page out; the controls say so while it lasts. */
  #run(): Promise<void> {
    this.#isChanged = true;
    return this.#dock.busyUntil(this.#work.run());
  }

  /** Lays the page out in the chosen size and width; the paragraph that is being read stays in its place. */
  show(settings: Settings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (shownIn("simplify").some((name) => before[name] !== settings[name])) {
      // Of quick presses the later ones come while the page is laid out for the first, with what is read out of its place.
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

  /** The paragraph that is being read; if the page has removed all, the last one that was. */
  get place(): ReadingPosition | null {
    if (this.#known && !this.#known.folding.isGone) {
      this.#place = this.#blocks.placeOn(this.#blocks.page);
    }
    return this.#place;
  }

  /** Follows what may lay the page out again. */
  #follow({ folding }: Known): void {
    const { signal, host, renew } = this.#session;
    const observer = new MutationObserver(() => {
      if (folding.isGone) {
        renew();
      } else {
        // Before anything is painted: the numbers in the rules are those of yesterday's siblings.
        this.#holders = null;
        this.#folds.moved();
        this.#fold();
        for (const mend of this.#mends) {
          mend.moved();
        }
      }
    });
    for (const styleRoot of new Set(folding.parts.map(styleRootOf))) {
      observer.observe(styleRoot, { subtree: true, childList: true });
    }
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("resize", () => this.#queue(), { signal });
    // Late images and fonts, and what the page unfolds after a click; a click on our controls unfolds nothing of the page.
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
    // Once the page has replaced its nodes, it is too late to find the place.
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
   * Folds, measures and mends the page, and forgets what was mended for another width. The first time it scrolls to the
   * place. If only what is seen of a long page has changed, it mends what has come near.
   */
  *#layOut(): Work {
    const { place, show } = this.#session;
    const isFirst = this.#known === null;
    if (isFirst) {
      const known = knownOf(this.#detection, this.#blocks, this.#session.host);
      this.#known = this.#isRenewed ? atOnce(known) : yield* known;
      if (this.#known.folding.depth > deepest) {
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
    this.#mended.clear();
    if (isNew) {
      this.#width = window.innerWidth;
      this.#isStale = false;
      const held = this.#isLong;
      this.#isLong = this.#blocks.content.length >= manyBlocks;
      this.#holding(held, () => this.#begin(false));
    } else {
      this.#fold(true);
    }
    if (isFirst && this.#known) {
      this.#follow(this.#known);
      this.#goTo(place);
    }
    yield* this.#fit();
    if (isNew && (yield* this.#isFaulty())) {
      this.#begin(true);
      yield* this.#fit();
      if ((yield* this.#faults(this.#blocks)).length > 0 && isFirst && !this.#isRenewed) {
        show("reader", { notice: t("notSimplified") });
      }
    }
    this.#fold();
    for (const mend of this.#mends) {
      mend.apply();
    }
    if (isFirst && !this.isInUse) {
      this.#goTo(place);
    }
  }

  /** Scrolls to a paragraph, or to the beginning where there is none. */
  #goTo(place: ReadingPosition | null): void {
    if (place) {
      this.#blocks.moveTo(this.#blocks.page, place);
    } else {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  }

  /** Folds the page again, with nothing mended. */
  #begin(strictly: boolean): void {
    this.#strictly = strictly;
    const [before, mend] = [this.#mends, new Mend()];
    this.#mends = [mend];
    this.#fold(true);
    StyleRoots.remove(
      before.map(({ styleRoots }) => styleRoots),
      false,
    );
  }

  /** Returns whether anything is wrong with the page. A long page is mended as a whole before the answer is yes. */
  *#isFaulty(): Work<boolean> {
    if (this.#isLong) {
      const sampled = this.#sampled();
      yield* this.#fitThose(sampled, this.#mends.at(-1) as Mend);
      const seen = new Set([...sampled, ...near(this.#blocks, ahead * window.innerHeight)]);
      if ((yield* this.#faults(this.#blocks.only(seen))).length === 0) {
        return false;
      }
      this.#isLong = false;
      this.#fold(true);
      yield* this.#fit();
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
    const points = this.#isLong ? fewPoints : maxPoints;
    const { host } = this.#session;
    return yield* layoutFaults({ host, blocks: spans, title: title < 0 ? null : title, breaks }, points);
  }

  /** Returns the title and stretches of a long page's content, including its two ends. */
  #sampled(): Block[] {
    const { column } = this.#blocks;
    const stretches = Array.from({ length: samples }, (_, sample) => {
      const first = Math.round((sample * (column.length - sampleLength)) / (samples - 1));
      return column.slice(first, first + sampleLength);
    });
    return [...stretches.flat(), ...column.filter(({ reason }) => reason === "title")];
  }

  /** Measures and mends the page; of a long page, what is near what is seen, and what lies or sticks out over that. */
  *#fit(): Work {
    const mend = this.#mends.at(-1) as Mend;
    this.#holders ??= yield* holdersOf(this.#blocks);
    const whole = wholeOf(this.#blocks, this.#holders);
    if (!this.#isLong) {
      yield* this.#fitIn(whole, mend);
      return;
    }
    yield* this.#fitThose(near(this.#blocks, ahead * window.innerHeight), mend);
    yield* hideLoose(whole, mend.fits);
    this.#apply(mend);
    if (scrollWidth(rootElement()) > clientWidth(rootElement())) {
      yield* this.#narrow(whole, mend);
    }
  }

  /** Mends what has come near what is seen of a long page. */
  *#fitNear(): Work {
    const isMended = (block: Block): boolean => this.#mended.has(block);
    if (!this.#isLong || near(this.#blocks, least * window.innerHeight).every(isMended)) {
      return;
    }
    const mend = new Mend();
    this.#mends.push(mend);
    yield* this.#fitThose(near(this.#blocks, ahead * window.innerHeight), mend);
    mend.apply();
    if (mend.fits.size === 0) {
      this.#mends.pop();
    }
  }

  /** Mends those of some blocks that are not mended yet. */
  *#fitThose(blocks: readonly Block[], mend: Mend): Work {
    this.#holders ??= yield* holdersOf(this.#blocks);
    const unmended = new Set(blocks.filter((block) => !this.#mended.has(block)));
    yield* this.#fitIn(yield* regionOf(this.#blocks.only(unmended), this.#holders), mend);
  }

  /** Mends all of a long page at once. */
  #mendAll(): void {
    if (this.#isLong) {
      this.#isLong = false;
      this.#fold();
      atOnce(this.#fit());
      this.#mends.at(-1)?.apply();
    }
  }

  *#fitIn(region: Region, mend: Mend): Work {
    const { folding, original, background } = this.#known as Known;
    const { blocks } = region;
    const { fits } = mend;
    const apply = (): void => this.#apply(mend);
    yield* raiseText(blocks, fits, apply);
    yield* settle(blocks, folding, original, fits, this.#strictly);
    yield* hideLoose(region, fits);
    apply();
    yield* keepShapes(region, fits);
    yield* part(region, this.#blocks, folding, original, fits);
    yield* this.#narrow(region, mend);
    yield* alignTitle(region, background, fits);
    yield* recolor(blocks, fits);
    apply();
    for (const block of blocks.content) {
      this.#mended.add(block);
    }
    // The last measurement has brought the styles up to date.
    rectOf(rootElement());
  }

  *#narrow(region: Region, mend: Mend): Work {
    const { folding } = this.#known as Known;
    for (let round = 0; round < 3; round++) {
      if (!(yield* narrow(region, folding.wrappers, mend.fits, round))) {
        break;
      }
      this.#apply(mend);
    }
  }

  /** Puts into force what was mended, without transitions. */
  #apply(mend: Mend): void {
    this.#holding(this.#isLong && mend.fits.isPending, () => mend.apply(true));
  }

  /** Makes a change. `holds`: what is read stays where it is. */
  #holding(holds: boolean, change: () => void): void {
    if (holds) {
      hold(this.#blocks, change);
    } else {
      change();
    }
  }

  #fold(still = false): void {
    const { folding, background, text } = this.#known as Known;
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
    folding.addTo(this.#folds, measure, background, this.#strictly);
    this.#folds.apply(still);
  }
}

function* knownOf(detection: Detection, blocks: Blocks, host: Element): Work<Known> {
  const background = yield* backgroundOf(blocks);
  const rects = yield* rectsOf(blocks);
  const original = { gaps: gapsOf(rects), sizes: yield* sizesOf(blocks), start: startOf(blocks) };
  return { background, original, text: textOf(blocks, rects), folding: new Folding(detection, background, host) };
}

/**
 * Returns how most text on the page is set. Its width is that of the box that the text fills: lines then break where they
 * did and need not be laid out again.
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
    return { width: last?.width ?? 0, most: Infinity, leading: usualLeading, least: minLeading.letters };
  }
  const style = getComputedStyle(container);
  const size = Number.parseFloat(style.fontSize);
  const box = Number.parseFloat(style.width);
  const em = measure(container, sampleOf(textContent(container) ?? ""), maxChars);
  return {
    width: box >= last.width && last.width > box * filled ? box : last.width,
    most: em * Math.max(size, smallest),
    leading: Number.parseFloat(style.lineHeight) / size || usualLeading,
    least: minLeading[isWide(em, maxChars) ? "wide" : "letters"],
  };
}

shared("pithShell")?.register("simplify", {
  open: openSimplify,
  page: "laid out anew",
  hold: holdInPlace,
});
