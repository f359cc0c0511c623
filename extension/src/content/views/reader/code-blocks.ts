/** Adds the language and buttons to copy and wrap to code blocks. */

import { element, onActivate } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { copiedTimeout } from "../../../shared/timeouts.ts";
import { loadPart } from "../../session/parts.ts";

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
  const copyButton = button("pith-copies", t("copyCode"));
  onActivate(copyButton, async () => {
    // With the line break at its end, a shell would run a pasted command.
    const copy = await loadPart("copy");
    const isCopied = (await copy?.(codeBlock.textContent.replace(/\n$/, ""), null)) ?? false;
    setLabel(copyButton, t(isCopied ? "copied" : "copyFailed"), isCopied);
    setTimeout(() => setLabel(copyButton, t("copyCode"), false), copiedTimeout);
  });
  const wrapButton = button("pith-wraps", t("wrapCode"));
  wrapButton.ariaPressed = "false";
  onActivate(wrapButton, () => {
    wrapButton.ariaPressed = String(codeBlock.classList.toggle("pith-wrapped"));
  });
  return element("div", { class: "pith-tools", lang: locale(), dir: messageDirection() }, wrapButton, copyButton);
}

/** Returns a button whose icon is drawn by the style sheet, so that the article's text stays unchanged. */
function button(name: "pith-copies" | "pith-wraps", label: string): HTMLButtonElement {
  const created = element("button", { type: "button", class: name });
  setLabel(created, label, false);
  return created;
}

function setLabel(button: HTMLButtonElement, label: string, isDone: boolean): void {
  button.ariaLabel = label;
  button.title = label;
  button.classList.toggle("pith-done", isDone);
}
