/**
 * Saves the current paragraph of a view, and finds it on a later visit. Like a highlight, it is found even if the page
 * has changed.
 */

import { ext, isAlive, t } from "../../../shared/ext.ts";
import { isText } from "../../../ui/nodes.ts";
import type { Blocks, ReadingPosition } from "../../dom/reading-position.ts";
import type { SavedPosition, Reading } from "./types.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { runInSlices } from "../../dom/time-slicing.ts";
import { yieldToPage } from "../../dom/yield-to-page.ts";
import { addressOf, positionKey } from "../../../shared/highlights/page-url.ts";
import { anchor } from "./anchoring.ts";
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
    return await find(finding, signal);
  } catch (error) {
    // The view then opens at the start.
    console.error(error);
    return null;
  }
}

async function find(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null> {
  if (finding.kind !== "found" || ext.extension.inIncognitoContext) {
    return null;
  }
  const key = positionKey(addressOf(location.href));
  const known = readPosition((await ext.storage.local.get(key))[key]);
  if (!known || known === "newer") {
    return null;
  }
  const { blocks } = finding;
  const shown = await runInSlices(pageText(blocks), signal);
  if (!shown) {
    return null;
  }
  const [stretch] = anchor([quoteOf(known, shown)], shown.text.folded);
  const node = stretch && shown.spansOf(stretch)[0]?.startContainer;
  const index = node ? blocks.content.findIndex((block) => blocks.leaves(block).includes(node)) : -1;
  const block = blocks.content[index];
  const leaf = block && blocks.leaf(block);
  const isUnmoved = Math.abs(known.scrolled - window.scrollY) < 2;
  return leaf ? { place: { leaf, index, above: known.above, below: 0 }, isUnmoved } : null;
}

/** Saves the current paragraph of a view that is about to open, if the setting is on. */
export function savePosition(session: Session, reading: Reading, isResumed: boolean): void {
  if (session.settings.resume && session.finding.kind === "found" && !ext.extension.inIncognitoContext) {
    new PositionSaver(session, reading, session.finding, isResumed).follow();
  }
}

class PositionSaver {
  readonly #session: Session;
  readonly #reading: Reading;
  readonly #finding: FoundDetection;
  readonly #url = location.href;
  readonly #isResumed: boolean;
  #shown: ShownText | null = null;
  /** True if a reading position of this page is saved. */
  #isStored: boolean;
  /** True if the page was scrolled since the position was saved. */
  #hasScrolled = false;
  #hasReportedFailure = false;
  #timer = 0;

  constructor(session: Session, reading: Reading, finding: FoundDetection, isResumed: boolean) {
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
    const moved = (): void => {
      this.#hasScrolled = true;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#save(), readingPositionDebounce);
    };
    // The article scrolls in our closed tree, so the window gets no event.
    for (const target of [window, shadow]) {
      target.addEventListener("scroll", moved, options);
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
    this.#shown = await runInSlices(pageText(this.#finding.blocks), signal);
  }

  #save(): void {
    if (!this.#hasScrolled || !this.#reading.movesText) {
      return;
    }
    const { place } = this.#reading;
    const kept = place && this.#shown && placeOf(this.#shown, this.#finding.blocks, place);
    // A view that stayed at the start deletes nothing.
    if (kept || (!place && this.#isStored)) {
      this.#hasScrolled = false;
      this.#isStored = kept !== null;
      void this.#store(kept);
    }
  }

  async #store(place: StoredPosition | null): Promise<void> {
    if (!isAlive()) {
      return;
    }
    const answer = await ask("store-place", { url: this.#url, place }).catch(() => undefined);
    if (answer?.refusal === "full" && !this.#hasReportedFailure && !this.#session.signal.aborted) {
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
function placeOf(shown: ShownText, blocks: Blocks, { index, above }: ReadingPosition): StoredPosition | null {
  for (const [after, block] of blocks.content.slice(index).entries()) {
    const stretch = shown.stretchOfNodes(blocks.leaves(block).filter(isText));
    if (stretch) {
      const { start, end } = stretch;
      return {
        version: positionVersion,
        time: new Date().toISOString(),
        ...anchorsOf(shown, { start, end: Math.min(end, start + quoteLength) }),
        above: after === 0 ? above : 0,
        scrolled: window.scrollY,
      };
    }
  }
  return null;
}
