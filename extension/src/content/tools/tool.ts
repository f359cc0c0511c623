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

/** The open reader as its tools see it. */
export interface ToolHost {
  session: Session;
  finding: FoundDetection;
  dialog: HTMLDialogElement;
  scroller: HTMLElement;
  article: HTMLElement;
  /** The bodies of the article and of its further pages. */
  bodies: readonly ArticleBody[];
  /** As `RemovedHost` has it. */
  hold: NonNullable<RemovedHost["hold"]>;
  settings(): Settings;
  change(change: Partial<Settings>): void;
  /** Says something to those who do not see it; with `undo` to all, for a while. */
  say(message: string, undo?: () => void): void;
  /** The element of the article that was pressed last, for the tool that is about such. */
  pressed: Element | null;
  /** Brings another tool and uses it. */
  use(name: ToolName): void;
  /** The reader itself, in which the flow can be another one. */
  reader: { flow: Flow; moved(): void; settle(): void };
}

/** An open view as reading aloud sees it: the reader, or one over the page itself, of which there is less. */
export type ReadAloudHost = Pick<ToolHost, "session" | "finding"> & Partial<ToolHost>;

/** To what comes next, or to what was before; 0 for neither. */
export type Step = -1 | 0 | 1;

/** A reading tool that was brought into the page. */
export interface Tool {
  /**
   * Does what the button and the key of the tool stand for: begins it, or ends it. With a step, what the keys for the next
   * and the one before stand for. `typed` is what was typed into it before it was there.
   */
  use(step: Step, typed?: string): void;
  /** Hears that the settings have changed. Absent where it goes by none. */
  follow?(settings: Settings): void;
}

/** Makes a tool for an open reader. */
export type OpenTool = (host: ToolHost) => Tool;
