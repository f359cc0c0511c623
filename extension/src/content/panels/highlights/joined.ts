/** Merges highlights that overlap. */

import { maxNoteLength, maxQuoteLength, type StoredHighlight } from "../../../shared/highlights/highlight.ts";
import type { Stretch } from "./anchoring.ts";

/** The result of a merge: the range of all highlights, the first of them, their notes, and the ids of the others. */
interface MergedHighlight {
  stretch: Stretch;
  first: StoredHighlight;
  note: string;
  others: string[];
}

/**
 * Merges a range with the highlights that it overlaps. Returns null if there are none, or if the result exceeds the
 * maximum length. `placeOf` returns the range of a highlight in the text.
 */
export function mergeOverlapping(
  stretch: Stretch,
  highlights: readonly StoredHighlight[],
  placeOf: (id: string) => Stretch | null | undefined,
): MergedHighlight | null {
  const met = highlights
    .flatMap((highlight) => {
      const own = placeOf(highlight.id);
      return own && own.start < stretch.end && stretch.start < own.end ? [{ highlight, own }] : [];
    })
    .toSorted((a, b) => a.own.start - b.own.start);
  const [first, ...others] = met.map(({ highlight }) => highlight);
  const start = Math.min(stretch.start, ...met.map(({ own }) => own.start));
  const end = Math.max(stretch.end, ...met.map(({ own }) => own.end));
  const note = [...new Set(met.map(({ highlight }) => highlight.note.trim()).filter(Boolean))].join("\n\n");
  if (!first || end - start > maxQuoteLength || note.length > maxNoteLength) {
    return null;
  }
  return { stretch: { start, end }, first, note, others: others.map(({ id }) => id) };
}
