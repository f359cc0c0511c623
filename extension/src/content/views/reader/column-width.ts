/** Measures the column width in average characters of the article. */

/** Maximum em per character, for scripts with square characters. */
const maxAdvance = 35 / 68;

/** Characters of the text that are measured. More don't change the mean by 1 %. */
const sampleLength = 4000;

/** Mean advance in em of Latin text in most fonts, if there is no text to measure. */
const defaultAdvance = 0.45;

/** Returns the sample of an article's text that is measured. */
export function sampleOf(text: string): string {
  // White space is only a small share of it. A copy, because the browser keeps the last string matched by a pattern,
  // and the whole string behind a slice.
  const start = [...text.trimStart().slice(0, 2 * sampleLength)].join("");
  return start.trimEnd().replace(/\s+/g, " ").slice(0, sampleLength);
}

/** Returns the column width in em of the article's font size. The article must be in the page. */
export function measure(article: Element, text: string, width: number): number {
  // A line of Latin text ends about two characters earlier, at a word boundary.
  return width * Math.min(advance(article, text), maxAdvance);
}

/** Returns whether text of which `width` characters measure `em` has square characters. */
export function hasSquareCharacters(em: number, width: number): boolean {
  return em >= width * maxAdvance;
}

/** Returns the mean advance of the article's characters in em. */
function advance(article: Element, text: string): number {
  const sample = [...text];
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context || sample.length === 0) {
    return defaultAdvance;
  }
  // Large enough that rounded advances don't matter.
  context.font = `100px ${getComputedStyle(article).fontFamily}`;
  return context.measureText(sample.join("")).width / 100 / sample.length;
}
