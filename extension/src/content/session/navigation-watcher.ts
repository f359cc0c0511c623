/** Detects client-side navigation to another text. */

import type { Blocks } from "../dom/reading-position.ts";
import { navigationDebounce, navigationDelays, navigationTimeout } from "../../shared/timeouts.ts";

export class NavigationWatcher {
  readonly #blocks: () => Blocks | null;
  readonly #signal: AbortSignal;
  readonly #gone: () => void;
  /** The next look, or the last one where nothing of the content was there any more; 0 before any. */
  #timer = 0;

  /**
   * Waits for a move: `gone` is called, unless `signal` is aborted before, once nothing of the content is on the page
   * after one and the page has stopped changing.
   */
  constructor(blocks: () => Blocks | null, signal: AbortSignal, gone: () => void) {
    this.#blocks = blocks;
    this.#signal = signal;
    this.#gone = gone;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Hears that the page has another address. Many pages change that and nothing else. */
  moved(): void {
    if (this.#timer === 0) {
      this.#lookAfter(0);
    }
  }

  #lookAfter(step: number): void {
    const wait = navigationDelays[step];
    if (wait === undefined || this.#signal.aborted) {
      this.#timer = 0;
      return;
    }
    this.#timer = setTimeout(() => {
      if (this.#blocks()?.isPainted) {
        this.#lookAfter(step + 1);
      } else {
        void this.#end();
      }
    }, wait);
  }

  async #end(): Promise<void> {
    await quiet(this.#signal);
    if (!this.#signal.aborted) {
      this.#gone();
    }
  }
}

/** Waits until the page has stopped changing. */
function quiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(still);
      clearTimeout(last);
      resolve();
    };
    let still = setTimeout(end, navigationDebounce);
    const last = setTimeout(end, navigationTimeout);
    const observer = new MutationObserver(() => {
      clearTimeout(still);
      still = setTimeout(end, navigationDebounce);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    signal.addEventListener("abort", end);
  });
}
