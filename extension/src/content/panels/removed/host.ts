/** The interface between the panel of removed parts and its view. */

import type { OverrideKind } from "./overrides.ts";
import type { PickableArticle } from "../picker/host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Controls, Session } from "../../session/session.ts";
import type { ArticleBody } from "../../views/reader/article-body.ts";

/** The view that contains the panel of removed parts. */
export interface RemovedHost {
  session: Session;
  finding: FoundDetection;
  /** The line that counts them. */
  line: HTMLElement;
  /** Null in Reader. */
  dock: Controls | null;
  /** Reader's article, for the picker; null in the other views, which show the page itself. */
  article: PickableArticle | null;
  /** The body of Reader's article; null if there is none. */
  body: ArticleBody | null;
  /**
   * Called before a new decision. The returned function calls `change`, which shows that decision. The node that `anchorNode`
   * returns, or else the current paragraph, keeps its place on the screen. Null if the view must be reopened instead.
   */
  holdPosition: ((anchorNode: () => Element | null) => (change: () => void) => void) | null;
  /** Scrolls to the part that starts at a leaf on the page. If absent, Inspect is opened instead. */
  scrollTo?(leaf: number): void;
}

/** The panel of removed parts, as its view sees it. */
export interface RemovedPanel {
  readonly isShown: boolean;
  show(): void;
  hide(): void;
  /** Returns whether there was anything to undo or redo. */
  undo(): boolean;
  redo(): boolean;
  /** Scrolls to the part that contains a leaf. */
  scrollTo(leaf: number): void;
  /** Overrides what nodes are. */
  override(nodes: readonly number[], kind: OverrideKind): void;
  /** Starts the picker. */
  pick(): void;
}

/** Makes the panel. */
export type OpenRemovedPanel = (host: RemovedHost) => RemovedPanel;
