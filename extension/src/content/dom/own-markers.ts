/** Names that tell our styles and highlights from those of the page and of other extensions. */

/** Holds for every element that does not have this id, and counts as so many ids. */
export const strong = `:not(${"#pith".repeat(16)})`;

/** The names of our highlights: see tints.css. */
export const tints = ["pith-content", "pith-current"] as const;

/** The names of the highlights that show marks: see paint.ts. */
export const highlightNames = ["yellow", "green", "blue", "pink", "purple"].map((color) => `pith-mark-${color}`);

/** The names of the highlights of what is found in the article: all, and the one that is shown; see find.ts. */
export const foundNames = ["pith-found", "pith-found-one"] as const;

/** The names of the highlights that color code: see code.ts. */
export const codeNames = (["word", "name", "title", "string", "number", "comment"] as const).map(
  (kind) => `pith-code-${kind}` as const,
);

/** The names of the highlights of what is being said: the sentence, and the word; see trail.ts. */
export const spokenNames = ["pith-spoken", "pith-spoken-word"] as const;

/** Returns whether a sheet is of ours, of this run of the extension or of an earlier one. */
export function isOurSheet(sheet: CSSStyleSheet): boolean {
  const [rule, ...others] = sheet.cssRules;
  return (
    others.length === 0 &&
    rule !== undefined &&
    /^(?:@layer [^{]*\{\s*)?:(?:root|host\():not\(#pith#pith/.test(rule.cssText)
  );
}
