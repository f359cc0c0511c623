/** Detects client-side navigation to another text. */

import type { Blocks } from "../dom/reading-position.ts";
import { navigationDebounce, navigationDelays, navigationTimeout } from "../../shared/timeouts.ts";

export class NavigationWatcher {
  readonly #blocks: () => Blocks | null;
  readonly #signal: AbortSignal;
  readonly #gone: () => void;
  /** Timer of the next check, or of the last one that found the content gone; 0 before the first. */
  #timer = 0;

  /**
   * Waits for a navigation. `gone` is called once nothing of the content is left on the page and the page has stopped
   * changing, unless `signal` is aborted first.
   */
  constructor(blocks: () => Blocks | null, signal: AbortSignal, gone: () => void) {
    this.#blocks = blocks;
    this.#signal = signal;
    this.#gone = gone;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Handles a new URL of the page. Many pages change only that. */
  moved(): void {
    if (this.#timer === 0) {
      this.#checkLater(0);
    }
  }

  #checkLater(step: number): void {
    const wait = navigationDelays[step];
    if (wait === undefined || this.#signal.aborted) {
      this.#timer = 0;
      return;
    }
    this.#timer = setTimeout(() => {
      if (this.#blocks()?.isPainted) {
        this.#checkLater(step + 1);
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
