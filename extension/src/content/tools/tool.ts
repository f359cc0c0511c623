/** The interface between Reader and its tools. */

import type { RemovedHost } from "../panels/removed/host.ts";
import type { FoundDetection } from "../session/finding.ts";
import type { Session } from "../session/session.ts";
import type { ArticleBody } from "../views/reader/article-body.ts";
import type { Flow } from "../views/reader/flow.ts";
import type { ToolName } from "../../parts.ts";
import type { Settings } from "../../shared/settings/settings.ts";

/** Reads the article aloud in a view over the page itself. */
export type ReadAloud = (session: Session, finding: FoundDetection) => void;

/** The open Reader, as its tools see it. */
export interface ToolHost {
  session: Session;
  finding: FoundDetection;
  dialog: HTMLDialogElement;
  scroller: HTMLElement;
  article: HTMLElement;
  /** Bodies of the article and its next pages. */
  bodies: readonly ArticleBody[];
  /** See `RemovedHost`. */
  pin: NonNullable<RemovedHost["holdPosition"]>;
  settings(): Settings;
  change(change: Partial<Settings>): void;
  /** Announces a message to screen readers; with `undo`, shows it for a while. */
  announce(message: string, undo?: () => void): void;
  /** The last clicked element of the article, for tools that act on it. */
  clickedElement: Element | null;
  /** Loads another tool and uses it. */
  useTool(name: ToolName): void;
  /** Reader itself. Tools can replace its flow. */
  reader: { flow: Flow; userMoved(): void; restorePosition(): void };
}

/** An open view, as reading aloud sees it: Reader, or a view over the page itself with fewer members. */
export type ReadAloudHost = Pick<ToolHost, "session" | "finding"> & Partial<ToolHost>;

/** Next or previous; 0 for neither. */
export type Step = -1 | 0 | 1;

/** A loaded reading tool. */
export interface Tool {
  /**
   * Runs the action of the tool's button and shortcut: starts or ends it. With a step, runs the action of its next and
   * previous shortcuts. `typedText` is text typed before the tool was loaded.
   */
  use(step: Step, typedText?: string): void;
  /** Called when settings have changed. Undefined if the tool doesn't depend on them. */
  settingsChanged?(settings: Settings): void;
}

/** Creates a tool for an open Reader. */
export type OpenTool = (host: ToolHost) => Tool;
