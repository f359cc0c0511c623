/** The aids to reading. Each comes into the page when it is used first. */

import { isAlive } from "../../../shared/ext.ts";
import type { ToolName } from "../../../parts.ts";
import type { Aid, AidHost, Step } from "../../tools/tool.ts";
import { loaded } from "../../session/parts.ts";

/** Screens on which tables can be cards. */
const narrow = matchMedia("(width <= 480px)");

export class Aids {
  readonly #aids = new Map<ToolName, Promise<Aid | null>>();
  #host: AidHost | undefined;
  /** What was typed since finding was asked for and while its field was on its way; undefined at other times. */
  #typed: string | undefined;

  /** Takes the reader that the aids are for. Before, and where there is no article, nothing comes. */
  attach(host: AidHost): void {
    this.#host = host;
    narrow.addEventListener("change", () => this.follow(), { signal: host.session.signal });
    this.follow();
  }

  /** Returns whether aids can be used: those that are not there yet come from the extension, which may be gone. */
  get areThere(): boolean {
    return this.#host !== undefined && isAlive();
  }

  /** Uses an aid. */
  async use(name: ToolName, step: Step = 0): Promise<void> {
    const isFind = name === "find";
    if (isFind) {
      this.#typed ??= "";
    }
    const aid = await this.#aid(name);
    const typed = isFind ? this.#typed : undefined;
    if (isFind) {
      this.#typed = undefined;
    }
    aid?.use(step, typed);
  }

  /** Keeps a key for the field that is on its way, where the letter would act at once. Returns whether one is. */
  hold({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const isText = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
    if (this.#typed === undefined || !(isText || key === "Backspace")) {
      return false;
    }
    this.#typed = isText ? this.#typed + key : this.#typed.slice(0, -1);
    return true;
  }

  /** Has the aids follow the settings: those that are there, and what these ask for. */
  follow(): void {
    const host = this.#host;
    if (host?.settings().paged || (host?.settings().vertical && host.finding.summary.writing !== "horizontal-tb")) {
      void this.#aid("paged-view");
    }
    if (host?.settings().cards && narrow.matches && host.article.querySelector(".pith-table")) {
      void this.#aid("cards");
    }
    for (const coming of this.#aids.values()) {
      void coming.then((aid) => this.#host && aid?.follow?.(this.#host.settings()));
    }
  }

  /** Brings an aid that follows the settings. */
  async bring(name: ToolName): Promise<void> {
    const aid = await this.#aid(name);
    if (this.#host) {
      aid?.follow?.(this.#host.settings());
    }
  }

  #aid(name: ToolName): Promise<Aid | null> {
    const host = this.#host;
    if (!host) {
      return Promise.resolve(null);
    }
    const known = this.#aids.get(name) ?? open(name, host);
    this.#aids.set(name, known);
    return known;
  }
}

async function open(name: ToolName, host: AidHost): Promise<Aid | null> {
  const opened = await loaded(name);
  return host.session.signal.aborted || !opened ? null : opened(host);
}
