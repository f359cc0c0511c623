/** The interface between the shell and the views. */

import type { PageEffect } from "../dom/page-state.ts";
import type { Layers } from "./layers.ts";
import type { ReadingPosition } from "../dom/reading-position.ts";
import type { Finding, FoundDetection } from "./finding.ts";
import type { ViewName } from "../../parts.ts";
import type { Core } from "../../shared/core.ts";
import type { ViewOutcome, ViewRequest, Shortcuts } from "../../shared/messages.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { StyleRoot } from "../../ui/nodes.ts";

/** The shell's services to a view. */
export interface Session {
  /** The only element that the view adds to the page. The shell removes it. */
  host: HTMLElement;
  /** Its closed shadow tree. */
  shadow: ShadowRoot;
  /** Aborted when the view is closed or fails to open: ends everything the view has started. */
  signal: AbortSignal;
  /** Layers open over the view. Escape closes them first. */
  layers: Layers;
  /** Resolves once the view is complete. */
  completed: Promise<void>;
  finding: Finding;
  settings: Settings;
  shortcuts: Shortcuts;
  /** Roots whose highlight styles the view applies itself, such as Reader's article; null if the page had no highlights. */
  highlightRoots: Set<StyleRoot> | null;
  /** The paragraph that is being read on the page; null at the beginning. */
  position: ReadingPosition | null;
  /** Closes the view and restores the page. */
  closeView(): void;
  /** Does the same, and shows on the toolbar button that the page kept interfering. */
  giveUp(): void;
  /** Handles a new URL of the page: once the shown text is gone from the page, reads the new text and shows its
   * beginning. */
  navigated(): void;
  /** Re-runs detection and reopens the view. */
  redetect(): void;
  /** Returns whether the page has changed since detection. */
  isStale(): boolean;
  /**
   * Re-runs detection while the view stays open. The new finding replaces the old one if `isAccepted` returns true. Resolves
   * to whether it did.
   */
  updateDetection(isAccepted: (newFinding: FoundDetection) => Promise<boolean>): Promise<boolean>;
  /** Reopens the view on the cached finding, after the user added or removed the article. */
  reopen(): void;
  /** Opens another view on the same detection. */
  show(view: ViewName, initial?: Partial<Pick<Session, "notice" | "returnTarget">>): void;
  /** Highlights the selection; shows a message if there is none. */
  highlightSelection(): void;
  /** Toggles the panel of the page's highlights. */
  openHighlights(): void;
  /** Opens the export panel; null without an article. */
  openExport: (() => void) | null;
  /** Reads the article aloud in a view over the page; null if there is no article. */
  readAloud: (() => void) | null;
  /** Where reading aloud starts, once. */
  readAloudFrom?: AbstractRange | null;
  /** Why this view is open instead of the requested one; null if it was requested. */
  notice: string | null;
  /** The part that the view was opened for, if any. */
  returnTarget: ReturnTarget | null;
  /** True if the view was opened to pick the article on the page. */
  isPicking: boolean;
}

/** A part that a view shows for another view, with the way back. */
export interface ReturnTarget {
  /** A leaf of the part. */
  leaf: number;
  from: ViewName;
}

/** An open view. */
export interface View {
  /** The paragraph that is being read. Absent if the view doesn't move the page's text. */
  position?(): ReadingPosition | null;
  /** Resolves once the view is complete or closed. Absent if it is complete immediately. */
  completed?: Promise<unknown>;
  /** Returns whether the user used the page before the view was complete. Absent if it is complete immediately. */
  isInUse?(): boolean;
}

export interface Opener {
  open(session: Session): View;
  /** Effect on the page. */
  effect: PageEffect;
  /** Holds a node of the page in place after the view, while the page lays itself out again. */
  holdInPlace?: (node: Node) => void;
}

export interface Shell {
  register(name: ViewName, opener: Opener): void;
  handle(request: ViewRequest): Promise<ViewOutcome>;
  /** The session of the open view; undefined if none is open. */
  readonly session: Session | undefined;
  /** The type of a document that can't be read; null for a web page. */
  readonly unreadable: string | null;
  /** Detects the article without a view, and resolves to the result of `use`; null if the core doesn't work. */
  detect<Result>(core: Core, use: (finding: Finding) => Result): Promise<Result | null>;
}

/** The controls of a view over the page itself. */
export interface Controls {
  readonly view: ViewName;
}
