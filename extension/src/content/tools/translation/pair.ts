/** A translation and its original: nodes of ours around the nodes of a block, which stay unchanged. */

import { element } from "../../../ui/build.ts";
import { ourLanguage } from "../../../shared/ext.ts";
import type { Unit } from "./units.ts";

/** Chromium moves nodes so that what has the focus in them keeps it. */
type Moving = Element & { moveBefore?(node: Node, before: Node | null): void };

/** Puts a translation before what it translates. `label`: what the button means that shows the original. */
export function pair({ nodes }: Unit, translation: readonly (Node | string)[], lang: string, label: string): void {
  const [first] = nodes;
  const shows = element("button", { ...ourLanguage(), type: "button", class: "pith-shows", "aria-label": label });
  shows.title = label;
  shows.ariaExpanded = "false";
  const translated = element("div", { class: "pith-translation", lang, dir: directionOf(lang) }, ...translation, shows);
  const original: Moving = element("div", { class: "pith-original" });
  const selected = selectionIn(nodes);
  first?.before(element("div", { class: "pith-pair" }, translated, original));
  move(nodes, original);
  selected?.();
}

/** Shows the original of a pair, or hides it. */
export function flip(pair: Element): void {
  const isOpen = pair.classList.toggle("pith-open");
  const shows = pair.querySelector(":scope > .pith-translation > .pith-shows");
  if (shows) {
    shows.ariaExpanded = String(isOpen);
  }
}

/** Takes the translation of a pair away, and gives the block its nodes back. */
export function unpair(pair: Element): void {
  const nodes = [...(pair.querySelector(":scope > .pith-original")?.childNodes ?? [])];
  const selected = selectionIn(nodes);
  for (const node of nodes) {
    const holder: Moving | null = pair.parentElement;
    if (holder) {
      moveTo(holder, node, pair);
    }
  }
  pair.remove();
  selected?.();
}

function move(nodes: readonly ChildNode[], to: Moving): void {
  for (const node of nodes) {
    moveTo(to, node, null);
  }
}

function moveTo(holder: Moving, node: Node, before: Node | null): void {
  if (holder.moveBefore && holder.isConnected && node.isConnected) {
    holder.moveBefore(node, before);
  } else {
    holder.insertBefore(node, before);
  }
}

/** Returns what selects again what is selected in some nodes, after they were moved; null where nothing is. */
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

/** Returns the direction in which a language is written. */
export function directionOf(lang: string): string {
  const known: Intl.Locale & { getTextInfo?(): { direction?: string } } = new Intl.Locale(lang);
  return known.getTextInfo?.().direction ?? "auto";
}
