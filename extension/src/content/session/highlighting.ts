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

/** Offers highlights in a view. Returns what highlights the selection, and what opens their panel. */
export function offerHighlights(session: Session): Pick<Highlighter, "mark" | "list"> {
  const { signal } = session;
  const passiveHighlights = shared("pithAtRest");
  passiveHighlights?.hide();
  signal.addEventListener("abort", () => passiveHighlights?.show());
  if (session.finding.kind === "failed") {
    return { mark: () => {}, list: () => {} };
  }
  let marking: Promise<Highlighter | undefined> | undefined;
  let made: Highlighter | undefined;
  // Before the view hears of keys.
  window.addEventListener("keydown", (event) => made?.press(event), { capture: true, signal });
  const attach = (): Promise<Highlighter | undefined> => {
    marking ??= load().then((marks) => {
      made = signal.aborted ? undefined : marks?.attach(session);
      return made;
    });
    return marking.catch(() => undefined);
  };
  const use = (name: "mark" | "list") => (): void => void attach().then((view) => view?.[name]());
  // In shadow trees a selection counts as collapsed, but as a range.
  const check = (tree: Document): void => {
    if (selection(tree)?.type === "Range") {
      void attach();
    }
  };
  // At the window: the reader keeps it from the document, where pages hear it.
  const hear = (tree: Document, view: EventTarget): void =>
    view.addEventListener("selectionchange", () => check(tree), { capture: true, signal });
  hear(document, window);
  requestAnimationFrame(async () => {
    await yieldToPage();
    if (signal.aborted) {
      return;
    }
    // In a private window those that were made on this page are nowhere else.
    if (session.highlightRoots || (ext.extension.inIncognitoContext && shared("pithMarks"))) {
      void attach();
    }
    for (const tree of framesOf(session)) {
      hear(tree, viewOf(tree));
      // Text may have been selected there since the view was opened.
      check(tree);
      onDocument<KeyboardEvent>("keydown", (event) => made?.press(event), signal, false, tree);
    }
  });
  return { mark: use("mark"), list: use("list") };
}

/** Returns the documents of the frames that hold text of the page. The core is asked only where there may be some. */
function framesOf({ finding, host }: Session): Document[] {
  const isOver = host.dataset.pith !== "reader" && elements("iframe, frame").length > 0;
  const trees = isOver && finding.kind === "found" ? [...finding.blocks.trees].map(documentOf) : [];
  return [...new Set(trees)].filter((tree) => tree !== document);
}

/** Returns where one left off on an earlier visit; null where that is not known. */
export async function resume(finding: Finding, signal: AbortSignal): Promise<SavedPosition | null> {
  const marks = await load().catch(() => undefined);
  return marks?.savedPosition(finding, signal) ?? null;
}

/** Brings the script for what is found again in the page's text: marks, and where one left off. */
async function load(): Promise<HighlightsScript | undefined> {
  if (!shared("pithMarks")) {
    await ask("highlights");
  }
  return shared("pithMarks");
}
