/** The comments line in the controls of a view over the page itself. */

import { element } from "../../../ui/build.ts";
import type { Dock } from "../../views/dock.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { sanitize } from "../../dom/sanitize.ts";
import { whenVisible } from "../../dom/in-view.ts";
import { shared } from "../../../shared/state.ts";
import { loadDiscussion, restartable, hasThreads, findThreads } from "./threads.ts";
import { ask } from "../../../shared/requests.ts";

interface DockLine {
  node: HTMLElement;
  /** Finds the comments again after a new decision, once the end of the article comes into view. */
  renew(): void;
}

/** Creates the line. It stays empty until the end of the article comes into view, or if there are no comments. */
export function createDockLine(session: Session, finding: FoundDetection, { view }: Dock): DockLine {
  const node = element("div", { class: "pith-discussion" });
  const fill = async (signal: AbortSignal): Promise<void> => {
    const threads = await findThreads(finding);
    if (!hasThreads(threads) || signal.aborted || view === "reader") {
      return;
    }
    if (!("setHTML" in Element.prototype || shared("pithSanitizer"))) {
      await ask("load", { part: "sanitizer" });
    }
    const open = await loadDiscussion();
    if (!signal.aborted) {
      const bodyOf = (html: string): HTMLElement => element("div", {}, sanitize(html));
      open?.({ session, finding, line: node, view, threads, thread: null, bodyOf }, signal);
    }
  };
  const renew = restartable(session, finding, node, (signal) => {
    const leaf = finding.blocks.content.at(-1)?.leaves.at(-1);
    const lastElement = leaf === undefined ? null : finding.detection.element(leaf);
    if (lastElement) {
      whenVisible(lastElement, signal, () => void fill(signal).catch(console.error));
    }
  });
  return { node, renew };
}
