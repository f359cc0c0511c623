/** Splits long work into slices, so that the page stays responsive. */

import { yieldToPage } from "./yield-to-page.ts";

/** Ms of work after which the page has its turn: half of what people notice of a press. */
const longest = 40;

/** Work that can be put down and given up wherever it yields. */
export type Work<Result = void> = Generator<void, Result>;

/** Does the work, its first slice at once. Resolves with its result; null where `signal` was aborted before. */
export async function inSlices<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result | null> {
  let end = performance.now() + longest;
  while (!signal.aborted) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
    if (performance.now() >= end) {
      await yieldToPage();
      end = performance.now() + longest;
    }
  }
  return null;
}

/** Does the work in one go. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
  }
}

/** Work that is done again whenever something has changed; if it is being done then, it is done once more afterwards. */
export class Repeated {
  readonly #work: () => Work;
  readonly #signal: AbortSignal;
  #running: Promise<void> | null = null;
  #again = false;

  /** Gives the work up when `signal` is aborted. */
  constructor(work: () => Work, signal: AbortSignal) {
    this.#work = work;
    this.#signal = signal;
  }

  /** Resolves once nothing is left to do. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#signal.aborted) {
        this.#again = false;
        await inSlices(this.#work(), this.#signal);
      }
    } finally {
      this.#running = null;
    }
  }
}
