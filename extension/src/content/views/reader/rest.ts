/** The parts of Reader that load after the first paint (after-paint.ts). Earlier calls are queued. */

import type { ToolName } from "../../../parts.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { painted } from "../../dom/yield-to-page.ts";
import type { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { loaded, provided } from "../../session/parts.ts";
import type { ActName, OptionalMenuItem, Toolbar } from "../toolbar.ts";

/** The Reader these parts belong to. */
interface DeferredPartsHost {
  signal: AbortSignal;
  toolbar: Toolbar;
  press(event: KeyboardEvent): boolean;
  /** Creates the parts once their script is loaded; undefined if the extension is gone. */
  make(): DeferredParts | undefined;
}

export interface DeferredParts {
  /** Summary line of removed parts. */
  line: RemovedSummary;
  /** Returns the menu item for next pages; null if there are none. */
  offered(): OptionalMenuItem | null;
  /** Returns the label of a button's shortcut; undefined if it has none. */
  keyOf(name: ActName): string | undefined;
  /** Returns a change of the settings in words. */
  phrase(change: Partial<Settings>): string;
  /** Applies the settings to the tools. */
  settingsChanged(): void;
  /** Buffers a key for a field that is still loading. Returns whether one is. */
  queue(event: KeyboardEvent): boolean;
  /** Handles a key. Returns false if it isn't a shortcut. */
  press(event: KeyboardEvent): boolean;
  use(name: ToolName): void;
  /** Follows a link within the article. */
  follow(link: Element): void;
}

export class DeferredPartsLoader {
  /** Undefined until loaded. */
  parts: DeferredParts | undefined;
  #queue: ((rest: DeferredParts) => void)[] = [];
  #host: DeferredPartsHost | undefined;

  /** Loads the parts once Reader is painted; right away if an earlier Reader has loaded them. */
  async load(host: DeferredPartsHost): Promise<void> {
    this.#host = host;
    const { signal, toolbar } = host;
    if (!provided("after-paint")) {
      toolbar.node.ariaBusy = "true";
      await painted();
      await loaded("after-paint");
    }
    if (signal.aborted) {
      return;
    }
    const rest = host.make();
    this.parts = rest;
    toolbar.node.ariaBusy = null;
    toolbar.show();
    const queue = this.#queue;
    this.#queue = [];
    if (rest) {
      for (const act of queue) {
        act(rest);
      }
    }
  }

  do(act: (rest: DeferredParts) => void): void {
    if (this.parts) {
      act(this.parts);
    } else {
      this.#queue.push(act);
    }
  }

  use(name: ToolName): void {
    this.do((rest) => rest.use(name));
  }

  /**
   * Handles a key, or queues it. `isOn`: whether single-key shortcuts are enabled. Returns whether the key was handled
   * or queued.
   */
  press(event: KeyboardEvent, isOn: boolean): boolean {
    if (this.parts) {
      return this.parts.press(event);
    }
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    const isKept = isOn && [...key].length === 1 && key !== " " && !(ctrlKey || metaKey || altKey || isComposing);
    if (isKept) {
      // An earlier key may have opened a panel that handles this one.
      this.do(() => this.#host?.press(event));
    }
    return isKept;
  }
}
