/** Creates anchors, by which a passage is found again. */

import type { Quote, TextRange } from "./anchoring.ts";
import type { Anchors } from "../../../shared/highlights/highlight.ts";
import type { ShownText } from "./shown-text.ts";
import { foldText } from "./text.ts";
import type { FragmentText } from "./text-fragment.ts";

/** UTF-16 units saved before and after a quote, without white space. */
const contextLength = 64;

/** Returns the anchor of a range of a text. */
export function anchorsOf(shownText: ShownText, { start, end }: TextRange): Anchors {
  const { nodeText: text } = shownText;
  return {
    exact: text.read(start, end),
    prefix: text.read(Math.max(0, start - contextLength), start),
    suffix: text.read(end, Math.min(text.folded.length, end + contextLength)),
    start: text.readableIndex(start),
    at: start,
    block: shownText.blockAt(start),
  };
}

/** Returns a range with the text around it. */
export function passageOf({ nodeText: text }: ShownText, { start, end }: TextRange): FragmentText {
  const exact = text.read(start, end);
  const [from, to] = [Math.max(0, start - contextLength), Math.min(text.folded.length, end + contextLength)];
  const units = text.folded.slice(start, end);
  return {
    exact,
    before: text.read(from, end).slice(0, -exact.length),
    after: text.read(start, to).slice(exact.length),
    isRepeated: text.folded.indexOf(units) !== text.folded.lastIndexOf(units),
  };
}

/** Converts a saved anchor to a quote to find in a text. */
export function quoteOf({ exact, prefix, suffix, start, at }: Anchors, { nodeText: text }: ShownText): Quote {
  return {
    exact: foldText(exact),
    prefix: foldText(prefix),
    suffix: foldText(suffix),
    at: at ?? (start === null ? null : text.foldedIndex(start)),
  };
}
