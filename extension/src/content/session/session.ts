/** The interface between the shell and the views. */

import type { Effect } from "../dom/page-state.ts";
import type { Layers } from "./layers.ts";
import type { ReadingPosition } from "../dom/reading-position.ts";
import type { Finding, FoundDetection } from "./finding.ts";
import type { ViewName } from "../../parts.ts";
import type { Core } from "../../shared/core.ts";
import type { Outcome, Request, Shortcuts } from "../../shared/messages.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { StyleRoot } from "../../ui/nodes.ts";

/** The shell's services to a view. */
export interface Session {
  /** The one element that the view puts into the page. The shell takes it away. */
  host: HTMLElement;
  /** Its closed shadow tree. */
  shadow: ShadowRoot;
  /** Aborted when the view is left, or could not be opened: ends what the view has begun. */
  signal: AbortSignal;
  /** What is open over the view, which Escape closes first. */
  layers: Layers;
  /** Resolves once the view is whole. */
  whole: Promise<void>;
  finding: Finding;
  settings: Settings;
  shortcuts: Shortcuts;
  /** Trees to which the view itself gives the look of marks, in the reader for its article; null where the page had none when it was opened. */
  highlightRoots: Set<StyleRoot> | null;
  /** The paragraph that is being read on the page; null at its beginning. */
  place: ReadingPosition | null;
  /** Closes the view and gives the page back. */
  leave(): void;
  /** Does the same, and says on the toolbar button that the page does not leave the view alone. */
  giveUp(): void;
  /** Hears that the page has another address: once nothing of what is shown is there any more, reads what
   * there is instead and shows it at its beginning. */
  moved(): void;
  /** Looks at the page again and opens the view on what is found now. */
  renew(): void;
  /** Returns whether the page has changed since it was looked at. */
  hasChanged(): boolean;
  /**
   * Looks at the page again while the view stays. Where `isAccepted` says so, the finding becomes what is found now. Resolves
   * with whether it did.
   */
  lookAgain(isAccepted: (now: FoundDetection) => Promise<boolean>): Promise<boolean>;
  /** Opens the view again on what is known of the page: there is an article now, or none any more. */
  reopen(): void;
  /** Opens another view on the same detection. */
  show(view: ViewName, how?: Partial<Pick<Session, "notice" | "returnTarget">>): void;
  /** Highlights what is selected; says so if nothing is. */
  mark(): void;
  /** Opens the panel of the page's highlights, or closes it. */
  openHighlights(): void;
  /** Opens the panel in which the article is exported; null without an article. */
  openExport: (() => void) | null;
  /** Reads the article aloud, in a view over the page itself; null where there is none. */
  readAloud: (() => void) | null;
  /** Where reading aloud begins, once. */
  listenFrom?: AbstractRange | null;
  /** The reason why this view is open and not the one that was asked for; null where it is. */
  notice: string | null;
  /** The part that the view is opened for; null where it is for none. */
  returnTarget: ReturnTarget | null;
  /** True where the view is opened to pick the article on the page. */
  isPicking: boolean;
}

/** A part that one view shows for another, which is gone back to. */
export interface ReturnTarget {
  /** A leaf of it. */
  leaf: number;
  from: ViewName;
}

/** An open view. */
export interface View {
  /** The paragraph that is being read in it. Absent where the view does not move the page's text. */
  place?(): ReadingPosition | null;
  /** Resolves once the view is whole, or was left before. Absent where it is at once. */
  whole?: Promise<unknown>;
  /** Returns whether the user began to use the page before the view was complete. Absent if it is at once. */
  isInUse?(): boolean;
}

export interface Opener {
  open(session: Session): View;
  /** Effect on the page. */
  page: Effect;
  /** Holds a node of the page in place after the view, while the page lays itself out again. */
  hold?: (node: Node) => void;
}

export interface Shell {
  register(name: ViewName, opener: Opener): void;
  handle(request: Request): Promise<Outcome>;
  /** What the open view has to do with the shell; undefined where none is open. */
  readonly session: Session | undefined;
  /** The type of a document that cannot be read; null where it is a page. */
  readonly unreadable: string | null;
  /** Looks at the page while no view is open, and resolves with what `take` makes of the finding; null where the core is no
   * use. */
  look<Result>(core: Core, take: (finding: Finding) => Result): Promise<Result | null>;
}

/** The controls of a view over the page itself. */
export interface Controls {
  readonly view: ViewName;
  /** Goes back to what this is open for: another view, or out of a mode. Returns whether there is any. */
  back(): boolean;
}
