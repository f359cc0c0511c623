/** The interface between the picker and the panel that starts it. */

import type { OverrideKind, Overrides } from "../removed/overrides.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";

/** The article whose parts are picked. */
export interface PickableArticle {
  /** The element around all of them. */
  container: HTMLElement;
  /** Returns the element of each content block, by number; null if no element starts with the block. */
  blocks(): (HTMLElement | null)[];
}

/** The panel of removed parts that starts the picker. */
export interface PickerHost {
  session: Session;
  finding: FoundDetection;
  /** As in `RemovedHost`. */
  article: PickableArticle | null;
  overrides: Overrides;
  /** Overrides what nodes are. Resolves to whether that succeeded. */
  override(nodes: readonly number[], kind: OverrideKind): Promise<boolean>;
  undo(): boolean;
  redo(): boolean;
  /** Called when the picker closes. */
  onEnd(): void;
}

/** Starts the picker, which closes automatically. */
export type OpenPicker = (host: PickerHost) => void;
