/** The summary line that counts the removed parts and opens their panel: nothing is dropped in silence. */

import { element } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { counted, number } from "../../../shared/i18n/numbers.ts";
import type { RemovedPanel, RemovedHost } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { ReturnTarget } from "../../session/session.ts";
import { isArticle } from "../../session/no-article.ts";
import { provided } from "../../session/parts.ts";

export class RemovedSummary {
  readonly node: HTMLDetailsElement;
  readonly #host: RemovedHost;
  /** Read in time: once the extension is gone nobody has its messages. */
  readonly #failed = t("trayFailed");
  #removedPanel: Promise<RemovedPanel | undefined> | undefined;

  constructor(host: Omit<RemovedHost, "details">) {
    this.node = element(
      "details",
      { class: "pith-removed" },
      element("summary", {}, element("span", { class: "pith-left" })),
    );
    showRemovedCount(this.node, host.finding);
    this.#host = { ...host, details: this.node };
    this.node.addEventListener("toggle", () => {
      host.session.layers.closed(this);
      if (!this.node.open) {
        return;
      }
      // In place of an article it stands open, and in the reader it is the end of the text.
      if (host.dock && isArticle(host.finding)) {
        host.session.layers.opened(this, () => {
          this.node.open = false;
        });
      }
      void this.#filled();
    });
  }

  /** Resolves once the panel of removed parts is filled; undefined where the extension is gone, which is said then. */
  open(): Promise<RemovedPanel | undefined> {
    this.node.open = true;
    return this.#filled();
  }

  /** Opens the panel of removed parts at the part that another view was opened for. */
  async comeBack({ leaf }: ReturnTarget): Promise<void> {
    (await this.open())?.reach(leaf);
  }

  /** Begins the picker, the line as it is. */
  async point(): Promise<void> {
    const removedPanel = await this.#filled();
    if (removedPanel) {
      removedPanel.point();
    } else {
      this.node.open = true;
    }
  }

  /** Undoes the last override, or does it again, for Ctrl+Z or Cmd+Z, with Shift. Returns whether there was any. */
  press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const { overrides } = this.#host.finding;
    const can = shiftKey ? overrides?.canRedo : overrides?.canUndo;
    const isUndo = key.toLowerCase() === "z" && ctrlKey !== metaKey && !altKey && can === true;
    if (isUndo) {
      void this.#filled().then((removedPanel) => (shiftKey ? removedPanel?.redo() : removedPanel?.undo()));
    }
    return isUndo;
  }

  #filled(): Promise<RemovedPanel | undefined> {
    this.#removedPanel ??= bring(this.#host, this.#failed);
    return this.#removedPanel;
  }
}

/** Shows in a line how many parts were removed, in words and as the number alone; without an article, what its list is for. */
export function showRemovedCount(line: Element, finding: FoundDetection): void {
  if (!isArticle(finding)) {
    line.querySelector(".pith-left")?.replaceChildren(t("candidatesTitle"));
    return;
  }
  const count = finding.detection.removed().filter(({ text }) => text.trim() !== "").length;
  line.querySelector(".pith-left")?.replaceChildren(counted("removed", count));
  line.querySelector("summary")?.setAttribute("data-count", number(count));
}

async function bring(host: RemovedHost, failed: string): Promise<RemovedPanel | undefined> {
  try {
    if (!provided("removed")) {
      await ask("load", { part: "removed" });
    }
    return provided("removed")?.(host);
  } catch (error) {
    console.error(error);
    host.details.append(element("p", {}, failed));
    return undefined;
  }
}
