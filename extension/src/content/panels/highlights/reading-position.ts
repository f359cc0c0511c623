/**
 * Saves the current paragraph of a view, and finds it on a later visit. Like a highlight, it is found even if the page
 * has changed.
 */

import { ext, isAlive, t } from "../../../shared/ext.ts";
import { isText } from "../../../ui/nodes.ts";
import type { Blocks, ReadingPosition } from "../../dom/reading-position.ts";
import type { SavedPosition, ReadingState } from "./types.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { runInSlices } from "../../dom/time-slicing.ts";
import { yieldToPage } from "../../dom/yield-to-page.ts";
import { pageUrl, positionKey } from "../../../shared/highlights/page-url.ts";
import { findQuotes } from "./anchoring.ts";
import { anchorsOf, quoteOf } from "./anchors.ts";
import { positionVersion, type StoredPosition, readPosition } from "../../../shared/highlights/reading-position.ts";
import { toast } from "../../../ui/components.ts";
import { pageText, type ShownText } from "./shown-text.ts";
import { ask } from "../../../shared/requests.ts";
import { readingPositionDebounce } from "../../../shared/timeouts.ts";

/** Maximum UTF-16 units of a paragraph that are saved to find it again, without white space. */
const quoteLength = 200;

/** Returns the reading position on this page; null if there is none, or if its text is gone. */
export async function savedPosition(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null> {
  try {
    return await findPosition(finding, signal);
  } catch (error) {
    // The view then opens at the start.
    console.error(error);
    return null;
  }
}

async function findPosition(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null> {
  if (finding.kind !== "found" || ext.extension.inIncognitoContext) {
    return null;
  }
  const key = positionKey(pageUrl(location.href));
  const stored = readPosition((await ext.storage.local.get(key))[key]);
  if (!stored || stored === "newer") {
    return null;
  }
  const { blocks } = finding;
  const shownText = await runInSlices(pageText(blocks), signal);
  if (!shownText) {
    return null;
  }
  const [textRange] = findQuotes([quoteOf(stored, shownText)], shownText.nodeText.folded);
  const node = textRange && shownText.spansOf(textRange)[0]?.startContainer;
  const index = node ? blocks.content.findIndex((block) => blocks.leaves(block).includes(node)) : -1;
  const block = blocks.content[index];
  const leaf = block && blocks.leaf(block);
  const isUnmoved = Math.abs(stored.scrolled - window.scrollY) < 2;
  return leaf ? { position: { leaf, index, above: stored.above, below: 0 }, isUnmoved } : null;
}

/** Saves the current paragraph of a view that is about to open, if the setting is on. */
export function savePosition(session: Session, reading: ReadingState, isResumed: boolean): void {
  if (session.settings.resume && session.finding.kind === "found" && !ext.extension.inIncognitoContext) {
    new PositionSaver(session, reading, session.finding, isResumed).follow();
  }
}

class PositionSaver {
  readonly #session: Session;
  readonly #reading: ReadingState;
  readonly #finding: FoundDetection;
  readonly #url = location.href;
  readonly #isResumed: boolean;
  #shownText: ShownText | null = null;
  /** True if a reading position of this page is saved. */
  #isStored: boolean;
  /** True if the page was scrolled since the position was saved. */
  #hasScrolled = false;
  #hasReportedFailure = false;
  #timer = 0;

  constructor(session: Session, reading: ReadingState, finding: FoundDetection, isResumed: boolean) {
    this.#session = session;
    this.#reading = reading;
    this.#finding = finding;
    this.#isResumed = isResumed;
    this.#isStored = isResumed;
  }

  /** Follows the current paragraph until the view is closed. */
  follow(): void {
    const { shadow, signal } = this.#session;
    const options = { capture: true, passive: true, signal };
    const onScroll = (): void => {
      this.#hasScrolled = true;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#save(), readingPositionDebounce);
    };
    // The article scrolls in our closed tree, so the window gets no event.
    for (const target of [window, shadow]) {
      target.addEventListener("scroll", onScroll, options);
    }
    for (const type of ["pagehide", "visibilitychange"]) {
      window.addEventListener(type, () => this.#save(), options);
    }
    signal.addEventListener("abort", () => {
      clearTimeout(this.#timer);
      this.#save();
    });
    requestAnimationFrame(() => void this.#start());
  }

  /** Shows that the view resumes, once it is painted, and collects the text from which positions are saved. */
  async #start(): Promise<void> {
    const { shadow, signal } = this.#session;
    await yieldToPage();
    if (this.#isResumed && this.#reading.movesText && !signal.aborted) {
      toast(shadow, t("positionResumed"), { text: t("positionStart"), act: () => scrollToStart(shadow) });
    }
    this.#shownText = await runInSlices(pageText(this.#finding.blocks), signal);
  }

  #save(): void {
    if (!this.#hasScrolled || !this.#reading.movesText) {
      return;
    }
    const { position: current } = this.#reading;
    const position = current && this.#shownText && positionToSave(this.#shownText, this.#finding.blocks, current);
    // A view that stayed at the start deletes nothing.
    if (position || (!current && this.#isStored)) {
      this.#hasScrolled = false;
      this.#isStored = position !== null;
      void this.#store(position);
    }
  }

  async #store(position: StoredPosition | null): Promise<void> {
    if (!isAlive()) {
      return;
    }
    const response = await ask("store-place", { url: this.#url, place: position }).catch(() => undefined);
    if (response?.refusal === "full" && !this.#hasReportedFailure && !this.#session.signal.aborted) {
      this.#hasReportedFailure = true;
      toast(this.#session.shadow, t("storageFull"));
    }
  }
}

/** Scrolls Reader's own box, or the page, to the start. */
function scrollToStart(shadow: ShadowRoot): void {
  (shadow.querySelector(".scroll") ?? window).scrollTo({ top: 0, left: 0, behavior: "instant" });
}

/** Returns the position to save: the first paragraph with text from there on; null if there is none. */
function positionToSave(
  shownText: ShownText,
  blocks: Blocks,
  { index, above }: ReadingPosition,
): StoredPosition | null {
  for (const [offset, block] of blocks.content.slice(index).entries()) {
    const textRange = shownText.textRangeOfNodes(blocks.leaves(block).filter(isText));
    if (textRange) {
      const { start, end } = textRange;
      return {
        version: positionVersion,
        time: new Date().toISOString(),
        ...anchorsOf(shownText, { start, end: Math.min(end, start + quoteLength) }),
        above: offset === 0 ? above : 0,
        scrolled: window.scrollY,
      };
    }
  }
  return null;
}
