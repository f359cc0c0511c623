/** Splits long work into slices, so that the page stays responsive. */

import { yieldToPage } from "./yield-to-page.ts";

/** Ms of work before yielding to the page: half of the delay that users notice after a click. */
const sliceMs = 40;

/** Work that can be suspended or canceled at every yield. */
export type Work<Result = void> = Generator<void, Result>;

/** Does the work, its first slice immediately. Resolves to its result; null if `signal` was aborted first. */
export async function runInSlices<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result | null> {
  let end = performance.now() + sliceMs;
  while (!signal.aborted) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
    if (performance.now() >= end) {
      await yieldToPage();
      end = performance.now() + sliceMs;
    }
  }
  return null;
}

/** Does the work without yielding. */
export function runSync<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** Work that is repeated after changes; if it is running then, it runs once more afterwards. */
export class RepeatableWork {
  readonly #work: () => Work;
  readonly #signal: AbortSignal;
  #running: Promise<void> | null = null;
  #isRequested = false;

  /** Cancels the work when `signal` is aborted. */
  constructor(work: () => Work, signal: AbortSignal) {
    this.#work = work;
    this.#signal = signal;
  }

  /** Resolves once nothing is left to do. */
  run(): Promise<void> {
    this.#isRequested = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isRequested && !this.#signal.aborted) {
        this.#isRequested = false;
        await runInSlices(this.#work(), this.#signal);
      }
    } finally {
      this.#running = null;
    }
  }
}
