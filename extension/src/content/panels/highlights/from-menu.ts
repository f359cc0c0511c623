/**
 * Highlights the selection from the browser's menu. Without a view, the page itself shows the highlight; see
 * passive.ts.
 */

import { addStyles, Toast } from "../../../ui/components.ts";
import { documentOf, isShadowRoot, rootOf, selectedRange as rangeIn, clearSelection } from "../../../ui/nodes.ts";
import { colors, maxQuoteLength, newId, type StoredHighlight } from "../../../shared/highlights/highlight.ts";
import { ext, type Texts, t, setTexts } from "../../../shared/ext.ts";
import type { MenuOutcome } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import { loadSettings } from "../../../shared/settings/settings.ts";
import { required } from "../../../shared/state.ts";
import { noArticleMessage } from "../../session/no-article.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import { runSync } from "../../dom/time-slicing.ts";
import { showOverPage } from "../over-page.ts";
import { findQuotes, type TextRange } from "./anchoring.ts";
import { anchorsOf, quoteOf } from "./anchors.ts";
import { mergeOverlapping } from "./joined.ts";
import { type HighlightChange, PageHighlights, type PageSource } from "./page-highlights.ts";
import { pageText, type ShownText } from "./shown-text.ts";

/** Highlights the selection, or shows why that isn't possible. */
export type HighlightSelection = (texts: Texts) => Promise<MenuOutcome>;

/** A new highlight for the selection in a document. */
interface NewHighlight {
  source: PageSource;
  tree: Document;
  change: HighlightChange;
  /** True if the page itself can show it. */
  isShown: boolean;
}

/** The message over the page, with its Undo button. */
interface PageMessage {
  message: string;
  undo?: () => Promise<unknown>;
}

export const highlightSelection: HighlightSelection = async (texts) => {
  setTexts(texts);
  const { session, unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "unreadable", type };
  }
  if (session) {
    session.highlightSelection();
  } else {
    void highlightSelected().then(showMessage);
  }
  return { kind: "begun" };
};

async function highlightSelected(): Promise<PageMessage> {
  if (ext.extension.inIncognitoContext) {
    return { message: t("highlightFailed_private") };
  }
  let source: PageSource = { title: "", byline: "" };
  const highlights = new PageHighlights(
    () => source,
    () => {},
    new AbortController().signal,
  );
  await highlights.load();
  const result = await required("pithShell")
    // Read now, because the core's detection is freed afterwards.
    .detect(required("pithCore"), (finding) => createHighlight(finding, highlights.all))
    .catch(() => null);
  if (result === null || "message" in result) {
    return result ?? { message: t("coreFailed") };
  }
  source = result.source;
  const failure = await highlights.change(result.change);
  if (failure) {
    return { message: t(`highlightFailed_${failure}`) };
  }
  clearSelection(result.tree);
  await ask("inject-passive-highlights").catch(() => {});
  return { message: t(result.isShown ? "highlighted" : "onPageInViews"), undo: () => highlights.undo() };
}

/** Returns the highlight for the selection; an error message if it can't be highlighted. */
function createHighlight(finding: Finding, existing: readonly StoredHighlight[]): NewHighlight | PageMessage {
  if (finding.kind === "failed") {
    const { title, text } = noArticleMessage(finding);
    return { message: `${title} ${text}` };
  }
  const text = runSync(pageText(finding.blocks));
  const selected = findSelection(finding, text);
  if (!selected) {
    return { message: t("onPageNowhere") };
  }
  const places = findQuotes(
    existing.map((highlight) => quoteOf(highlight, text)),
    text.nodeText.folded,
  );
  const merged = mergeOverlapping(
    selected.textRange,
    existing,
    (id) => places[existing.findIndex((other) => other.id === id)],
  );
  const textRange = merged?.textRange ?? selected.textRange;
  const anchors = anchorsOf(text, textRange);
  if (anchors.exact.length > maxQuoteLength) {
    return { message: t("highlightTooLong") };
  }
  const base = { id: newId(), created: new Date().toISOString(), isLost: false, ...merged?.first };
  const highlight = { ...base, color: colors[0], note: merged?.note ?? "", ...anchors };
  return {
    source: { title: finding.summary.title ?? "", byline: finding.summary.byline ?? "" },
    tree: selected.tree,
    change: { put: [highlight], remove: merged?.otherIds ?? [] },
    isShown: text.spansOf(textRange).every(({ startContainer }) => rootOf(startContainer) === document),
  };
}

/** Returns the selection, with its document; null if it isn't in the article's text. */
function findSelection({ blocks }: FoundDetection, text: ShownText): { tree: Document; textRange: TextRange } | null {
  const trees = [...blocks.styleRoots];
  const roots = trees.filter(isShadowRoot);
  const hasFocus = (tree: Document): boolean => Reflect.apply(Document.prototype.hasFocus, tree, []);
  // A selection in the focused frame takes precedence over one around the frame.
  const documents = [...new Set([document, ...trees.map(documentOf)])].toReversed();
  for (const tree of documents.toSorted((a, b) => Number(hasFocus(b)) - Number(hasFocus(a)))) {
    const range = rangeIn(tree, roots);
    const textRange = range && text.textRangeOf(range);
    if (textRange) {
      return { tree, textRange };
    }
  }
  return null;
}

/** Removes the last message. */
let lastMessage = new AbortController();

/** Shows a message over the page for a while. */
async function showMessage({ message, undo }: PageMessage): Promise<void> {
  const settings = await loadSettings();
  lastMessage.abort();
  const closing = new AbortController();
  lastMessage = closing;
  const { signal } = closing;
  const toast = new Toast();
  const onEscape = (): void => closing.abort();
  const addToastStyles = (shadow: ShadowRoot): void => addStyles(shadow, signal);
  const styles = "[data-theme]:has(> .toast) { display: contents; }";
  showOverPage({ kind: "highlighted", box: toast.box, styles, settings, onEscape, signal, prepare: addToastStyles });
  toast.show(message, undo ? { text: t("undo"), act: () => void undo() } : null);
  // The message closes automatically, or when its button is used.
  toast.box.addEventListener("toggle", ({ newState }) => newState === "closed" && closing.abort(), { signal });
}
