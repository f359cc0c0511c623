/** Building our own nodes without markup. */

import { createElement, createElementNS } from "./nodes.ts";

/** Attributes of an element; see `element`. */
export type Attributes = { [name: string]: string | number | boolean | undefined };

/** Makes an element with attributes (`true`: present and empty, `false` or `undefined`: absent) and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = createElement(name) as HTMLElementTagNameMap[Name];
  set(made, attributes);
  made.append(...children);
  return made;
}

/**
 * Returns the style of a shadow tree. By `textContent`: only so does Firefox take it for a content script's, which the
 * page's CSP does not bind.
 */
export function style(css: string): HTMLStyleElement {
  const made = element("style");
  made.textContent = css;
  return made;
}

/** Acts when the user presses a button that stands within the page's reach, not when a script does. */
export function onActivate(button: HTMLButtonElement, act: () => void): void {
  button.addEventListener("click", ({ isTrusted }) => {
    if (isTrusted) {
      act();
    }
  });
}

/** Returns a line drawing on a 24 by 24 grid, for the eye only: what it means stands in the button's label. */
export function drawing(path: string): SVGElement {
  const svg = vector("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", focusable: "false" });
  svg.append(vector("path", { d: path }));
  return svg;
}

/** Returns an element of a drawing. */
export function vector(name: "svg" | "path", attributes: Attributes): SVGElement {
  const made = createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  set(made, attributes);
  return made;
}

function set(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
