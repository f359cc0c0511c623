/**
 * The page itself, for the screen at hand: in its own place and with its own look, everything but
 * the content folded away. No node is moved, no attribute written: see scopes.ts.
 */

import { Dock, message } from "../dock.ts";
import styles from "../dock.css";
import { onDocument, onFontsLoaded, rectOf, rootElement, scopeOf } from "../nodes.ts";
import type { Settings } from "../config.ts";
import type { Blocks, Place } from "../place.ts";
import { t } from "../ext.ts";
import type { Session, View } from "../shell.ts";
import { Scopes } from "../scopes.ts";
import { shared } from "../state.ts";
import { type Fault, faultsOf } from "./checks.ts";
import { addFits, type Fits, holdersOf, keepShapes, narrow, raiseText } from "./fit.ts";
import { Folding } from "./fold.ts";
import { gapsOf, type Ground, groundOf, sizesOf } from "./look.ts";
import { hideLoose, type Original, part, recolour, settle } from "./settle.ts";

/** Widths in px that text is given at least and at most where there is room. */
const columnWidths = [600, 860] as const;

/** Width of the column, as a multiple of its width on the page. */
const widthFactors: Record<Settings["width"], number> = { narrow: 0.8, medium: 1, wide: 1.25 };

/** Points at which is looked for what covers the content: a browser takes as long for one as the page is. */
const mostPoints = 400;

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
  const ground = groundOf(blocks);
  const view = new Simplified(new Folding(detection, ground, session.host), blocks, ground, session);
  simplified = view;
  if (view.isBroken) {
    session.show("reader", t("notSimplified"));
  }
  if (session.place) {
    blocks.moveTo(blocks.page, session.place);
  } else {
    window.scrollTo({ top: 0, behavior: "instant" });
  }
  return { place: () => view.place };
}

class Simplified {
  readonly #folding: Folding;
  readonly #blocks: Blocks;
  readonly #scopes = new Scopes();
  readonly #signal: AbortSignal;
  readonly #column: number;
  readonly #ground: Ground;
  readonly #original: Original;
  #fits: Fits = new Map();
  /** True where the content has lost its own layout, since that could not be mended. */
  #strictly = false;
  #broken = false;
  #width = 0;
  #queued = 0;
  #place: Place | null = null;

  #settings: Settings;

  constructor(folding: Folding, blocks: Blocks, ground: Ground, { signal, renew, settings, host }: Session) {
    this.#settings = settings;
    this.#folding = folding;
    this.#blocks = blocks;
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#queued);
      this.#scopes.remove(true);
    });
    this.#column = columnWidth(blocks);
    this.#ground = ground;
    this.#original = { gaps: gapsOf(blocks), sizes: sizesOf(blocks) };
    this.#layOut();

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

  /** Returns whether the page is not to be read as it is laid out now, whatever was tried. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Lays the page out as large and as wide as is wished; the paragraph that is being read stays in its place. */
  show(settings: Settings): void {
    const { size, width } = this.#settings;
    this.#settings = settings;
    if (size !== settings.size || width !== settings.width) {
      const { place } = this;
      this.#width = 0;
      this.#layOut();
      if (place) {
        this.#blocks.moveTo(this.#blocks.page, place);
      }
    }
  }

  /** The paragraph that is being read; where the page has taken all of them away, the last one. */
  get place(): Place | null {
    if (!this.#folding.isGone) {
      this.#place = this.#blocks.placeOn(this.#blocks.page);
    }
    return this.#place;
  }

  #queue(): void {
    if (this.#queued === 0 && !this.#signal.aborted) {
      this.#queued = requestAnimationFrame(() => {
        this.#queued = 0;
        this.#layOut();
      });
    }
  }

  /** Folds, measures and mends; what was mended for another width is forgotten. */
  #layOut(): void {
    const isNew = this.#width !== window.innerWidth;
    if (isNew) {
      this.#width = window.innerWidth;
      this.#fits = new Map();
      this.#strictly = false;
    }
    this.#fit();
    if (isNew) {
      // What is only pale has been mended as far as its own colours allow.
      const isSerious = ({ check }: Fault): boolean => check !== "contrast";
      if (this.#faults().some(isSerious)) {
        this.#strictly = true;
        this.#fits = new Map();
        this.#fit();
        this.#broken = this.#faults().some(isSerious);
      }
    }
    this.#apply();
  }

  #faults(): Fault[] {
    const blocks = this.#blocks.content.toSorted((a, b) => a.rank - b.rank);
    const title = blocks.findIndex(({ reason }) => reason === "title");
    const shown = { blocks: blocks.map((block) => this.#blocks.ranges(block)), title: title < 0 ? null : title };
    return faultsOf(shown, mostPoints);
  }

  #fit(): void {
    const holders = holdersOf(this.#blocks);
    const [blocks, folding, fits] = [this.#blocks, this.#folding, this.#fits];
    this.#apply(true);
    raiseText(blocks, fits, () => this.#apply(true));
    settle(blocks, folding, this.#original, fits, this.#strictly);
    hideLoose(holders, fits);
    this.#apply(true);
    keepShapes(holders, fits);
    part(blocks, folding, this.#original, fits);
    for (let round = 0; round < 3; round++) {
      if (!narrow(holders, fits, round)) {
        break;
      }
      this.#apply(true);
    }
    recolour(blocks, fits);
    this.#apply(true);
    // What was measured last has brought the styles up to date.
    rectOf(rootElement());
  }

  #apply(still = false): void {
    this.#scopes.begin();
    const column = this.#column * widthFactors[this.#settings.width];
    this.#folding.addTo(this.#scopes, { column, size: this.#settings.size / 100 }, this.#ground, this.#strictly);
    addFits(this.#fits, this.#scopes);
    this.#scopes.apply(still);
  }
}

/** Returns the width of most text on the page, the margins of the new column added. */
function columnWidth(blocks: Blocks): number {
  const lines = blocks.content
    .map((block) => ({ chars: block.chars, width: blocks.rect(block)?.width ?? 0 }))
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
