/** The panel of removed parts, and what it needs of its view. */

import type { OverrideKind } from "./overrides.ts";
import type { PickableArticle } from "../picker/host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Controls, Session } from "../../session/session.ts";
import type { ArticleBody } from "../../views/reader/article-body.ts";

/** The view that the panel of removed parts stands in. */
export interface RemovedHost {
  session: Session;
  finding: FoundDetection;
  /** The line that counts them. */
  line: HTMLElement;
  /** Null in the reader. */
  dock: Controls | null;
  /** The article of the reader, to be picked; null in the other views, in which the page is. */
  article: PickableArticle | null;
  /** The body of the reader's article; null where there is none. */
  body: ArticleBody | null;
  /**
   * Called before something is decided again. What it returns calls `change`, which shows that: what `held` returns, or
   * else the paragraph that is read, stays where it is on the screen. Null where the view has to be opened again.
   */
  hold: ((held: () => Element | null) => (change: () => void) => void) | null;
  /** Goes to the part with a leaf on the page. Absent where Highlight is opened for that. */
  reach?(leaf: number): void;
}

/** The panel of removed parts as its view sees it. */
export interface RemovedPanel {
  readonly isShown: boolean;
  show(): void;
  hide(): void;
  /** Returns whether there was anything to be undone, or done again. */
  undo(): boolean;
  redo(): boolean;
  /** Goes to the part with a leaf. */
  reach(leaf: number): void;
  /** Says what nodes are. */
  override(nodes: readonly number[], kind: OverrideKind): void;
  /** Begins the picker. */
  point(): void;
}

/** Makes the panel. */
export type OpenRemovedPanel = (host: RemovedHost) => RemovedPanel;
