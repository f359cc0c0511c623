/** What of Reader comes after the first paint (after-paint.ts). What is asked of it before is done once it is there. */

import type { ToolName } from "../../../parts.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { painted } from "../../dom/yield-to-page.ts";
import type { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { loaded, provided } from "../../session/parts.ts";
import type { ActName, Offered, Toolbar } from "../toolbar.ts";

/** The reader that it comes into. */
interface RestHost {
  signal: AbortSignal;
  toolbar: Toolbar;
  press(event: KeyboardEvent): boolean;
  /** Makes it, once its script is there; undefined if the extension is gone. */
  make(): ReaderRest | undefined;
}

export interface ReaderRest {
  /** What was removed. */
  line: RemovedSummary;
  /** Returns the further pages for the menu; null if there are none. */
  offered(): Offered | null;
  /** Returns the single key of a button, as it is shown; undefined if it has none. */
  keyOf(name: ActName): string | undefined;
  /** Returns a change of the settings in words. */
  spoken(change: Partial<Settings>): string;
  /** Has the tools go by the settings. */
  settingsChanged(): void;
  /** Keeps a key for a field that is on its way. Returns whether one is. */
  hold(event: KeyboardEvent): boolean;
  /** Does what the pressed key stands for. Returns whether it stands for anything. */
  press(event: KeyboardEvent): boolean;
  use(name: ToolName): void;
  /** Does what a press of a link within the article stands for. */
  follow(link: Element): void;
}

export class Rest {
  /** Undefined until it is there. */
  there: ReaderRest | undefined;
  #queue: ((rest: ReaderRest) => void)[] = [];
  #host: RestHost | undefined;

  /** Brings it once the reader is painted; at once if an earlier one has brought it. */
  async come(host: RestHost): Promise<void> {
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
    this.there = rest;
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

  do(act: (rest: ReaderRest) => void): void {
    if (this.there) {
      act(this.there);
    } else {
      this.#queue.push(act);
    }
  }

  use(name: ToolName): void {
    this.do((rest) => rest.use(name));
  }

  /** Does what the pressed key stands for, later if need be. `isOn`: whether single keys act. Returns whether that counts as done. */
  press(event: KeyboardEvent, isOn: boolean): boolean {
    if (this.there) {
      return this.there.press(event);
    }
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    const isKept = isOn && [...key].length === 1 && key !== " " && !(ctrlKey || metaKey || altKey || isComposing);
    if (isKept) {
      // A key before it may have opened what takes this one.
      this.do(() => this.#host?.press(event));
    }
    return isKept;
  }
}
