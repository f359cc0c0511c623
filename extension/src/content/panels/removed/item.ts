/** One item of the panel of removed parts: the start of its text, the reason for its removal, and its actions. */

import { element } from "../../../ui/build.ts";
import { button, chip, icon } from "../../../ui/components.ts";
import { Check } from "../../../ui/icons.ts";
import { t } from "../../../shared/ext.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { RemovedPart } from "./parts.ts";

/** Maximum characters of a part's text in the list, and in the names of its buttons. */
const maxChars = 200;
const nameLength = 60;

/** The site action for a correction: save it for the site, or delete it there. */
export interface SiteAction {
  text: string;
  /** Null if the correction can't be saved. The text then says why. */
  act: (() => void) | null;
}

interface ItemActions {
  /** Restores the part, or removes it if it was restored. */
  toggle(): void;
  /** Shows it on the page; null if nothing of it is visible. */
  showOnPage: (() => void) | null;
  site: SiteAction | null;
}

/** Creates the item of a part. */
export function createItem(part: RemovedPart, { toggle, showOnPage, site }: ItemActions): HTMLElement {
  const text = part.text.slice(0, maxChars);
  const start = text.slice(0, nameLength);
  const name = t(part.isRemoved ? "restore" : "undo");
  const actionButton = button(
    { variant: part.isRemoved ? "plain" : "link", small: true, name: "toggle", text: name },
    toggle,
  );
  actionButton.ariaLabel = `${name}: ${start}`;
  const details = element("div", { class: "row-details" });
  const item = element(
    "li",
    { class: "row", "data-leaf": part.leaves[0] },
    element("div", { class: "row-text", dir: "auto" }, text),
    details,
  );
  if (part.isRemoved) {
    item.append(actionButton);
  } else {
    item.classList.add("is-restored");
    details.append(
      element("span", { class: "done" }, icon(Check, "small"), t(part.isBySiteRule ? "restoredByRule" : "restored")),
    );
  }
  const reasonElement = part.reason && reasonDetails(part, showOnPage);
  if (part.isRemoved && part.reason && reasonElement) {
    const label = chip(reasonName(part.reason), () => {
      reasonElement.hidden = !reasonElement.hidden;
      label.ariaExpanded = String(!reasonElement.hidden);
    });
    label.ariaExpanded = "false";
    details.append(label);
    item.append(reasonElement);
  }
  if (!part.isRemoved || site) {
    const actionRow = element("div", { class: "row-buttons" });
    if (site?.act) {
      actionRow.append(button({ variant: "link", small: true, name: "save", text: site.text }, site.act));
    } else if (site) {
      actionRow.append(element("span", { class: "muted" }, site.text));
    }
    if (!part.isRemoved) {
      actionRow.append(actionButton);
    }
    item.append(actionRow);
  }
  return item;
}

/** Returns the reason for a part's removal, and the button that shows it on the page. */
function reasonDetails({ grounds, reason }: RemovedPart, showOnPage: ItemActions["showOnPage"]): HTMLElement {
  const name = reason ? reasonName(reason) : "";
  const text = grounds ? `${name} (${t("decided", t(`grounds_${grounds}`))})` : name;
  const node = element("div", { class: "row-reason", hidden: true }, element("span", {}, text));
  if (showOnPage) {
    node.append(button({ variant: "link", small: true, name: "show-on-page", text: t("showOnPage") }, showOnPage));
  }
  return node;
}
