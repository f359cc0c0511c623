/** What the script for highlights offers to views and to the page. */

import type { ReadingPosition } from "../../dom/reading-position.ts";
import type { Finding } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";

/** Marks in one view. */
export interface Highlighter {
  /** Highlights what is selected; says so if nothing is. */
  mark(): void;
  /** Opens the panel of the page's highlights, or closes it. */
  list(): void;
  /** Hears that a key went down. It goes no further where it meant something. */
  press(event: KeyboardEvent): void;
}

/** Marks in the page while no view is open. */
export interface PassiveHighlights {
  show(): void;
  hide(): void;
}

/** What is being read in a view. */
export interface Reading {
  readonly place: ReadingPosition | null;
  /** True where the view shows the page's text in places of its own. */
  readonly movesText: boolean;
}

/** Where one left off on an earlier visit. */
export interface SavedPosition {
  place: ReadingPosition;
  /** True where the page itself is scrolled to where it was then. */
  isUnmoved: boolean;
}

/** The script for marks, and for the paragraph read last. */
export interface HighlightsScript {
  /** Shows the page's marks in a view and lets more be made, until it is left. */
  attach(session: Session): Highlighter;
  /** Returns where one left off on this page; null where that is not known, or there no more. */
  savedPosition(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null>;
  /**
   * Keeps the paragraph read in a view that is about to be opened, where that is switched on. `isResumed`: the view
   * opens where one left off, which is said.
   */
  savePosition(session: Session, reading: Reading, isResumed: boolean): void;
}
