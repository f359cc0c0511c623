/** Measures the column width in characters of the article's font. */

/** The most em for each character, for scripts whose characters are as wide as they are high. */
const widest = 35 / 68;

/** Characters of the text that are measured; more do not change the mean by 1 %. */
const sampleLength = 4000;

/** Mean advance in em of Latin text in most fonts, without a text to measure. */
const usualAdvance = 0.45;

/** Returns the part of an article's text that is measured. */
export function sampleOf(text: string): string {
  // White space is only a small part of it. A copy, since the browser keeps the text that a pattern was last looked for in,
  // and of a slice the whole.
  const start = [...text.trimStart().slice(0, 2 * sampleLength)].join("");
  return start.trimEnd().replace(/\s+/g, " ").slice(0, sampleLength);
}

/** Returns the column's measure in em of the article's font size. The article has to be in the page. */
export function measure(article: Element, text: string, width: number): number {
  // A line of Latin text ends about two characters earlier, at the end of a word.
  return width * Math.min(advance(article, text), widest);
}

/** Returns whether characters of which `width` take `em` are as wide as they are high. */
export function isWide(em: number, width: number): boolean {
  return em >= width * widest;
}

/** Returns the mean advance of the article's characters in em. */
function advance(article: Element, text: string): number {
  const sample = [...text];
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context || sample.length === 0) {
    return usualAdvance;
  }
  // The size is so large that the rounding of advances does not matter.
  context.font = `100px ${getComputedStyle(article).fontFamily}`;
  return context.measureText(sample.join("")).width / 100 / sample.length;
}
