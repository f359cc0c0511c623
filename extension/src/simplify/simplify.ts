/**
 * The page itself, for the screen at hand: in its own place and with its own look, everything but
 * the content folded away. No node is moved, no attribute written: see scopes.ts.
 */

import { Dock, message } from "../dock.ts";
import styles from "../dock.css";
import { fontsReady, holderOf, onDocument, rectOf, rootElement, scopeOf } from "../nodes.ts";
import type { Blocks, Place } from "../place.ts";
import type { Session, View } from "../shell.ts";
import { addFits, type Fits, holdersOf, keepShapes, narrow, raiseText, settle } from "./fit.ts";
import { Folding, type Ground } from "./fold.ts";
import { Scopes } from "../scopes.ts";
import { shared } from "../state.ts";

/** Widths in px that text is given at least and at most where there is room. */
const columnWidths = [600, 860];

function openSimplify(session: Session): View {
  const dock = new Dock("simplify", session, styles);
  const problem = message(session);
  if (problem || session.finding.kind === "failed") {
    if (problem) {
      dock.prepend(problem);
    }
    return {};
  }
  const { detection, blocks } = session.finding;
  const simplified = new Simplified(new Folding(detection, session.host), blocks, session);
  if (session.place) {
    blocks.moveTo(blocks.page, session.place);
  } else {
    window.scrollTo({ top: 0, behavior: "instant" });
  }
  return { place: () => simplified.place };
}

class Simplified {
  readonly #folding: Folding;
  readonly #blocks: Blocks;
  readonly #scopes = new Scopes();
  readonly #signal: AbortSignal;
  readonly #column: number;
  readonly #ground: Ground;
  #fits: Fits = new Map();
  #width = 0;
  #queued = 0;
  #place: Place | null = null;

  constructor(folding: Folding, blocks: Blocks, { signal, renew }: Session) {
    this.#folding = folding;
    this.#blocks = blocks;
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#queued);
      this.#scopes.remove();
    });
    this.#column = columnWidth(blocks);
    this.#ground = groundOf(blocks);
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
    // Late pictures, fonts and whatever the page unfolds by a click.
    for (const type of ["load", "click", "toggle"]) {
      onDocument(type, () => this.#queue(), signal);
    }
    void fontsReady().then(() => this.#queue());
    // When the page replaces its nodes it is too late to ask.
    onDocument("scrollend", () => void this.place, signal, true);
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
    if (this.#width !== window.innerWidth) {
      this.#width = window.innerWidth;
      this.#fits = new Map();
    }
    const holders = holdersOf(this.#blocks);
    this.#apply(true);
    raiseText(this.#blocks, this.#fits, () => this.#apply(true));
    settle(holders, this.#fits);
    this.#apply(true);
    keepShapes(holders, this.#fits);
    for (let round = 0; round < 3; round++) {
      if (!narrow(holders, this.#fits, round)) {
        break;
      }
      this.#apply(true);
    }
    // What was measured last has brought the styles up to date.
    rectOf(rootElement());
    this.#apply();
  }

  #apply(still = false): void {
    this.#scopes.begin();
    this.#folding.addTo(this.#scopes, this.#column, this.#ground);
    addFits(this.#fits, this.#scopes);
    this.#scopes.apply(still);
  }
}

/** How wide the content was on the page, the margins of the new one added. */
function columnWidth(blocks: Blocks): number {
  const rects = blocks.content.filter(({ chars }) => chars > 0).map((block) => blocks.rect(block));
  const widths = rects.map((rect) => rect?.width ?? 0);
  const [least = 0, most = 0] = columnWidths;
  return Math.min(Math.max(least, ...widths), most) + 32;
}

/** What the content stands on. The colour most of it stands on goes to the edges of the screen. */
function groundOf(blocks: Blocks): Ground {
  const chars = new Map<string, number>();
  const boxes = new Set<Element>();
  for (const block of blocks.content) {
    const box = boxBehind(blocks.container(block));
    const colour = box ? getComputedStyle(box).backgroundColor : "Canvas";
    chars.set(colour, (chars.get(colour) ?? 0) + block.chars);
    if (box) {
      boxes.add(box);
    }
  }
  const colour = [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "Canvas";
  return { colour, boxes };
}

/** The nearest element with a colour behind an element, itself included; null where there is none. */
function boxBehind(element: Element | null): Element | null {
  let at = element;
  while (at && /^(?:transparent$|rgba\(.*, 0\)$)/.test(getComputedStyle(at).backgroundColor)) {
    at = holderOf(at);
  }
  return at;
}

shared("pithShell")?.register("simplify", { open: openSimplify, page: "laid out anew" });
