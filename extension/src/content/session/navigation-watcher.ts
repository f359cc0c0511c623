/** Detects client-side navigation to another text. */

import type { Blocks } from "../dom/reading-position.ts";
import { navigationDebounce, navigationDelays, navigationTimeout } from "../../shared/timeouts.ts";

export class NavigationWatcher {
  readonly #blocks: () => Blocks | null;
  readonly #signal: AbortSignal;
  readonly #onGone: () => void;
  /** Timer of the next check, or of the last one that found the content gone; 0 before the first. */
  #timer = 0;

  /**
   * Waits for a navigation. `onGone` is called once nothing of the content is left on the page and the page has stopped
   * changing, unless `signal` is aborted first.
   */
  constructor(blocks: () => Blocks | null, signal: AbortSignal, onGone: () => void) {
    this.#blocks = blocks;
    this.#signal = signal;
    this.#onGone = onGone;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Handles a new URL of the page. Many pages change only that. */
  navigated(): void {
    if (this.#timer === 0) {
      this.#checkLater(0);
    }
  }

  #checkLater(step: number): void {
    const delay = navigationDelays[step];
    if (delay === undefined || this.#signal.aborted) {
      this.#timer = 0;
      return;
    }
    this.#timer = setTimeout(() => {
      if (this.#blocks()?.isPainted) {
        this.#checkLater(step + 1);
      } else {
        void this.#reportGone();
      }
    }, delay);
  }

  async #reportGone(): Promise<void> {
    await waitUntilQuiet(this.#signal);
    if (!this.#signal.aborted) {
      this.#onGone();
    }
  }
}

/** Waits until the page has stopped changing. */
function waitUntilQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(quietTimer);
      clearTimeout(timeoutTimer);
      resolve();
    };
    let quietTimer = setTimeout(end, navigationDebounce);
    const timeoutTimer = setTimeout(end, navigationTimeout);
    const observer = new MutationObserver(() => {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(end, navigationDebounce);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    signal.addEventListener("abort", end);
  });
}
