/** Creates anchors, by which a passage is found again. */

import type { Quote, Stretch } from "./anchoring.ts";
import type { Anchors } from "../../../shared/highlights/highlight.ts";
import type { ShownText } from "./shown-text.ts";
import { folded } from "./text.ts";
import type { FragmentText } from "./text-fragment.ts";

/** UTF-16 units saved before and after a quote, without white space. */
const context = 64;

/** Returns the anchor of a range of a text. */
export function anchorsOf(shown: ShownText, { start, end }: Stretch): Anchors {
  const { text } = shown;
  return {
    exact: text.read(start, end),
    prefix: text.read(Math.max(0, start - context), start),
    suffix: text.read(end, Math.min(text.folded.length, end + context)),
    start: text.readableIndex(start),
    at: start,
    block: shown.blockAt(start),
  };
}

/** Returns a range with the text around it. */
export function passageOf({ text }: ShownText, { start, end }: Stretch): FragmentText {
  const exact = text.read(start, end);
  const [from, to] = [Math.max(0, start - context), Math.min(text.folded.length, end + context)];
  const units = text.folded.slice(start, end);
  return {
    exact,
    before: text.read(from, end).slice(0, -exact.length),
    after: text.read(start, to).slice(exact.length),
    isRepeated: text.folded.indexOf(units) !== text.folded.lastIndexOf(units),
  };
}

/** Converts a saved anchor to a quote to find in a text. */
export function quoteOf({ exact, prefix, suffix, start, at }: Anchors, { text }: ShownText): Quote {
  return {
    exact: folded(exact),
    prefix: folded(prefix),
    suffix: folded(suffix),
    at: at ?? (start === null ? null : text.foldedIndex(start)),
  };
}
