/** Opens the panel of removed parts from its summary line. */

import { element, onActivate } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import type { OverrideKind } from "./overrides.ts";
import type { RemovedPanel, RemovedHost } from "./host.ts";
import type { ReturnTarget } from "../../session/session.ts";
import { getPart } from "../../session/parts.ts";
import { createRemovedLine } from "./removed-line.ts";

export class RemovedSummary {
  readonly node: HTMLElement;
  readonly #host: RemovedHost;
  /** Read early, because messages are unavailable once the extension is gone. */
  readonly #failed = t("listFailed");
  #panel: Promise<RemovedPanel | undefined> | undefined;

  constructor(host: Omit<RemovedHost, "line">, line = createRemovedLine(host.finding)) {
    this.node = line.node;
    onActivate(line.showButton, () => void this.toggle());
    this.#host = { ...host, line: this.node };
  }

  /**
   * Opens the panel. Resolves once it is filled. If the extension is gone, shows a message and resolves to undefined.
   */
  async open(): Promise<RemovedPanel | undefined> {
    const panel = await this.#load();
    panel?.show();
    return panel;
  }

  /** Toggles the panel. */
  async toggle(): Promise<void> {
    const panel = await this.#load();
    if (panel?.isShown) {
      panel.hide();
    } else {
      panel?.show();
    }
  }

  /** Opens the panel at the part for which another view was opened. */
  async openAt({ leaf }: ReturnTarget): Promise<void> {
    (await this.open())?.scrollTo(leaf);
  }

  /** Overrides what nodes are, without opening the panel. */
  async override(nodes: readonly number[], kind: OverrideKind): Promise<void> {
    (await this.#load())?.override(nodes, kind);
  }

  /** Starts the picker, without opening the panel. */
  async pick(): Promise<void> {
    (await this.#load())?.pick();
  }

  /** Undoes an override for Ctrl+Z or Cmd+Z, or redoes one with Shift. Returns whether there was one. */
  handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const { overrides } = this.#host.finding;
    const isPossible = shiftKey ? overrides?.canRedo : overrides?.canUndo;
    const isUndo = key.toLowerCase() === "z" && ctrlKey !== metaKey && !altKey && isPossible === true;
    if (isUndo) {
      void this.#load().then((panel) => (shiftKey ? panel?.redo() : panel?.undo()));
    }
    return isUndo;
  }

  #load(): Promise<RemovedPanel | undefined> {
    this.#panel ??= loadPanel(this.#host, this.#failed);
    return this.#panel;
  }
}

async function loadPanel(host: RemovedHost, failed: string): Promise<RemovedPanel | undefined> {
  try {
    if (!getPart("removed")) {
      await ask("load", { part: "removed" });
    }
    return getPart("removed")?.(host);
  } catch (error) {
    console.error(error);
    host.line.append(element("span", { class: "pith-failed", role: "alert" }, ` ${failed}`));
    return undefined;
  }
}
