/**
 * The page itself, for the screen at hand: in its own place and with its own look, everything but
 * the content folded away. No node is moved, no attribute written: see scopes.ts.
 */

import { Dock, message } from "../dock.ts";
import styles from "../dock.css";
import { onDocument, onFontsLoaded, rectOf, rootElement, scopeOf } from "../nodes.ts";
import type { Settings } from "../config.ts";
import type { Detection } from "../core.ts";
import type { Blocks, Place } from "../place.ts";
import { t } from "../ext.ts";
import type { Session, View } from "../shell.ts";
import { Scopes } from "../scopes.ts";
import { Repeated, type Work } from "../slices.ts";
import { shared } from "../state.ts";
import { type Fault, layoutFaults } from "./checks.ts";
import { addFits, type Fits, holdersOf, keepShapes, narrow, raiseBlocks, raiseText } from "./fit.ts";
import { Folding } from "./fold.ts";
import { gapsOf, type Ground, groundOf, rectsOf, sizesOf } from "./look.ts";
import { hideLoose, type Original, part, recolour, settle, startOf } from "./settle.ts";

/** Widths in px that text is given at least and at most where there is room. */
const columnWidths = [600, 860] as const;

/** Width of the column, as a multiple of its width on the page. */
const widthFactors: Record<Settings["width"], number> = { narrow: 0.8, medium: 1, wide: 1.25 };

/** Points at which is looked for what covers the content: a browser takes as long for one as the page is. */
const mostPoints = 400;

/** Number of blocks beyond what is seen from which on what is seen is mended before the rest. */
const manyBlocks = 500;

/** The share of the text that was no wider than the column. */
const shareInside = 0.8;

function openSimplify(session: Session): View {
  const problem = message(session);
  let simplified: Simplified | undefined;
  const dock = new Dock("simplify", session, styles, {
    settings: problem ? [] : ["size", "width"],
    show: (settings) => simplified?.show(settings),
  });
  if (problem || session.finding.kind === "failed") {
    if (problem) {
      dock.prepend(problem);
    }
    return {};
  }
  const { detection, blocks } = session.finding;
  const view = new Simplified(detection, blocks, session, dock);
  simplified = view;
  return { place: () => view.place, whole: view.whole, isInUse: () => view.isInUse };
}

/** The facts about the page before anything is laid out anew. */
interface Known {
  folding: Folding;
  ground: Ground;
  original: Original;
  /** Width of the column in px. */
  column: number;
}

class Simplified {
  /** Resolves once everything has been measured and mended. */
  readonly whole: Promise<void>;
  readonly #detection: Detection;
  readonly #blocks: Blocks;
  readonly #session: Session;
  readonly #dock: Dock;
  readonly #scopes = new Scopes();
  readonly #work: Repeated;
  #known: Known | null = null;
  #fits: Fits = new Map();
  /** True where the content has lost its own layout, since that could not be mended. */
  #strictly = false;
  /** True where what was mended is of no use any more. */
  #isStale = true;
  #width = 0;
  #queued = 0;
  #place: Place | null = null;
  /** True once somebody has begun to use the page before it was whole. */
  isInUse = false;
  #settings: Settings;

  constructor(detection: Detection, blocks: Blocks, session: Session, dock: Dock) {
    const { signal, settings, place } = session;
    this.#detection = detection;
    this.#settings = settings;
    this.#blocks = blocks;
    this.#session = session;
    this.#dock = dock;
    this.#place = place;
    this.#work = new Repeated(() => this.#layOut(), signal);
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#queued);
      this.#scopes.remove(true);
    });
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      onDocument(type, () => (this.isInUse = true), signal, true);
    }
    this.whole = this.#run();
  }

  /** Lays the page out, said by the controls while it lasts. */
  #run(): Promise<void> {
    return this.#dock.busyUntil(this.#work.run());
  }

  /** Lays the page out as large and as wide as is wished; the paragraph that is being read stays in its place. */
  show(settings: Settings): void {
    const { size, width } = this.#settings;
    this.#settings = settings;
    if (size !== settings.size || width !== settings.width) {
      const { place } = this;
      this.#isStale = true;
      void this.#run().then(() => place && this.#goTo(place));
    }
  }

  /** The paragraph that is being read; where the page has taken all of them away, the last one. */
  get place(): Place | null {
    if (this.#known && !this.#known.folding.isGone) {
      this.#place = this.#blocks.placeOn(this.#blocks.page);
    }
    return this.#place;
  }

  /** Follows what may lay the page out anew. */
  #follow({ folding }: Known): void {
    const { signal, host, renew } = this.#session;
    const observer = new MutationObserver(() => {
      if (folding.isGone) {
        renew();
      } else {
        // Before anything is painted: the numbers in the rules are those of yesterday's siblings.
        this.#apply();
      }
    });
    for (const scope of new Set(folding.parts.map(scopeOf))) {
      observer.observe(scope, { subtree: true, childList: true });
    }
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener("resize", () => this.#queue(), { signal });
    // Late pictures, fonts and whatever the page unfolds by a click; one on our controls unfolds nothing of it.
    const unfolded = ({ target }: Event): void => {
      if (target !== host) {
        this.#queue();
      }
    };
    for (const type of ["load", "click", "toggle"]) {
      onDocument(type, unfolded, signal);
    }
    onFontsLoaded(() => this.#queue(), signal);
    // When the page replaces its nodes it is too late to ask.
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

  /** Folds, measures and mends; what was mended for another width is forgotten. The first time it goes to the place. */
  *#layOut(): Work {
    const { place, show } = this.#session;
    const isFirst = this.#known === null;
    if (isFirst) {
      this.#known = yield* knownOf(this.#detection, this.#blocks, this.#session.host);
    }
    const isNew = this.#isStale || this.#width !== window.innerWidth;
    if (isNew) {
      this.#width = window.innerWidth;
      this.#isStale = false;
      this.#fits = new Map();
      this.#strictly = false;
    }
    this.#apply(true);
    if (isFirst && this.#known) {
      this.#follow(this.#known);
      this.#goTo(place);
      yield* this.#mendSeen(this.#known);
    }
    yield* this.#fit();
    if (isNew && (yield* this.#faults()).length > 0) {
      this.#strictly = true;
      this.#fits = new Map();
      yield* this.#fit();
      if ((yield* this.#faults()).length > 0 && isFirst) {
        show("reader", t("notSimplified"));
      }
    }
    this.#apply();
    if (isFirst && !this.isInUse) {
      this.#goTo(place);
    }
  }

  /** Scrolls to a paragraph, or to the beginning where there is none. */
  #goTo(place: Place | null): void {
    if (place) {
      this.#blocks.moveTo(this.#blocks.page, place);
    } else {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  }

  *#faults(): Work<Fault[]> {
    const blocks = this.#blocks.content.toSorted((a, b) => a.rank - b.rank);
    const title = blocks.findIndex(({ reason }) => reason === "title");
    const spans: StaticRange[][] = [];
    for (const block of blocks) {
      yield;
      spans.push(this.#blocks.spans(block));
    }
    return yield* layoutFaults({ blocks: spans, title: title < 0 ? null : title }, mostPoints);
  }

  /**
   * Mends what is seen of a long page, so that it can be read while the rest is measured. Leaves out what the whole page
   * has a part in: gaps, widths, and what lies over the content.
   */
  *#mendSeen({ folding, original }: Known): Work {
    const blocks = this.#blocks.near(this.#session.place, window.innerHeight);
    if (this.#blocks.content.length - blocks.content.length < manyBlocks) {
      return;
    }
    const leaves = new Set<Node>(blocks.content.flatMap((block) => blocks.leaves(block)));
    const sizes = new Map([...original.sizes].filter(([leaf]) => leaves.has(leaf)));
    yield* raiseBlocks(blocks, this.#fits);
    yield* settle(blocks, folding, { ...original, sizes }, this.#fits, false);
    yield* recolour(blocks, this.#fits);
    this.#apply(true);
  }

  *#fit(): Work {
    const { folding, original } = this.#known as Known;
    const [blocks, fits] = [this.#blocks, this.#fits];
    const holders = yield* holdersOf(blocks);
    this.#apply(true);
    yield* raiseText(blocks, fits, () => this.#apply(true));
    yield* settle(blocks, folding, original, fits, this.#strictly);
    yield* hideLoose(holders, fits);
    this.#apply(true);
    yield* keepShapes(holders, fits);
    yield* part(blocks, folding, original, fits);
    for (let round = 0; round < 3; round++) {
      if (!(yield* narrow(holders, folding.wrappers, fits, round))) {
        break;
      }
      this.#apply(true);
    }
    yield* recolour(blocks, fits);
    this.#apply(true);
    // What was measured last has brought the styles up to date.
    rectOf(rootElement());
  }

  #apply(still = false): void {
    const { folding, ground, column } = this.#known as Known;
    this.#scopes.begin();
    const measure = { column: column * widthFactors[this.#settings.width], size: this.#settings.size / 100 };
    folding.addTo(this.#scopes, measure, ground, this.#strictly);
    addFits(this.#fits, this.#scopes);
    this.#scopes.apply(still);
  }
}

function* knownOf(detection: Detection, blocks: Blocks, host: Element): Work<Known> {
  const ground = yield* groundOf(blocks);
  const rects = yield* rectsOf(blocks);
  const original = { gaps: gapsOf(rects), sizes: yield* sizesOf(blocks), start: startOf(blocks) };
  return { ground, original, column: columnWidth(blocks, rects), folding: new Folding(detection, ground, host) };
}

/** Returns the width of most text on the page, the margins of the new column added. */
function columnWidth(blocks: Blocks, rects: readonly (DOMRect | null)[]): number {
  const lines = blocks.content
    .map(({ chars }, index) => ({ chars, width: rects[index]?.width ?? 0 }))
    .toSorted((a, b) => a.width - b.width);
  let left = lines.reduce((sum, { chars }) => sum + chars, 0) * shareInside;
  let width = 0;
  for (const line of lines) {
    if (left > 0) {
      width = line.width;
    }
    left -= line.chars;
  }
  const [least, most] = columnWidths;
  return Math.min(Math.max(least, width), most) + 32;
}

shared("pithShell")?.register("simplify", { open: openSimplify, page: "laid out anew" });
