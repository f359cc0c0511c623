/** Loads the reading tools on first use. */

import { isAlive } from "../../../shared/ext.ts";
import type { ToolName } from "../../../parts.ts";
import type { Tool, ToolHost, Step } from "../../tools/tool.ts";
import { loadPart } from "../../session/parts.ts";

/** Screens on which tables may become cards. */
const narrow = matchMedia("(width <= 480px)");

export class ToolLoader {
  readonly #tools = new Map<ToolName, Promise<Tool | null>>();
  #host: ToolHost | undefined;
  /** Text typed while the find field is loading; undefined otherwise. */
  #typedText: string | undefined;

  /** Attaches the tools to a Reader. There are none before, or without an article. */
  attach(host: ToolHost): void {
    this.#host = host;
    narrow.addEventListener("change", () => this.follow(), { signal: host.session.signal });
    this.follow();
  }

  /** Returns whether tools can be used. Those not loaded yet come from the extension, which may be gone. */
  get isAvailable(): boolean {
    return this.#host !== undefined && isAlive();
  }

  async useTool(name: ToolName, step: Step = 0): Promise<void> {
    const isFind = name === "find";
    if (isFind) {
      this.#typedText ??= "";
    }
    const tool = await this.#tool(name);
    const typedText = isFind ? this.#typedText : undefined;
    if (isFind) {
      this.#typedText = undefined;
    }
    tool?.use(step, typedText);
  }

  /** Buffers a key for the find field while it loads, so that a letter isn't a shortcut. Returns whether it does. */
  queue({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const isText = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
    if (this.#typedText === undefined || !(isText || key === "Backspace")) {
      return false;
    }
    this.#typedText = isText ? this.#typedText + key : this.#typedText.slice(0, -1);
    return true;
  }

  /** Applies the settings to loaded tools, and loads those the settings turn on. */
  follow(): void {
    const host = this.#host;
    if (host?.settings().paged || (host?.settings().vertical && host.finding.summary.writing !== "horizontal-tb")) {
      void this.#tool("paged-view");
    }
    if (host?.settings().cards && narrow.matches && host.article.querySelector(".pith-table")) {
      void this.#tool("cards");
    }
    for (const loading of this.#tools.values()) {
      void loading.then((tool) => this.#host && tool?.settingsChanged?.(this.#host.settings()));
    }
  }

  /** Loads a tool that follows the settings. */
  async load(name: ToolName): Promise<void> {
    const tool = await this.#tool(name);
    if (this.#host) {
      tool?.settingsChanged?.(this.#host.settings());
    }
  }

  #tool(name: ToolName): Promise<Tool | null> {
    const host = this.#host;
    if (!host) {
      return Promise.resolve(null);
    }
    const tool = this.#tools.get(name) ?? open(name, host);
    this.#tools.set(name, tool);
    return tool;
  }
}

async function open(name: ToolName, host: ToolHost): Promise<Tool | null> {
  const opened = await loadPart(name);
  return host.session.signal.aborted || !opened ? null : opened(host);
}
