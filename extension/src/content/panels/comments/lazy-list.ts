/**
 * Loads more comments of a page with infinite scroll. In Reader, which covers the page, Pith scrolls the page when the
 * end of the list comes near. In Inspect the user scrolls it.
 */

import type { Threads } from "../../../shared/messages.ts";
import { contains, onDocument, rootElement, scrollIntoView } from "../../../ui/nodes.ts";
import { saveScrollAround } from "../../dom/page-state.ts";
import { whenVisible } from "../../dom/in-view.ts";
import type { DiscussionHost } from "./host.ts";
import { findThreads } from "./threads.ts";
import { moreCommentsDebounce, moreCommentsTimeout } from "../../../shared/timeouts.ts";

/** Number of consecutive detections without new comments after which the list is complete. */
const maxEmptyDetections = 2;

/** Loads comments until there are no more, or until `signal` is aborted. `end`: the element below the list. */
export class CommentLoader {
  readonly #host: DiscussionHost;
  readonly #listEnd: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #onThreads: (threads: Threads) => void;
  #threads: Threads;
  /** The last rendered comment on the page; null if there is none. */
  #lastComment: Element | null;

  constructor(host: DiscussionHost, end: HTMLElement, onThreads: (threads: Threads) => void, signal: AbortSignal) {
    this.#host = host;
    this.#listEnd = end;
    this.#onThreads = onThreads;
    this.#signal = signal;
    this.#threads = host.threads;
    this.#lastComment = lastCommentOf(host.threads, host.finding.detection);
  }

  /** Resolves once there are no more comments, or immediately if canceled. */
  async run(): Promise<void> {
    const restoreScroll = this.#host.view === null ? saveScrollAround(this.#lastComment ?? rootElement()) : () => {};
    this.#signal.addEventListener("abort", restoreScroll, { once: true });
    for (let emptyDetections = 0; emptyDetections < maxEmptyDetections && !this.#signal.aborted; ) {
      await (this.#host.view === null ? this.#scrollPage() : this.#untilScrolled());
      const knownCount = this.#threads.known?.length ?? 0;
      const isDetected = !this.#signal.aborted && (await this.#detectMore());
      const hasMore = isDetected && (this.#threads.known?.length ?? 0) > knownCount;
      // The user may scroll through known comments first.
      emptyDetections = hasMore || this.#host.view !== null ? 0 : emptyDetections + 1;
    }
    if (!this.#signal.aborted) {
      restoreScroll();
    }
  }

  /** Scrolls the page once the end comes near. Resolves when the page has rendered more comments. */
  async #scrollPage(): Promise<void> {
    await this.#untilNear();
    if (this.#signal.aborted) {
      return;
    }
    const rendered = this.#rendered();
    const [element, block] = this.#lastComment
      ? ([this.#lastComment, "start"] as const)
      : ([rootElement(), "end"] as const);
    scrollIntoView(element, { block, behavior: "instant" });
    await rendered;
  }

  /** Resolves when the user has scrolled the page and it has rendered more comments. */
  async #untilScrolled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listening = new AbortController();
    const signal = AbortSignal.any([listening.signal, this.#signal]);
    onDocument("scroll", () => resolve(), signal, true);
    this.#signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    listening.abort();
    await this.#rendered();
  }

  /** Resolves when the end is near the viewport. */
  #untilNear(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    whenVisible(this.#listEnd, this.#signal, resolve, 800);
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
    const { known: earlier } = this.#threads;
    let isDetected = false;
    await this.#host.session.updateDetection(async (finding) => {
      const threads = await findThreads(finding, earlier);
      if (!this.#signal.aborted) {
        isDetected = true;
        this.#threads = threads;
        this.#lastComment = lastCommentOf(threads, finding.detection) ?? this.#lastComment;
        this.#onThreads(threads);
      }
      return false;
    });
    return isDetected;
  }
}

function lastCommentOf({ last }: Threads, detection: DiscussionHost["finding"]["detection"]): Element | null {
  return last === null ? null : detection.element(last);
}
