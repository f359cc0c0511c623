/** The card of a clicked part in Inspect: its first words, why it was removed, and its actions. */

import { element, styleElement } from "../../../ui/build.ts";
import { button, chip, addStyles, sheet } from "../../../ui/components.ts";
import { Undo2, X } from "../../../ui/icons.ts";
import { moveTo, visualViewportBox } from "../../../ui/popover.ts";
import { t } from "../../../shared/ext.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { Grounds, Reason } from "../../../shared/core.ts";
import { provide } from "../../session/parts.ts";
import styles from "./card.css";

/** A clicked part. */
interface ClickedPart {
  text: string;
  /** Null for a part of the article. */
  reason: Reason | null;
  grounds: Grounds | null;
  /** Its box in viewport coordinates. */
  box: DOMRect;
  /** Restores or removes the part. */
  change(): void;
  /** Opens the panel of removed parts at the part; null for a part of the article. */
  list: (() => void) | null;
}

/** Maximum characters shown of a part's text. */
const maxTextChars = 240;

const cards = new WeakMap<ShadowRoot, HTMLElement>();

function openCard(shadow: ShadowRoot, signal: AbortSignal, part: ClickedPart): void {
  const { text, reason, grounds, box, change, list } = part;
  if (!cards.has(shadow)) {
    addStyles(shadow, signal);
    shadow.append(styleElement(styles));
  }
  cards.get(shadow)?.remove();
  const close = (): void => node.hidePopover();
  const closeAndChange = (): void => {
    close();
    change();
  };
  const name = reason ? reasonName(reason) : t("inspectArticle");
  const reasonLine =
    reason && grounds ? [element("p", { class: "reason" }, t("decided", t(`grounds_${grounds}`)))] : [];
  const { node } = sheet({
    title: name,
    placement: "middle",
    name: "card",
    body: [element("p", { class: "quote", dir: "auto" }, text.slice(0, maxTextChars)), ...reasonLine],
    footer: [
      reason
        ? button(
            { variant: "primary", small: true, name: "restore", icon: Undo2, flip: true, text: t("restore") },
            closeAndChange,
          )
        : button({ variant: "plain", small: true, name: "remove", icon: X, text: t("remove") }, closeAndChange),
      ...(list
        ? [
            button({ variant: "quiet", small: true, name: "list", text: t("showInList") }, () => {
              close();
              list();
            }),
          ]
        : []),
    ],
  });
  node.querySelector("h2")?.replaceChildren(chip(name));
  cards.set(shadow, node);
  shadow.querySelector("dialog")?.append(node);
  node.showPopover();
  if (shadow.querySelector<HTMLElement>("dialog")?.dataset.room !== "narrow") {
    positionCard(node, box);
  }
  node.querySelector<HTMLElement>(".foot .btn")?.focus({ preventScroll: true });
}

/** Px between the card and the part. */
const gap = 12;

/** Places the card below a part if there is room, otherwise above it, and always in the visible part of the window. */
function positionCard(node: HTMLElement, box: DOMRect): void {
  node.style.inset = "auto";
  const { width, height } = node.getBoundingClientRect();
  const below = box.bottom + gap;
  const isBelow = below + height <= visualViewportBox().bottom - gap;
  moveTo(node, box.right - width, isBelow ? below : box.top - gap - height, gap);
}

declare module "../../session/parts.ts" {
  interface Provided {
    "inspect-card": typeof openCard;
  }
}

provide("inspect-card", openCard);
