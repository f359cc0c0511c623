/** A translation and its original: wrappers around the nodes of a block, which stay unchanged. */

import { element } from "../../../ui/build.ts";
import { ourLanguage } from "../../../shared/ext.ts";
import type { Unit } from "./units.ts";

/** Chromium's `moveBefore` keeps the focus in moved nodes. */
type MovableElement = Element & { moveBefore?(node: Node, before: Node | null): void };

/** Inserts a translation before its original. `label`: label of the button that shows the original. */
export function pair({ nodes }: Unit, translation: readonly (Node | string)[], lang: string, label: string): void {
  const [first] = nodes;
  const shows = element("button", { ...ourLanguage(), type: "button", class: "pith-shows", "aria-label": label });
  shows.title = label;
  shows.ariaExpanded = "false";
  const translated = element("div", { class: "pith-translation", lang, dir: directionOf(lang) }, ...translation, shows);
  const original: MovableElement = element("div", { class: "pith-original" });
  const selected = selectionIn(nodes);
  first?.before(element("div", { class: "pith-pair" }, translated, original));
  move(nodes, original);
  selected?.();
}

/** Shows or hides the original of a pair. */
export function flip(pair: Element): void {
  const isOpen = pair.classList.toggle("pith-open");
  const shows = pair.querySelector(":scope > .pith-translation > .pith-shows");
  if (shows) {
    shows.ariaExpanded = String(isOpen);
  }
}

/** Removes the translation of a pair, and returns the nodes to the block. */
export function unpair(pair: Element): void {
  const nodes = [...(pair.querySelector(":scope > .pith-original")?.childNodes ?? [])];
  const selected = selectionIn(nodes);
  for (const node of nodes) {
    const holder: MovableElement | null = pair.parentElement;
    if (holder) {
      moveTo(holder, node, pair);
    }
  }
  pair.remove();
  selected?.();
}

function move(nodes: readonly ChildNode[], to: MovableElement): void {
  for (const node of nodes) {
    moveTo(to, node, null);
  }
}

function moveTo(holder: MovableElement, node: Node, before: Node | null): void {
  if (holder.moveBefore && holder.isConnected && node.isConnected) {
    holder.moveBefore(node, before);
  } else {
    holder.insertBefore(node, before);
  }
}

/** Returns a function that restores the selection in some nodes after they have moved; null if there is none. */
function selectionIn(nodes: readonly Node[]): (() => void) | null {
  const selection = getSelection();
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || isCollapsed !== false) {
    return null;
  }
  const isIn = nodes.some((node) => node.contains(anchorNode) || node.contains(focusNode));
  return isIn
    ? (): void => selection.setBaseAndExtent(anchorNode, anchorOffset ?? 0, focusNode, focusOffset ?? 0)
    : null;
}

/** Returns the direction of a language. */
export function directionOf(lang: string): string {
  const known: Intl.Locale & { getTextInfo?(): { direction?: string } } = new Intl.Locale(lang);
  return known.getTextInfo?.().direction ?? "auto";
}
