/** The line that says what was left out, and opens the tray: nothing is dropped in silence. */

import { element } from "./build.ts";
import { ext, t } from "./ext.ts";
import { number } from "./numbers.ts";
import type { FoundDetection, Tray, TrayHost } from "./session.ts";
import { shared } from "./state.ts";

export class TrayLine {
  readonly node: HTMLDetailsElement;
  readonly #host: TrayHost;
  /** Read in time: once the extension is gone nobody has its messages. */
  readonly #failed = t("trayFailed");
  #tray: Promise<Tray | undefined> | undefined;

  constructor(host: Omit<TrayHost, "details">) {
    this.node = element("details", { class: "pith-removed" }, element("summary", {}, leftOut(host.finding)));
    this.#host = { ...host, details: this.node };
    this.node.addEventListener("toggle", () => this.node.open && void this.open());
  }

  /** Resolves once the tray is filled; undefined where the extension is gone, which is said then. */
  open(): Promise<Tray | undefined> {
    this.node.open = true;
    this.#tray ??= bring(this.#host, this.#failed);
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

async function bring(host: TrayHost, failed: string): Promise<Tray | undefined> {
  try {
    if (!shared("pithTray")) {
      await ext.runtime.sendMessage({ kind: "tray" });
    }
    return shared("pithTray")?.(host);
  } catch (error) {
    console.error(error);
    host.details.append(element("p", {}, failed));
    return undefined;
  }
}
