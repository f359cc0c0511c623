/**
 * Highlighting in an open view. Its script is loaded when text is selected, or after the first paint if the page has
 * highlights: most pages have none.
 */

import { ext } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { documentOf, elements, onDocument, selection, viewOf } from "../../ui/nodes.ts";
import type { SavedPosition, Highlighter, HighlightsScript } from "../panels/highlights/types.ts";
import type { Finding } from "./finding.ts";
import type { Session } from "./session.ts";
import { yieldToPage } from "../dom/yield-to-page.ts";
import { shared } from "../../shared/state.ts";

/** Offers highlights in a view. Returns functions that highlight the selection and open the panel. */
export function offerHighlights(session: Session): Pick<Highlighter, "highlightSelection" | "toggleList"> {
  const { signal } = session;
  const passiveHighlights = shared("pithAtRest");
  passiveHighlights?.hide();
  signal.addEventListener("abort", () => passiveHighlights?.show());
  if (session.finding.kind === "failed") {
    return { highlightSelection: () => {}, toggleList: () => {} };
  }
  let loading: Promise<Highlighter | undefined> | undefined;
  let highlighter: Highlighter | undefined;
  // Before the view handles keys.
  window.addEventListener("keydown", (event) => highlighter?.handleKey(event), { capture: true, signal });
  const attach = (): Promise<Highlighter | undefined> => {
    loading ??= loadHighlightsScript().then((script) => {
      highlighter = signal.aborted ? undefined : script?.attach(session);
      return highlighter;
    });
    return loading.catch(() => undefined);
  };
  const callWhenLoaded = (name: "highlightSelection" | "toggleList") => (): void =>
    void attach().then((view) => view?.[name]());
  // A selection in a shadow tree is reported as collapsed, but as a range.
  const check = (tree: Document): void => {
    if (selection(tree)?.type === "Range") {
      void attach();
    }
  };
  // On the window: Reader stops the event before the document, where pages listen.
  const listen = (tree: Document, view: EventTarget): void =>
    view.addEventListener("selectionchange", () => check(tree), { capture: true, signal });
  listen(document, window);
  requestAnimationFrame(async () => {
    await yieldToPage();
    if (signal.aborted) {
      return;
    }
    // In a private window, this page's highlights are stored nowhere else.
    if (session.highlightRoots || (ext.extension.inIncognitoContext && shared("pithMarks"))) {
      void attach();
    }
    for (const tree of framesOf(session)) {
      listen(tree, viewOf(tree));
      // Text may have been selected there after the view was opened.
      check(tree);
      onDocument<KeyboardEvent>("keydown", (event) => highlighter?.handleKey(event), signal, false, tree);
    }
  });
  return { highlightSelection: callWhenLoaded("highlightSelection"), toggleList: callWhenLoaded("toggleList") };
}

/** Returns the documents of frames with text of the page. The core is asked only if there may be some. */
function framesOf({ finding, host }: Session): Document[] {
  const isOverPage = host.dataset.pith !== "reader" && elements("iframe, frame").length > 0;
  const documents = isOverPage && finding.kind === "found" ? [...finding.blocks.styleRoots].map(documentOf) : [];
  return [...new Set(documents)].filter((tree) => tree !== document);
}

/** Returns the saved reading position; null if there is none. */
export async function loadSavedPosition(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null> {
  const script = await loadHighlightsScript().catch(() => undefined);
  return script?.savedPosition(finding, signal) ?? null;
}

/** Injects the script that finds highlights and reading positions in the page's text. */
async function loadHighlightsScript(): Promise<HighlightsScript | undefined> {
  if (!shared("pithMarks")) {
    await ask("inject-highlights");
  }
  return shared("pithMarks");
}
