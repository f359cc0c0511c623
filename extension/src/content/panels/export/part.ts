/** Extracts chosen parts of an article: the selection, or a section. */

import type { ArticlePart } from "../../../shared/messages.ts";
import { body, contains, rootElement, selection } from "../../../ui/nodes.ts";

/** Characters before a selection that distinguish it from the same words elsewhere. */
const contextLength = 200;

/** Returns the selection in the page, or in the article shown over it; null if there is none. */
export function selectedPart(): ArticlePart | null {
  const selectedText = selection();
  const quote = selectedText ? Selection.prototype.toString.call(selectedText) : "";
  if (!selectedText || selectedText.rangeCount === 0 || quote.trim() === "") {
    return null;
  }
  try {
    const { startContainer, startOffset } = selectedText.getRangeAt(0);
    const range = new Range();
    const page = body();
    // Reader's article is a sibling of the page's body.
    range.setStart(page && contains(page, startContainer) ? page : rootElement(), 0);
    range.setEnd(startContainer, startOffset);
    return { quote, before: String(range).slice(-contextLength) };
  } catch {
    return { quote, before: "" };
  }
}
