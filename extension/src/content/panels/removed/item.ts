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
  press(): void;
  /** Shows it on the page; null if nothing of it is visible. */
  where: (() => void) | null;
  site: SiteAction | null;
}

/** Creates the item of a part. */
export function itemOf(part: RemovedPart, { press, where, site }: ItemActions): HTMLElement {
  const text = part.text.slice(0, maxChars);
  const start = text.slice(0, nameLength);
  const name = t(part.isOut ? "restore" : "undo");
  const act = button({ look: part.isOut ? "plain" : "link", small: true, name: "act", text: name }, press);
  act.ariaLabel = `${name}: ${start}`;
  const sub = element("div", { class: "row-sub" });
  const item = element(
    "li",
    { class: "row", "data-leaf": part.leaves[0] },
    element("div", { class: "row-text", dir: "auto" }, text),
    sub,
  );
  if (part.isOut) {
    item.append(act);
  } else {
    item.classList.add("is-restored");
    sub.append(
      element("span", { class: "done" }, icon(Check, "small"), t(part.isBySiteRule ? "restoredByRule" : "restored")),
    );
  }
  const why = part.reason && whyOf(part, where);
  if (part.isOut && part.reason && why) {
    const label = chip(reasonName(part.reason), () => {
      why.hidden = !why.hidden;
      label.ariaExpanded = String(!why.hidden);
    });
    label.ariaExpanded = "false";
    sub.append(label);
    item.append(why);
  }
  if (!part.isOut || site) {
    const acts = element("div", { class: "row-acts" });
    if (site?.act) {
      acts.append(button({ look: "link", small: true, name: "save", text: site.text }, site.act));
    } else if (site) {
      acts.append(element("span", { class: "muted" }, site.text));
    }
    if (!part.isOut) {
      acts.append(act);
    }
    item.append(acts);
  }
  return item;
}

/** Returns the reason for a part's removal, and the button that shows it on the page. */
function whyOf({ grounds, reason }: RemovedPart, where: ItemActions["where"]): HTMLElement {
  const name = reason ? reasonName(reason) : "";
  const says = grounds ? `${name} (${t("decided", t(`grounds_${grounds}`))})` : name;
  const node = element("div", { class: "row-why", hidden: true }, element("span", {}, says));
  if (where) {
    node.append(button({ look: "link", small: true, name: "where", text: t("showOnPage") }, where));
  }
  return node;
}
