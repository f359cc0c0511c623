/** Merges highlights that overlap. */

import { maxNoteLength, maxQuoteLength, type StoredHighlight } from "../../../shared/highlights/highlight.ts";
import type { TextRange } from "./anchoring.ts";

/** The result of a merge: the range of all highlights, the first of them, their notes, and the ids of the others. */
interface MergedHighlight {
  textRange: TextRange;
  first: StoredHighlight;
  note: string;
  otherIds: string[];
}

/**
 * Merges a range with the highlights that it overlaps. Returns null if there are none, or if the result exceeds the
 * maximum length. `placeOf` returns the range of a highlight in the text.
 */
export function mergeOverlapping(
  textRange: TextRange,
  highlights: readonly StoredHighlight[],
  placeOf: (id: string) => TextRange | null | undefined,
): MergedHighlight | null {
  const overlapping = highlights
    .flatMap((highlight) => {
      const otherRange = placeOf(highlight.id);
      return otherRange && otherRange.start < textRange.end && textRange.start < otherRange.end
        ? [{ highlight, own: otherRange }]
        : [];
    })
    .toSorted((a, b) => a.own.start - b.own.start);
  const [first, ...others] = overlapping.map(({ highlight }) => highlight);
  const start = Math.min(textRange.start, ...overlapping.map(({ own: otherRange }) => otherRange.start));
  const end = Math.max(textRange.end, ...overlapping.map(({ own: otherRange }) => otherRange.end));
  const note = [...new Set(overlapping.map(({ highlight }) => highlight.note.trim()).filter(Boolean))].join("\n\n");
  if (!first || end - start > maxQuoteLength || note.length > maxNoteLength) {
    return null;
  }
  return { textRange: { start, end }, first, note, otherIds: others.map(({ id }) => id) };
}
