/** The interface of the highlights script. */

import type { ReadingPosition } from "../../dom/reading-position.ts";
import type { Finding } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";

/** Highlights in a view. */
export interface Highlighter {
  /** Highlights the selection; shows a message if there is none. */
  highlightSelection(): void;
  /** Toggles the panel of the page's highlights. */
  toggleList(): void;
  /** Handles a keydown event, and stops it if the key has an action. */
  handleKey(event: KeyboardEvent): void;
}

/** Highlights on the page while no view is open. */
export interface PassiveHighlights {
  show(): void;
  hide(): void;
}

/** The current paragraph of a view. */
export interface ReadingState {
  readonly position: ReadingPosition | null;
  /** True if the view moves the page's text. */
  readonly movesText: boolean;
}

/** The reading position of an earlier visit. */
export interface SavedPosition {
  position: ReadingPosition;
  /** True if the page itself is scrolled to where it was then. */
  isUnmoved: boolean;
}

/** The script for highlights and reading positions. */
export interface HighlightsScript {
  /** Shows the page's highlights in a view and lets the user add more, until it is closed. */
  attach(session: Session): Highlighter;
  /** Returns the reading position on this page; null if there is none, or if its text is gone. */
  savedPosition(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null>;
  /**
   * Saves the current paragraph of a view that is about to open, if the setting is on. `isResumed`: the view
   * opens at the saved position, and says so.
   */
  savePosition(session: Session, reading: ReadingState, isResumed: boolean): void;
}
