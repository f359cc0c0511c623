/** What the picker needs of the panel that begins it. */

import type { OverrideKind, Overrides } from "../removed/overrides.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Controls, Session } from "../../session/session.ts";

/** An article whose parts are picked. */
export interface PickableArticle {
  /** The element around all of them. */
  whole: HTMLElement;
  /** Returns the element of each content block, by its number; null where none begins with it. */
  blocks(): (HTMLElement | null)[];
}

/** What the picker needs of the panel of removed parts that begins it. */
export interface PickerHost {
  session: Session;
  finding: FoundDetection;
  /** As `RemovedHost` has them: one of them is there. */
  dock: Controls | null;
  article: PickableArticle | null;
  overrides: Overrides;
  /** Says what nodes are. Resolves with whether that could be. */
  override(nodes: readonly number[], kind: OverrideKind): Promise<boolean>;
  undo(): boolean;
  redo(): boolean;
  /** Hears that the mode has ended. */
  ended(): void;
}

/** Begins the mode, which ends automatically. */
export type OpenPicker = (host: PickerHost) => void;
