/**
 * Highlights the selection from the browser's menu. Without a view, the page itself shows the highlight; see
 * passive.ts.
 */

import { addStyles, Toast } from "../../../ui/components.ts";
import { documentOf, isShadowRoot, rootOf, selectedIn as rangeIn, unselect } from "../../../ui/nodes.ts";
import { colors, maxQuoteLength, newId, type StoredHighlight } from "../../../shared/highlights/highlight.ts";
import { ext, type Texts, t, setTexts } from "../../../shared/ext.ts";
import type { MenuOutcome } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import { load } from "../../../shared/settings/settings.ts";
import { required } from "../../../shared/state.ts";
import { message } from "../../session/no-article.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import { runSync } from "../../dom/time-slicing.ts";
import { showOverPage } from "../over-page.ts";
import { anchor, type Stretch } from "./anchoring.ts";
import { anchorsOf, quoteOf } from "./anchors.ts";
import { mergeOverlapping } from "./joined.ts";
import { type HighlightChange, PageHighlights } from "./page-highlights.ts";
import { pageText, type ShownText } from "./shown-text.ts";

/** Highlights the selection, or shows why that isn't possible. */
export type HighlightSelection = (texts: Texts) => Promise<MenuOutcome>;

/** A new highlight for the selection in a document. */
interface NewHighlight {
  title: string;
  tree: Document;
  change: HighlightChange;
  /** True if the page itself can show it. */
  isShown: boolean;
}

/** The message over the page, with its Undo button. */
interface Result {
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
    session.mark();
  } else {
    void highlighted().then(say);
  }
  return { kind: "begun" };
};

async function highlighted(): Promise<Result> {
  if (ext.extension.inIncognitoContext) {
    return { message: t("highlightFailed_private") };
  }
  let title = "";
  const highlights = new PageHighlights(
    () => title,
    () => {},
    new AbortController().signal,
  );
  await highlights.load();
  const made = await required("pithShell")
    // Read now, because the core's detection is freed afterwards.
    .look(required("pithCore"), (finding) => make(finding, highlights.all))
    .catch(() => null);
  if (made === null || "message" in made) {
    return made ?? { message: t("coreFailed") };
  }
  title = made.title;
  const failure = await highlights.change(made.change);
  if (failure) {
    return { message: t(`highlightFailed_${failure}`) };
  }
  unselect(made.tree);
  await ask("inject-passive-highlights").catch(() => {});
  return { message: t(made.isShown ? "highlighted" : "onPageInViews"), undo: () => highlights.undo() };
}

/** Returns the highlight for the selection; an error message if it can't be highlighted. */
function make(finding: Finding, all: readonly StoredHighlight[]): NewHighlight | Result {
  if (finding.kind === "failed") {
    const { title, text } = message(finding);
    return { message: `${title} ${text}` };
  }
  const text = runSync(pageText(finding.blocks));
  const selected = selectedIn(finding, text);
  if (!selected) {
    return { message: t("onPageNowhere") };
  }
  const places = anchor(
    all.map((highlight) => quoteOf(highlight, text)),
    text.text.folded,
  );
  const joined = mergeOverlapping(selected.stretch, all, (id) => places[all.findIndex((one) => one.id === id)]);
  const stretch = joined?.stretch ?? selected.stretch;
  const anchors = anchorsOf(text, stretch);
  if (anchors.exact.length > maxQuoteLength) {
    return { message: t("highlightTooLong") };
  }
  const own = { id: newId(), created: new Date().toISOString(), isLost: false, ...joined?.first };
  const highlight = { ...own, color: colors[0], note: joined?.note ?? "", ...anchors };
  return {
    title: finding.summary.title ?? "",
    tree: selected.tree,
    change: { put: [highlight], remove: joined?.others ?? [] },
    isShown: text.spansOf(stretch).every(({ startContainer }) => rootOf(startContainer) === document),
  };
}

/** Returns the selection, with its document; null if it isn't in the article's text. */
function selectedIn({ blocks }: FoundDetection, text: ShownText): { tree: Document; stretch: Stretch } | null {
  const trees = [...blocks.trees];
  const roots = trees.filter(isShadowRoot);
  const hasFocus = (tree: Document): boolean => Reflect.apply(Document.prototype.hasFocus, tree, []);
  // A selection in the focused frame takes precedence over one around the frame.
  const documents = [...new Set([document, ...trees.map(documentOf)])].toReversed();
  for (const tree of documents.toSorted((a, b) => Number(hasFocus(b)) - Number(hasFocus(a)))) {
    const range = rangeIn(tree, roots);
    const stretch = range && text.stretchOf(range);
    if (stretch) {
      return { tree, stretch };
    }
  }
  return null;
}

/** Removes the last message. */
let last = new AbortController();

/** Shows a message over the page for a while. */
async function say({ message, undo }: Result): Promise<void> {
  const settings = await load();
  last.abort();
  const over = new AbortController();
  last = over;
  const { signal } = over;
  const shown = new Toast();
  const onEscape = (): void => over.abort();
  const prepare = (shadow: ShadowRoot): void => addStyles(shadow, signal);
  const styles = "[data-theme]:has(> .toast) { display: contents; }";
  showOverPage({ kind: "highlighted", box: shown.box, styles, settings, onEscape, signal, prepare });
  shown.say(message, undo ? { text: t("undo"), act: () => void undo() } : null);
  // The message closes automatically, or when its button is used.
  shown.box.addEventListener("toggle", ({ newState }) => newState === "closed" && over.abort(), { signal });
}
