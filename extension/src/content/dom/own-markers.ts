/** Names that distinguish Pith's styles and highlights from those of the page and other extensions. */

/** Matches every element without this ID, with the specificity of 16 IDs. */
export const highSpecificity = `:not(${"#pith".repeat(16)})`;

/** Highlights in Inspect: see tints.css. */
export const inspectHighlightNames = ["pith-content", "pith-current"] as const;

/** Highlights of the user: see paint.ts. */
export const highlightNames = ["yellow", "green", "blue", "pink", "purple"].map((color) => `pith-mark-${color}`);

/** Highlights of search matches: all of them, and the current one; see find.ts. */
export const searchHighlightNames = ["pith-found", "pith-found-one"] as const;

/** Highlights that color code: see code.ts. */
export const codeHighlightNames = (["word", "name", "title", "string", "number", "comment"] as const).map(
  (kind) => `pith-code-${kind}` as const,
);

/** Highlights of read aloud: the sentence, and the word; see spoken-highlights.ts. */
export const spokenHighlightNames = ["pith-spoken", "pith-spoken-word"] as const;

/** Returns whether a sheet is Pith's, from this run of the extension or an earlier one. */
export function isOurSheet(sheet: CSSStyleSheet): boolean {
  const [rule, ...others] = sheet.cssRules;
  return (
    others.length === 0 &&
    rule !== undefined &&
    /^(?:@layer [^{]*\{\s*)?:(?:root|host\():not\(#pith#pith/.test(rule.cssText)
  );
}
