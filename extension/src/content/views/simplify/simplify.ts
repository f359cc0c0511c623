/**
 * Shows the page itself, laid out for the current screen: the content stays in place and keeps its style, and
 * everything else is hidden. No node moves and no attribute changes: see style-roots.ts.
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
import { type Settings, shownIn, settingsTable } from "../../../shared/settings/settings.ts";
import type { Block, Detection } from "../../../shared/core.ts";
import type { Blocks, ReadingPosition } from "../../dom/reading-position.ts";
import { createDockLine } from "../../panels/comments/dock-line.ts";
import { t } from "../../../shared/ext.ts";
import type { Session, View } from "../../session/session.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import { runSync, RepeatableWork, type Work } from "../../dom/time-slicing.ts";
import { shared } from "../../../shared/state.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { type LayoutFault, layoutFaults } from "./checks.ts";
import { changeInPlace, blocksNear } from "./column.ts";
import { hasSquareCharacters, measure, sampleOf } from "../reader/column-width.ts";
import { keepAspectRatios, FixSheet, narrowWideElements, enlargeText, minFontSize } from "./element-fixes.ts";
import { KeptElements } from "./kept-elements.ts";
import { gapsOf, type Background, backgroundOf, rectsOf, sizesOf } from "./style.ts";
import { watchLateText } from "./late-text.ts";
import { contentAncestors, type Region, regionOf, wholeRegion } from "./region.ts";
import {
  alignTitle,
  hideOverlays,
  type OriginalLayout,
  fixContrast,
  restoreGaps,
  bringIntoFlow,
  firstRunningLeaf,
} from "./column-layout.ts";

/** Minimum and maximum width of text in px, if there's room. */
const columnWidths = [600, 860] as const;

/** Px of margin on both sides of the text, together. */
const totalMargin = 32;

/** The settings that keep the page's own width and line height. */
const widthOfPage = settingsTable.width.default;
const spacingOfPage = settingsTable.spacing.default;

/** Maximum characters of Latin text in a line at that width. */
const maxChars = 75;

/** Minimum line height as a multiple of the font size, for alphabets and for scripts with square characters. */
const minLeading = { letters: 1.45, wide: 1.6 } as const;

/** Points checked for covers; fewer on a long page, because each takes time proportional to its length. */
const maxPoints = 400;
const maxPointsOfLongPage = 50;

/** Number of blocks from which a page counts as long, so that only regions near the visible part are fixed. */
const minLongPageBlocks = 500;

/** Window heights around the visible part in which a long page is fixed ahead, and in which it must be fixed. */
const screensAhead = 3;
const minScreens = 1;

/** Number of samples that are checked on a long page, and of blocks in each. */
const samples = 10;
const sampleLength = 6;

/** Line height of most fonts if a page sets none. */
const defaultLeading = 1.2;

/**
 * Maximum depth of nested elements in a simplified page. A browser matches each element against the rules of all its
 * ancestors: 100 levels take a second, 300 take sixteen.
 */
const maxDepth = 100;

/** Minimum share of a box that text must cover to fill it. */
const minFilledShare = 0.9;

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
  const messages = problem ? [problem] : [];
  if (finding.kind === "failed") {
    dock.prepend(...messages);
    return {};
  }
  let ended = new AbortController();
  const createSimplified = (baseSession: Session, isNew: boolean): Simplified => {
    const viewSession = { ...baseSession, signal: AbortSignal.any([signal, ended.signal]) };
    return new Simplified(finding.detection, finding.blocks, viewSession, dock, isNew);
  };
  // The page has to be measured in its own layout, so the old rules are removed first, in the same task.
  const relayout = (previous: Simplified): void => {
    const { position, settings } = previous;
    ended.abort();
    ended = new AbortController();
    simplified = createSimplified({ ...session, position, settings }, true);
  };
  const line = new RemovedSummary({
    session,
    finding,
    dock,
    article: null,
    body: null,
    holdPosition: problem
      ? null
      : () => (change) => {
          change();
          comments.renew();
          if (simplified) {
            relayout(simplified);
          }
        },
  });
  const comments = createDockLine(session, finding, dock);
  dock.prepend(...messages, comments.node, line.node);
  dock.addRemovedSummary(line);
  if (problem) {
    return {};
  }
  const view = createSimplified(session, false);
  simplified = view;
  watchLateText(session, finding);
  return {
    position: () => simplified?.position ?? null,
    completed: view.completed,
    isInUse: () => view.isInUse,
  };
}

/** Facts about the page in its original layout. */
interface PageFacts {
  keptElements: KeptElements;
  background: Background;
  original: OriginalLayout;
  text: Typography;
}

/** Typography of most text on the page. */
interface Typography {
  /** Width of its lines in px. */
  width: number;
  /** Px that a line of {@link maxChars} takes. */
  maxWidth: number;
  /** Line height as a multiple of the font size: the page's own and the minimum. */
  leading: number;
  minLeading: number;
}

class Simplified {
  /**
   * Resolves once everything has been measured and fixed; on a long page, once the surroundings of the visible part
   * have.
   */
  readonly completed: Promise<void>;
  readonly #detection: Detection;
  readonly #blocks: Blocks;
  readonly #session: Session;
  readonly #dock: Dock;
  readonly #layoutRules = new StyleRoots();
  /** The first fixes, followed by those of each region that came near. */
  #fixSheets: FixSheet[] = [new FixSheet()];
  readonly #work: RepeatableWork;
  #facts: PageFacts | null = null;
  /** The elements that contain content; null if the page has changed since they were found. */
  #contentAncestors: ReadonlySet<Element> | null = null;
  /** True if only regions near the visible part are fixed. */
  #isLong = false;
  /** The blocks fixed since the page last changed. */
  #fixedBlocks = new Set<Block>();
  /** True if the page's layout may have changed. */
  #isChanged = false;
  /** True if the content has lost its own layout because it couldn't be fixed. */
  #strictly = false;
  /** True if the fixes no longer fit the page. */
  #isStale = true;
  #width = 0;
  /** Px of the page that are left to a panel beside it. */
  #sidePanelWidth = 0;
  #frame = 0;
  #position: ReadingPosition | null = null;
  /** Reading position at the time of a change of size or width, until the page is laid out again. */
  #positionBeforeChange: ReadingPosition | null = null;
  /** True once the user has used the page before it was complete. */
  isInUse = false;
  #settings: Settings;
  /** True if it replaces a simplified page after a new selection of parts. */
  readonly #isRenewed: boolean;

  constructor(detection: Detection, blocks: Blocks, session: Session, dock: Dock, isRenewed: boolean) {
    const { signal, settings, position } = session;
    this.#detection = detection;
    this.#settings = settings;
    this.#blocks = blocks;
    this.#session = session;
    this.#dock = dock;
    this.#position = position;
    this.#isRenewed = isRenewed;
    this.#work = new RepeatableWork(() => this.#layOut(), signal);
    signal.addEventListener("abort", () => {
      StyleRoots.remove([...this.#fixSheets.map(({ styleRoots }) => styleRoots), this.#layoutRules], true);
    });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      onDocument(type, () => (this.isInUse = true), signal, true);
    }
    this.completed = this.#run();
  }

  /** Lays out the page, with the controls marked as busy. */
  #run(): Promise<void> {
    this.#isChanged = true;
    return this.#dock.busyUntil(this.#work.run());
  }

  /** Lays out the page in the chosen size and width; the paragraph being read stays in place. */
  show(settings: Settings): void {
    const previous = this.#settings;
    this.#settings = settings;
    if (shownIn("simplify").some((name) => previous[name] !== settings[name])) {
      this.#relayout();
    }
  }

  /** Lays out the page again, for other settings or another width; the paragraph being read stays in place. */
  #relayout(): void {
    // During quick clicks, the later ones arrive while the page is still laid out for the first and the position is
    // wrong.
    this.#positionBeforeChange ??= this.position;
    const position = this.#positionBeforeChange;
    this.#isStale = true;
    void this.#run().then(() => {
      this.#positionBeforeChange = null;
      if (position) {
        this.#scrollTo(position);
      }
    });
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The paragraph being read; if the page has removed everything, the last one known. */
  get position(): ReadingPosition | null {
    if (this.#facts && !this.#facts.keptElements.isGone) {
      this.#position = this.#blocks.positionOn(this.#blocks.page);
    }
    return this.#position;
  }

  /** Watches events that may change the page's layout. */
  #watch({ keptElements }: PageFacts): void {
    const { signal, host, shadow, redetect } = this.#session;
    const observer = new MutationObserver(() => {
      if (keptElements.isGone) {
        redetect();
      } else {
        // Before the next paint: the numbers in the rules are those of the old siblings.
        this.#contentAncestors = null;
        this.#layoutRules.invalidatePaths();
        this.#applyLayout();
        for (const fixSheet of this.#fixSheets) {
          fixSheet.refresh();
        }
      }
    });
    for (const styleRoot of new Set(keptElements.parts.map(styleRootOf))) {
      observer.observe(styleRoot, { subtree: true, childList: true });
    }
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("resize", () => this.#scheduleRun(), { signal });
    const onToggle = (): void => {
      if (this.#dock.sidePanelWidth !== this.#sidePanelWidth) {
        this.#relayout();
      }
    };
    shadow.addEventListener("toggle", onToggle, { capture: true, signal });
    // Late images and fonts, and content the page expands after a click. A click on Pith's controls expands nothing.
    const onPageChange = ({ target }: Event): void => {
      if (target !== host) {
        this.#scheduleRun();
      }
    };
    for (const type of ["load", "click", "toggle"]) {
      onDocument(type, onPageChange, signal);
    }
    onFontsLoaded(() => this.#scheduleRun(), signal);
    onDocument("scroll", () => this.#isLong && void this.#work.run(), signal, true);
    window.addEventListener("beforeprint", () => this.#fixAll(), { signal });
    // Once the page has replaced its nodes, it's too late to find the position.
    onDocument("scrollend", () => void this.position, signal, true);
  }

  #scheduleRun(): void {
    if (this.#frame === 0 && !this.#session.signal.aborted) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        void this.#run();
      });
    }
  }

  /**
   * Hides, measures, and fixes the page, and discards fixes for another width. The first time it scrolls to the reading
   * position. If a long page was only scrolled, it fixes the regions that came near.
   */
  *#layOut(): Work {
    const { position, show } = this.#session;
    const isFirst = this.#facts === null;
    if (isFirst) {
      const collecting = collectFacts(this.#detection, this.#blocks, this.#session.host);
      this.#facts = this.#isRenewed ? runSync(collecting) : yield* collecting;
      if (this.#facts.keptElements.depth > maxDepth) {
        show("reader", { notice: t("notSimplified") });
        return;
      }
    }
    const isNew = this.#isStale || this.#width !== window.innerWidth;
    if (!isNew && !this.#isChanged) {
      yield* this.#fixNear();
      return;
    }
    this.#isChanged = false;
    this.#fixedBlocks.clear();
    if (isNew) {
      this.#width = window.innerWidth;
      this.#isStale = false;
      const keepsPosition = this.#isLong;
      this.#isLong = this.#blocks.content.length >= minLongPageBlocks;
      this.#applyChange(keepsPosition, () => this.#startOver(false));
    } else {
      this.#applyLayout(true);
    }
    if (isFirst && this.#facts) {
      this.#watch(this.#facts);
      this.#scrollTo(position);
    }
    yield* this.#fixLayout();
    if (isNew && (yield* this.#isFaulty())) {
      this.#startOver(true);
      yield* this.#fixLayout();
      if ((yield* this.#faults(this.#blocks)).length > 0 && isFirst && !this.#isRenewed) {
        show("reader", { notice: t("notSimplified") });
      }
    }
    this.#applyLayout();
    for (const fixSheet of this.#fixSheets) {
      fixSheet.apply();
    }
    if (isFirst && !this.isInUse) {
      this.#scrollTo(position);
    }
  }

  /** Scrolls to a paragraph, or to the beginning if there is none. */
  #scrollTo(position: ReadingPosition | null): void {
    if (position) {
      this.#blocks.moveTo(this.#blocks.page, position);
    } else {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  }

  /** Hides the other parts again and discards all fixes. */
  #startOver(strictly: boolean): void {
    this.#strictly = strictly;
    const [before, fixSheet] = [this.#fixSheets, new FixSheet()];
    this.#fixSheets = [fixSheet];
    this.#applyLayout(true);
    StyleRoots.remove(
      before.map(({ styleRoots }) => styleRoots),
      false,
    );
  }

  /** Returns whether the page has faults. A long page is fixed as a whole before it counts as faulty. */
  *#isFaulty(): Work<boolean> {
    if (this.#isLong) {
      const samples = this.#sampleBlocks();
      yield* this.#fixBlocks(samples, this.#fixSheets.at(-1) as FixSheet);
      const checked = new Set([...samples, ...blocksNear(this.#blocks, screensAhead * window.innerHeight)]);
      if ((yield* this.#faults(this.#blocks.only(checked))).length === 0) {
        return false;
      }
      this.#isLong = false;
      this.#applyLayout(true);
      yield* this.#fixLayout();
    }
    return (yield* this.#faults(this.#blocks)).length > 0;
  }

  *#faults(blocks: Blocks): Work<LayoutFault[]> {
    const { inReadingOrder: orderedBlocks } = blocks;
    const title = orderedBlocks.findIndex(({ reason }) => reason === "title");
    const indices = new Map(this.#blocks.inReadingOrder.map((block, index) => [block, index]));
    const spans: StaticRange[][] = [];
    const breaks = new Set<number>();
    for (const [index, block] of orderedBlocks.entries()) {
      yield;
      spans.push(blocks.spans(block));
      const previous = orderedBlocks[index - 1];
      if ((indices.get(block) ?? 0) - ((previous && indices.get(previous)) ?? -1) > 1) {
        breaks.add(index);
      }
    }
    const points = this.#isLong ? maxPointsOfLongPage : maxPoints;
    const { host } = this.#session;
    return yield* layoutFaults({ host, blocks: spans, title: title < 0 ? null : title, breaks }, points);
  }

  /** Returns the title and samples of a long page's content, including both ends. */
  #sampleBlocks(): Block[] {
    const { inReadingOrder: orderedBlocks } = this.#blocks;
    const sampleRuns = Array.from({ length: samples }, (_, sample) => {
      const first = Math.round((sample * (orderedBlocks.length - sampleLength)) / (samples - 1));
      return orderedBlocks.slice(first, first + sampleLength);
    });
    return [...sampleRuns.flat(), ...orderedBlocks.filter(({ reason }) => reason === "title")];
  }

  /**
   * Measures and fixes the page; on a long page, the surroundings of the visible part, and everything that covers or
   * overflows it.
   */
  *#fixLayout(): Work {
    const fixSheet = this.#fixSheets.at(-1) as FixSheet;
    this.#contentAncestors ??= yield* contentAncestors(this.#blocks);
    const completed = wholeRegion(this.#blocks, this.#contentAncestors);
    if (!this.#isLong) {
      yield* this.#fixRegion(completed, fixSheet);
      return;
    }
    yield* this.#fixBlocks(blocksNear(this.#blocks, screensAhead * window.innerHeight), fixSheet);
    yield* hideOverlays(completed, fixSheet.fixes);
    this.#apply(fixSheet);
    if (scrollWidth(rootElement()) > clientWidth(rootElement())) {
      yield* this.#narrow(completed, fixSheet);
    }
  }

  /** Fixes regions of a long page that have come near the visible part. */
  *#fixNear(): Work {
    const isFixed = (block: Block): boolean => this.#fixedBlocks.has(block);
    if (!this.#isLong || blocksNear(this.#blocks, minScreens * window.innerHeight).every(isFixed)) {
      return;
    }
    const fixSheet = new FixSheet();
    this.#fixSheets.push(fixSheet);
    yield* this.#fixBlocks(blocksNear(this.#blocks, screensAhead * window.innerHeight), fixSheet);
    fixSheet.apply();
    if (fixSheet.fixes.size === 0) {
      this.#fixSheets.pop();
    }
  }

  /** Fixes those of some blocks that aren't fixed yet. */
  *#fixBlocks(blocks: readonly Block[], fixSheet: FixSheet): Work {
    this.#contentAncestors ??= yield* contentAncestors(this.#blocks);
    const unfixed = new Set(blocks.filter((block) => !this.#fixedBlocks.has(block)));
    yield* this.#fixRegion(yield* regionOf(this.#blocks.only(unfixed), this.#contentAncestors), fixSheet);
  }

  /** Fixes all of a long page at once. */
  #fixAll(): void {
    if (this.#isLong) {
      this.#isLong = false;
      this.#applyLayout();
      runSync(this.#fixLayout());
      this.#fixSheets.at(-1)?.apply();
    }
  }

  *#fixRegion(region: Region, fixSheet: FixSheet): Work {
    const { keptElements, original, background } = this.#facts as PageFacts;
    const { blocks } = region;
    const { fixes } = fixSheet;
    const apply = (): void => this.#apply(fixSheet);
    yield* enlargeText(blocks, fixes, apply);
    yield* bringIntoFlow(blocks, keptElements, original, fixes, this.#strictly);
    yield* hideOverlays(region, fixes);
    apply();
    yield* keepAspectRatios(region, fixes);
    yield* restoreGaps(region, this.#blocks, keptElements, original, fixes);
    yield* this.#narrow(region, fixSheet);
    yield* alignTitle(region, background, fixes);
    yield* fixContrast(blocks, fixes);
    apply();
    for (const block of blocks.content) {
      this.#fixedBlocks.add(block);
    }
    // A forced layout brings the styles up to date within this task.
    rectOf(rootElement());
  }

  *#narrow(region: Region, fixSheet: FixSheet): Work {
    const { keptElements } = this.#facts as PageFacts;
    for (let round = 0; round < 3; round++) {
      if (!(yield* narrowWideElements(region, keptElements.wrappers, fixSheet.fixes, round))) {
        break;
      }
      this.#apply(fixSheet);
    }
  }

  /** Applies fixes, without transitions. */
  #apply(fixSheet: FixSheet): void {
    this.#applyChange(this.#isLong && fixSheet.fixes.isPending, () => fixSheet.apply(true));
  }

  /** Makes a change. `keepsPosition`: the content being read stays in place. */
  #applyChange(keepsPosition: boolean, change: () => void): void {
    if (keepsPosition) {
      changeInPlace(this.#blocks, change);
    } else {
      change();
    }
  }

  #applyLayout(withoutTransitions = false): void {
    const { keptElements, background, text } = this.#facts as PageFacts;
    this.#layoutRules.clearRules();
    const size = this.#settings.size / 100;
    const [minWidth, maxWidth] = columnWidths;
    const width = Math.min(Math.max(minWidth, text.width), maxWidth, text.maxWidth);
    const column = (width + totalMargin) * (this.#settings.width / widthOfPage);
    this.#sidePanelWidth = this.#dock.sidePanelWidth;
    const textWidth = Math.min(column, clientWidth(rootElement()) - this.#sidePanelWidth) - totalMargin;
    const leading = Math.max(text.leading, text.minLeading) * (this.#settings.spacing / spacingOfPage);
    const measure = {
      column,
      sidePanelWidth: this.#sidePanelWidth,
      size,
      keepsWords: this.#isLong && textWidth >= text.width && size === 1,
      leading: Math.abs(leading - text.leading) > 0.01 ? leading : null,
    };
    keptElements.addTo(this.#layoutRules, measure, background, this.#strictly);
    this.#layoutRules.apply(withoutTransitions);
  }
}

function* collectFacts(detection: Detection, blocks: Blocks, host: Element): Work<PageFacts> {
  const background = yield* backgroundOf(blocks);
  const rects = yield* rectsOf(blocks);
  const original = { gaps: gapsOf(rects), sizes: yield* sizesOf(blocks), start: firstRunningLeaf(blocks) };
  return {
    background,
    original,
    text: typographyOf(blocks, rects),
    keptElements: new KeptElements(detection, background, host),
  };
}

/**
 * Returns the typography of most text on the page. The width is that of the box the text fills, so lines break as
 * before and needn't be laid out again.
 */
function typographyOf(blocks: Blocks, rects: readonly (DOMRect | null)[]): Typography {
  const measured = blocks.content.map((block, index) => ({ block, width: rects[index]?.width ?? 0 }));
  const isText = ({ block }: { block: Block }): boolean => {
    const container = block.running ? blocks.container(block) : null;
    return container !== null && !closest(container, "pre");
  };
  const text = measured.filter(isText);
  const lines = (text.length > 0 ? text : measured).toSorted((a, b) => a.width - b.width);
  let remainingChars = lines.reduce((sum, { block }) => sum + block.chars, 0) * shareInside;
  let typical = lines[0];
  for (const line of lines) {
    if (remainingChars > 0) {
      typical = line;
    }
    remainingChars -= line.block.chars;
  }
  const container = typical && blocks.container(typical.block);
  if (!typical || !container) {
    return { width: typical?.width ?? 0, maxWidth: Infinity, leading: defaultLeading, minLeading: minLeading.letters };
  }
  const style = getComputedStyle(container);
  const size = Number.parseFloat(style.fontSize);
  const box = Number.parseFloat(style.width);
  const em = measure(container, sampleOf(textContent(container) ?? ""), maxChars);
  return {
    width: box >= typical.width && typical.width > box * minFilledShare ? box : typical.width,
    maxWidth: em * Math.max(size, minFontSize),
    leading: Number.parseFloat(style.lineHeight) / size || defaultLeading,
    minLeading: minLeading[hasSquareCharacters(em, maxChars) ? "wide" : "letters"],
  };
}

shared("pithShell")?.register("simplify", {
  open: openSimplify,
  effect: "reflowed",
  holdInPlace,
});
