/** A translation and its original: wrappers around the nodes of a block, which stay unchanged. */

import { element } from "../../../ui/build.ts";
import { languageAttributes } from "../../../shared/ext.ts";
import type { TranslationUnit } from "./units.ts";

/** Chromium's `moveBefore` keeps the focus in moved nodes. */
type MovableElement = Element & { moveBefore?(node: Node, before: Node | null): void };

/** Inserts a translation before its original. `label`: label of the button that shows the original. */
export function insertPair(
  { nodes }: TranslationUnit,
  translation: readonly (Node | string)[],
  lang: string,
  label: string,
): void {
  const [first] = nodes;
  const showButton = element("button", {
    ...languageAttributes(),
    type: "button",
    class: "pith-shows",
    "aria-label": label,
  });
  showButton.title = label;
  showButton.ariaExpanded = "false";
  const translationElement = element(
    "div",
    { class: "pith-translation", lang, dir: directionOf(lang) },
    ...translation,
    showButton,
  );
  const originalElement: MovableElement = element("div", { class: "pith-original" });
  const restoreSelection = saveSelectionIn(nodes);
  first?.before(element("div", { class: "pith-pair" }, translationElement, originalElement));
  moveNodes(nodes, originalElement);
  restoreSelection?.();
}

/** Shows or hides the original of a pair. */
export function toggleOriginal(pair: Element): void {
  const isOpen = pair.classList.toggle("pith-open");
  const showButton = pair.querySelector(":scope > .pith-translation > .pith-shows");
  if (showButton) {
    showButton.ariaExpanded = String(isOpen);
  }
}

/** Removes the translation of a pair, and returns the nodes to the block. */
export function removePair(pair: Element): void {
  const nodes = [...(pair.querySelector(":scope > .pith-original")?.childNodes ?? [])];
  const restoreSelection = saveSelectionIn(nodes);
  for (const node of nodes) {
    const parent: MovableElement | null = pair.parentElement;
    if (parent) {
      insertNode(parent, node, pair);
    }
  }
  pair.remove();
  restoreSelection?.();
}

function moveNodes(nodes: readonly ChildNode[], parent: MovableElement): void {
  for (const node of nodes) {
    insertNode(parent, node, null);
  }
}

function insertNode(parent: MovableElement, node: Node, before: Node | null): void {
  if (parent.moveBefore && parent.isConnected && node.isConnected) {
    parent.moveBefore(node, before);
  } else {
    parent.insertBefore(node, before);
  }
}

/** Returns a function that restores the selection in some nodes after they have moved; null if there is none. */
function saveSelectionIn(nodes: readonly Node[]): (() => void) | null {
  const selection = getSelection();
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || isCollapsed !== false) {
    return null;
  }
  const isAffected = nodes.some((node) => node.contains(anchorNode) || node.contains(focusNode));
  return isAffected
    ? (): void => selection.setBaseAndExtent(anchorNode, anchorOffset ?? 0, focusNode, focusOffset ?? 0)
    : null;
}

/** Returns the direction of a language. */
export function directionOf(lang: string): string {
  const locale: Intl.Locale & { getTextInfo?(): { direction?: string } } = new Intl.Locale(lang);
  return locale.getTextInfo?.().direction ?? "auto";
}
