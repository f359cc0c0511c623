/** Three hints in the article of the sample page in Reader. A dismissed hint doesn't appear again. */

import { t } from "../../shared/ext.ts";
import { element, styleElement } from "../../ui/build.ts";
import { icon } from "../../ui/components.ts";
import { X } from "../../ui/icons.ts";

const texts = {
  text: () => t("welcomeHintText", t("toolText")),
  select: () => t("welcomeHintSelect"),
  removed: () => t("welcomeHintRemoved"),
};

type Hint = keyof typeof texts;

const hintStyles = `:host { all: initial; display: block }
div { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 8px 8px 8px 16px;
  padding-inline: 16px 8px; border: 1px solid; border-radius: 12px; color: inherit;
  font: 14px/20px system-ui, sans-serif }
button { all: unset; display: grid; place-items: center; flex: none; inline-size: 32px; block-size: 32px; border-radius: 6px;
  cursor: pointer }
button:focus-visible { outline: 2px solid; outline-offset: 2px }
svg { inline-size: 18px; block-size: 18px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round }`;

const storageKey = (hint: Hint): string => `hint ${hint}`;

function hintNode(hint: Hint): HTMLElement {
  const node = element("div", { "data-hint": hint });
  const root = node.attachShadow({ mode: "open" });
  const close = element("button", { type: "button", "aria-label": t("close") });
  close.append(icon(X));
  close.addEventListener("click", () => {
    localStorage.setItem(storageKey(hint), "dismissed");
    node.remove();
  });
  root.append(styleElement(hintStyles), element("div", { role: "note" }, texts[hint](), close));
  // In the article's text color for every theme. The article's own styles are important.
  node.style.setProperty("color", "inherit", "important");
  node.style.setProperty("margin-block", "16px", "important");
  return node;
}

/** Inserts the hints whenever Reader shows the article. */
export function showHints(): void {
  const insertHints = (): void => {
    const body = document.querySelector("[data-pith=reader] > article .pith-body");
    if (!body || body.querySelector("[data-hint]")) {
      return;
    }
    const paragraphs = body.querySelectorAll("p");
    const places: [Hint, (node: HTMLElement) => void][] = [
      ["text", (node) => paragraphs[0]?.before(node)],
      ["select", (node) => paragraphs[1]?.before(node)],
      ["removed", (node) => paragraphs[paragraphs.length - 1]?.after(node)],
    ];
    for (const [hint, insert] of places) {
      if (localStorage.getItem(storageKey(hint)) === null) {
        insert(hintNode(hint));
      }
    }
  };
  new MutationObserver(insertHints).observe(document.documentElement, { childList: true, subtree: true });
}
