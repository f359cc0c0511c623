/** The line that says what was left out, and opens the tray: nothing is dropped in silence. */

import { element } from "./build.ts";
import { ext, t } from "./ext.ts";
import { number } from "./numbers.ts";
import type { Body } from "./reader/body.ts";
import type { FoundDetection, Session } from "./session.ts";
import { shared } from "./state.ts";

/** The view that the tray stands in. */
export interface TrayHost {
  session: Session;
  finding: FoundDetection;
  /** The line, which holds the tray. */
  details: HTMLDetailsElement;
  /** The body of the article; null where there is none. */
  body: Body | null;
  /** Called before something is decided anew. What it returns calls `change`, which shows that: what `held` returns, or else
   * the paragraph that is read, stays where it is on the screen. Null where the view has to be opened anew. */
  hold: ((held: () => Element | null) => (change: () => void) => void) | null;
}

/** The tray as its view sees it. */
export interface Tray {
  /** Returns whether there was anything to be undone, or done again. */
  undo(): boolean;
  redo(): boolean;
  /** Goes to the part with a leaf. */
  reach(leaf: number): void;
}

/** Fills the line with what was left out. */
export type OpenTray = (host: TrayHost) => Tray;

export class TrayLine {
  readonly node: HTMLDetailsElement;
  readonly #host: TrayHost;
  #tray: Promise<Tray | undefined> | undefined;

  constructor(host: Omit<TrayHost, "details">) {
    this.node = element("details", { class: "pith-removed" }, element("summary", {}, leftOut(host.finding)));
    this.#host = { ...host, details: this.node };
    this.node.addEventListener("toggle", () => this.node.open && void this.open());
  }

  /** Resolves once the tray is filled; undefined where the extension is gone, which is said then. */
  open(): Promise<Tray | undefined> {
    this.node.open = true;
    this.#tray ??= bring(this.#host);
    return this.#tray;
  }

  /** Undoes the last wish, or does it again, for Ctrl+Z or Cmd+Z, with Shift. Returns whether that was pressed. */
  press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const isUndo =
      key.toLowerCase() === "z" && ctrlKey !== metaKey && !altKey && this.#host.finding.wishes !== undefined;
    if (isUndo) {
      void this.open().then((tray) => (shiftKey ? tray?.redo() : tray?.undo()));
    }
    return isUndo;
  }
}

/** Returns how many parts were left out. */
export function leftOut({ detection }: FoundDetection): string {
  return t("removed", number(detection.removed().filter(({ text }) => text.trim() !== "").length));
}

async function bring(host: TrayHost): Promise<Tray | undefined> {
  try {
    if (!shared("pithTray")) {
      await ext.runtime.sendMessage({ kind: "tray" });
    }
    return shared("pithTray")?.(host);
  } catch (error) {
    console.error(error);
    host.details.append(element("p", {}, t("trayFailed")));
    return undefined;
  }
}
