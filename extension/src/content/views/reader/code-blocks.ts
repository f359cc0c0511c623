/** Listings: their language, and buttons that copy one and wrap its lines. */

import { element, whenPressed } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { shared } from "../../../shared/state.ts";
import { copiedTimeout } from "../../../shared/timeouts.ts";

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
  const copies = button("pith-copies", t("copyCode"));
  whenPressed(copies, async () => {
    // With the line end a shell would run what is pasted.
    if (!shared("pithCopy")) {
      await ask("load", { part: "copying" }).catch(console.error);
    }
    const isCopied = (await shared("pithCopy")?.(listing.textContent.replace(/\n$/, ""), null)) ?? false;
    say(copies, t(isCopied ? "copied" : "copyFailed"), isCopied);
    setTimeout(() => say(copies, t("copyCode"), false), copiedTimeout);
  });
  const wraps = button("pith-wraps", t("wrapCode"));
  wraps.ariaPressed = "false";
  whenPressed(wraps, () => {
    wraps.ariaPressed = String(listing.classList.toggle("pith-wrapped"));
  });
  return element("div", { class: "pith-tools", lang: locale(), dir: messageDirection() }, wraps, copies);
}

/** Returns a button whose sign is drawn by the sheet: nothing of ours is in the article's text. */
function button(name: "pith-copies" | "pith-wraps", label: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: name });
  say(made, label, false);
  return made;
}

function say(button: HTMLButtonElement, label: string, isDone: boolean): void {
  button.ariaLabel = label;
  button.title = label;
  button.classList.toggle("pith-done", isDone);
}
