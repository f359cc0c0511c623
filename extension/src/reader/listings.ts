/** Listings: their language, and buttons that copy one and wrap its lines. */

import { drawing, element, whenPressed } from "../build.ts";
import { copy } from "../export/clipboard.ts";
import { locale, messageDirection, t } from "../ext.ts";

const sheets = "M9 9V5h10v10h-4M5 9h10v10H5z";
const tick = "M5 13l4 4L19 7";
const turn = "M4 6h16M4 12h13a3 3 0 0 1 0 6h-4m2-2l-2 2l2 2M4 18h5";

/** Ms for which a button says that it has copied. */
const saidFor = 2_000;

/** Puts every listing of a body in a frame with its language and buttons; a file of plain text is none. */
export function prepareListings(body: HTMLElement): void {
  for (const listing of body.querySelectorAll<HTMLElement>("pre")) {
    const isFile = listing.parentElement === body && body.childElementCount === 1;
    if (isFile || listing.parentElement?.closest("pre")) {
      continue;
    }
    const code = listing.querySelector("code");
    const language = /(?:^| )language-(\S+)/.exec(code?.className ?? "")?.[1];
    const frame = element("div", { class: "pith-listing", "data-language": language });
    listing.replaceWith(frame);
    frame.append(tools(listing), listing);
  }
}

function tools(listing: HTMLElement): HTMLElement {
  const copies = button(t("copyCode"), sheets);
  whenPressed(copies, async () => {
    // With the line end a shell would run what is pasted.
    const isCopied = await copy(listing.textContent.replace(/\n$/, ""), null);
    say(copies, t(isCopied ? "copied" : "notCopied"), isCopied ? tick : sheets);
    setTimeout(() => say(copies, t("copyCode"), sheets), saidFor);
  });
  const wraps = button(t("wrapCode"), turn);
  wraps.ariaPressed = "false";
  whenPressed(wraps, () => {
    wraps.ariaPressed = String(listing.classList.toggle("pith-wrapped"));
  });
  return element("div", { class: "pith-tools", lang: locale(), dir: messageDirection() }, wraps, copies);
}

function button(label: string, path: string): HTMLButtonElement {
  const made = element("button", { type: "button" });
  say(made, label, path);
  return made;
}

function say(button: HTMLButtonElement, label: string, path: string): void {
  button.ariaLabel = label;
  button.title = label;
  button.replaceChildren(drawing(path));
}
