/**
 * Loads more comments of a page with infinite scroll. In Reader, which covers the page, Pith scrolls the page when the
 * end of the list comes near. In Inspect the user scrolls it.
 */

import type { Threads } from "../../../shared/messages.ts";
import { contains, onDocument, rootElement, scrollIntoView } from "../../../ui/nodes.ts";
import { saveScrollAround } from "../../dom/page-state.ts";
import { whenVisible } from "../../dom/in-view.ts";
import type { DiscussionHost } from "./host.ts";
import { threadsOf } from "./threads.ts";
import { moreCommentsDebounce, moreCommentsTimeout } from "../../../shared/timeouts.ts";

/** Number of consecutive detections without new comments after which the list is complete. */
const maxEmptyDetections = 2;

/** Loads comments until there are no more, or until `signal` is aborted. `end`: the element below the list. */
export class CommentLoader {
  readonly #host: DiscussionHost;
  readonly #end: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #add: (threads: Threads) => void;
  #now: Threads;
  /** The last rendered comment on the page; null if there is none. */
  #last: Element | null;

  constructor(host: DiscussionHost, end: HTMLElement, add: (threads: Threads) => void, signal: AbortSignal) {
    this.#host = host;
    this.#end = end;
    this.#add = add;
    this.#signal = signal;
    this.#now = host.threads;
    this.#last = elementOf(host.threads, host.finding.detection);
  }

  /** Resolves once there are no more comments, or immediately if canceled. */
  async run(): Promise<void> {
    const back = this.#host.view === null ? saveScrollAround(this.#last ?? rootElement()) : () => {};
    this.#signal.addEventListener("abort", back, { once: true });
    for (let emptyDetections = 0; emptyDetections < maxEmptyDetections && !this.#signal.aborted; ) {
      await (this.#host.view === null ? this.#scrollPage() : this.#untilScrolled());
      const known = this.#now.known?.length ?? 0;
      const isRead = !this.#signal.aborted && (await this.#detectMore());
      const isMore = isRead && (this.#now.known?.length ?? 0) > known;
      // The user may scroll through known comments first.
      emptyDetections = isMore || this.#host.view !== null ? 0 : emptyDetections + 1;
    }
    if (!this.#signal.aborted) {
      back();
    }
  }

  /** Scrolls the page once the end comes near. Resolves when the page has rendered more comments. */
  async #scrollPage(): Promise<void> {
    await this.#untilNear();
    if (this.#signal.aborted) {
      return;
    }
    const drawn = this.#rendered();
    const [element, block] = this.#last ? ([this.#last, "start"] as const) : ([rootElement(), "end"] as const);
    scrollIntoView(element, { block, behavior: "instant" });
    await drawn;
  }

  /** Resolves when the user has scrolled the page and it has rendered more comments. */
  async #untilScrolled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const heard = new AbortController();
    const signal = AbortSignal.any([heard.signal, this.#signal]);
    onDocument("scroll", () => resolve(), signal, true);
    this.#signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    heard.abort();
    await this.#rendered();
  }

  /** Resolves when the end is near the viewport. */
  #untilNear(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    whenVisible(this.#end, this.#signal, resolve, 800);
    this.#signal.addEventListener("abort", () => resolve(), { once: true });
    return promise;
  }

  /** Resolves when the page has changed and is stable again, or after a timeout if it doesn't change. */
  #rendered(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let timer = setTimeout(resolve, moreCommentsTimeout);
    const end = performance.now() + moreCommentsTimeout;
    const observer = new MutationObserver((records) => {
      if (records.some(({ target }) => !contains(this.#host.session.host, target)) && performance.now() < end) {
        clearTimeout(timer);
        timer = setTimeout(resolve, moreCommentsDebounce);
      }
    });
    observer.observe(rootElement(), { subtree: true, childList: true, characterData: true });
    this.#signal.addEventListener("abort", () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      observer.disconnect();
    });
  }

  /** Re-runs detection. Returns whether that succeeded. */
  async #detectMore(): Promise<boolean> {
    const { known } = this.#now;
    let isRead = false;
    await this.#host.session.lookAgain(async (now) => {
      const threads = await threadsOf(now, known);
      if (!this.#signal.aborted) {
        isRead = true;
        this.#now = threads;
        this.#last = elementOf(threads, now.detection) ?? this.#last;
        this.#add(threads);
      }
      return false;
    });
    return isRead;
  }
}

function elementOf({ last }: Threads, detection: DiscussionHost["finding"]["detection"]): Element | null {
  return last === null ? null : detection.element(last);
}
