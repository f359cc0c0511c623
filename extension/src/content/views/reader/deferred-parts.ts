/** The parts of Reader that load after the first paint (after-paint.ts). Earlier calls are queued. */

import type { ToolName } from "../../../parts.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { waitForPaint } from "../../dom/yield-to-page.ts";
import type { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { loadPart, getPart } from "../../session/parts.ts";
import type { ActionName, OptionalMenuItem, Toolbar } from "../toolbar.ts";

/** The Reader these parts belong to. */
interface DeferredPartsHost {
  signal: AbortSignal;
  toolbar: Toolbar;
  handleKey(event: KeyboardEvent): boolean;
  /** Creates the parts once their script is loaded; undefined if the extension is gone. */
  create(): DeferredParts | undefined;
}

export interface DeferredParts {
  /** Summary line of removed parts. */
  removedSummary: RemovedSummary;
  /** Returns the menu item for next pages; null if there are none. */
  nextPagesItem(): OptionalMenuItem | null;
  /** Returns the label of a button's shortcut; undefined if it has none. */
  shortcutLabel(name: ActionName): string | undefined;
  /** Returns a change of the settings in words. */
  describeChange(change: Partial<Settings>): string;
  /** Applies the settings to the tools. */
  settingsChanged(): void;
  /** Buffers a key for a field that is still loading. Returns whether one is. */
  queue(event: KeyboardEvent): boolean;
  /** Handles a key. Returns false if it isn't a shortcut. */
  handleKey(event: KeyboardEvent): boolean;
  useTool(name: ToolName): void;
  /** Follows a link within the article. */
  followLink(link: Element): void;
}

export class DeferredPartsLoader {
  /** Undefined until loaded. */
  parts: DeferredParts | undefined;
  #queue: ((parts: DeferredParts) => void)[] = [];
  #host: DeferredPartsHost | undefined;

  /** Loads the parts once Reader is painted; right away if an earlier Reader has loaded them. */
  async load(host: DeferredPartsHost): Promise<void> {
    this.#host = host;
    const { signal, toolbar } = host;
    if (!getPart("after-paint")) {
      toolbar.node.ariaBusy = "true";
      await waitForPaint();
      await loadPart("after-paint");
    }
    if (signal.aborted) {
      return;
    }
    const parts = host.create();
    this.parts = parts;
    toolbar.node.ariaBusy = null;
    toolbar.show();
    const queue = this.#queue;
    this.#queue = [];
    if (parts) {
      for (const action of queue) {
        action(parts);
      }
    }
  }

  run(action: (parts: DeferredParts) => void): void {
    if (this.parts) {
      action(this.parts);
    } else {
      this.#queue.push(action);
    }
  }

  useTool(name: ToolName): void {
    this.run((parts) => parts.useTool(name));
  }

  /**
   * Handles a key, or queues it. `isEnabled`: whether single-key shortcuts are enabled. Returns whether the key was handled
   * or queued.
   */
  handleKey(event: KeyboardEvent, isEnabled: boolean): boolean {
    if (this.parts) {
      return this.parts.handleKey(event);
    }
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    const isQueued =
      isEnabled && [...key].length === 1 && key !== " " && !(ctrlKey || metaKey || altKey || isComposing);
    if (isQueued) {
      // An earlier key may have opened a panel that handles this one.
      this.run(() => this.#host?.handleKey(event));
    }
    return isQueued;
  }
}
