/** One item of the panel of removed parts: where the part is, how it begins, why it was removed, and its buttons. */

import { element, onActivate } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { PageDrawing } from "./thumbnail.ts";
import type { RemovedPart } from "./parts.ts";

/** Characters of a part's text that are listed. */
const words = 200;

interface ItemActions {
  /** Brings the part back or takes it out. */
  press(): void;
  /** Shows it on the page; null where that shows nothing of it. */
  where: (() => void) | null;
}

/** Returns the item of a part. */
export function itemOf(part: RemovedPart, page: PageDrawing, { press, where }: ItemActions): HTMLElement {
  const text = part.text.slice(0, words);
  const name = t(part.isOut ? "trayKeep" : "trayDrop");
  const start = text.slice(0, 60);
  const button = element("button", { type: "button", class: "pith-do", "aria-label": `${name}: ${start}` }, name);
  onActivate(button, press);
  const says = element("div", { class: "pith-says" });
  if (part.reason) {
    says.append(element("strong", {}, reasonName(part.reason)), groundsOf(part), " ");
  }
  if (part.isRemembered) {
    says.append(element("strong", {}, t("trayRemembered")), " ");
  }
  says.append(element("span", { class: "pith-text", dir: "auto" }, text));
  const item = element(
    "li",
    { "data-leaf": part.leaves[0] },
    placeOf(page.of(part.blocks), start, where),
    says,
    button,
  );
  item.classList.toggle("pith-back", !part.isOut && (part.reason !== null || part.isRemembered === true));
  return item;
}

/** Returns the drawing, as a button that leads to the part where there is something to be seen of it. */
function placeOf(face: Element, start: string, where: ItemActions["where"]): Element {
  if (!where) {
    return face;
  }
  const label = t("trayShow");
  const names = { "aria-label": `${label}: ${start}`, title: label };
  const button = element("button", { type: "button", class: "pith-where", ...names }, face);
  onActivate(button, where);
  return button;
}

/** Returns the evidence that decided. */
function groundsOf({ grounds }: RemovedPart): string {
  return grounds ? ` (${t("decided", t(`grounds_${grounds}`))})` : "";
}
