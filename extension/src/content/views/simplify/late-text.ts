/** Detects again if paragraphs load below those of the article after Simplify was opened, as some translations do. */

import { isElement, localName, previousElement, rootElement, textContent } from "../../../ui/nodes.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { lateParagraphDebounce } from "../../../shared/timeouts.ts";

/** Fewer paragraphs may be ads. Translations appear below every visible paragraph. */
const minNewParagraphs = 3;

/** Maximum number of detections per page. After that, new paragraphs stay hidden. */
const maxDetections = 5;

let detections = 0;

/** Runs detection again if new paragraphs have been added, each below one of the same kind. */
export function watchLateText({ signal, redetect }: Session, { blocks, detection }: FoundDetection): void {
  const kept = new Set(
    blocks.content.map(({ leaves: [leaf] }) => (leaf === undefined ? null : detection.element(leaf))),
  );
  const lateNodes = new Set<Node>();
  let timer = 0;
  const isLate = (node: Node): boolean => {
    const previous = isElement(node) && textContent(node)?.trim() ? previousElement(node) : null;
    return previous !== null && kept.has(previous) && localName(previous) === localName(node as Element);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of [...addedNodes].filter(isLate)) {
        lateNodes.add(node);
      }
    }
    if (lateNodes.size >= minNewParagraphs && detections < maxDetections) {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        detections += 1;
        redetect();
      }, lateParagraphDebounce);
    }
  });
  observer.observe(rootElement(), { subtree: true, childList: true });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}
