/** Loads the reading tools on first use. */

import { isAlive } from "../../../shared/ext.ts";
import type { ToolName } from "../../../parts.ts";
import type { Tool, ToolHost, Step } from "../../tools/tool.ts";
import { loaded } from "../../session/parts.ts";

/** Screens on which tables can be cards. */
const narrow = matchMedia("(width <= 480px)");

export class Tools {
  readonly #tools = new Map<ToolName, Promise<Tool | null>>();
  #host: ToolHost | undefined;
  /** What was typed since finding was asked for and while its field was on its way; undefined at other times. */
  #typed: string | undefined;

  /** Takes the reader that the tools are for. Before, and without an article, there are no tools. */
  attach(host: ToolHost): void {
    this.#host = host;
    narrow.addEventListener("change", () => this.follow(), { signal: host.session.signal });
    this.follow();
  }

  /** Returns whether tools can be used: those that are not there yet come from the extension, which may be gone. */
  get areThere(): boolean {
    return this.#host !== undefined && isAlive();
  }

  /** Uses a tool. */
  async use(name: ToolName, step: Step = 0): Promise<void> {
    const isFind = name === "find";
    if (isFind) {
      this.#typed ??= "";
    }
    const tool = await this.#tool(name);
    const typed = isFind ? this.#typed : undefined;
    if (isFind) {
      this.#typed = undefined;
    }
    tool?.use(step, typed);
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

  /** Has the tools follow the settings: those that are there, and what these ask for. */
  follow(): void {
    const host = this.#host;
    if (host?.settings().paged || (host?.settings().vertical && host.finding.summary.writing !== "horizontal-tb")) {
      void this.#tool("paged-view");
    }
    if (host?.settings().cards && narrow.matches && host.article.querySelector(".pith-table")) {
      void this.#tool("cards");
    }
    for (const coming of this.#tools.values()) {
      void coming.then((tool) => this.#host && tool?.follow?.(this.#host.settings()));
    }
  }

  /** Brings a tool that follows the settings. */
  async load(name: ToolName): Promise<void> {
    const tool = await this.#tool(name);
    if (this.#host) {
      tool?.follow?.(this.#host.settings());
    }
  }

  #tool(name: ToolName): Promise<Tool | null> {
    const host = this.#host;
    if (!host) {
      return Promise.resolve(null);
    }
    const known = this.#tools.get(name) ?? open(name, host);
    this.#tools.set(name, known);
    return known;
  }
}

async function open(name: ToolName, host: ToolHost): Promise<Tool | null> {
  const opened = await loaded(name);
  return host.session.signal.aborted || !opened ? null : opened(host);
}
