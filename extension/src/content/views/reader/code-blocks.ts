/** Gives code blocks their language and buttons that copy and wrap them. */

import { element, onActivate } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { copiedTimeout } from "../../../shared/timeouts.ts";
import { loaded } from "../../session/parts.ts";

/** Puts every code block of a body in a frame with its language and buttons; a file of plain text is none. */
export function prepareCodeBlocks(body: HTMLElement): void {
  for (const codeBlock of body.querySelectorAll<HTMLElement>("pre")) {
    const isFile = codeBlock.parentElement === body && body.childElementCount === 1;
    if (isFile || codeBlock.parentElement?.closest("pre")) {
      continue;
    }
    const code = codeBlock.querySelector("code");
    const language = /(?:^| )language-(\S+)/.exec(code?.className ?? "")?.[1];
    const frame = element("div", { class: "pith-listing", "data-language": language });
    codeBlock.replaceWith(frame);
    frame.append(tools(codeBlock), codeBlock);
  }
}

function tools(codeBlock: HTMLElement): HTMLElement {
  const copies = button("pith-copies", t("copyCode"));
  onActivate(copies, async () => {
    // With the line end a shell would run what is pasted.
    const copy = await loaded("copy");
    const isCopied = (await copy?.(codeBlock.textContent.replace(/\n$/, ""), null)) ?? false;
    setLabel(copies, t(isCopied ? "copied" : "copyFailed"), isCopied);
    setTimeout(() => setLabel(copies, t("copyCode"), false), copiedTimeout);
  });
  const wraps = button("pith-wraps", t("wrapCode"));
  wraps.ariaPressed = "false";
  onActivate(wraps, () => {
    wraps.ariaPressed = String(codeBlock.classList.toggle("pith-wrapped"));
  });
  return element("div", { class: "pith-tools", lang: locale(), dir: messageDirection() }, wraps, copies);
}

/** Returns a button whose sign is drawn by the sheet: nothing of ours is in the article's text. */
function button(name: "pith-copies" | "pith-wraps", label: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: name });
  setLabel(made, label, false);
  return made;
}

function setLabel(button: HTMLButtonElement, label: string, isDone: boolean): void {
  button.ariaLabel = label;
  button.title = label;
  button.classList.toggle("pith-done", isDone);
}
