/** Adds the language and buttons to copy and wrap to code blocks. */

import { element, onActivate } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { copiedTimeout } from "../../../shared/timeouts.ts";
import { loaded } from "../../session/parts.ts";

/** Wraps every code block of a body in a frame with its language and buttons, except plain text files. */
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
    // With the line break at its end, a shell would run a pasted command.
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

/** Returns a button whose icon is drawn by the style sheet, so that the article's text stays unchanged. */
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
