/** Creates Pith's own nodes without markup. */

import { createElement, createElementNS } from "./nodes.ts";

/** Attributes of an element; see `element`. */
export type Attributes = { [name: string]: string | number | boolean | undefined };

/** Creates an element with attributes (`true`: present and empty, `false` or `undefined`: absent) and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = createElement(name) as HTMLElementTagNameMap[Name];
  setAttributes(created, attributes);
  created.append(...children);
  return created;
}

/**
 * Returns a style element for a shadow tree. Set by `textContent`, because only then Firefox treats it as a content script's,
 * which the page's CSP doesn't affect.
 */
export function styleElement(css: string): HTMLStyleElement {
  const created = element("style");
  created.textContent = css;
  return created;
}

/** Handles clicks of the user on a button that the page can reach, not clicks by scripts. */
export function onActivate(button: HTMLButtonElement, onClick: () => void): void {
  button.addEventListener("click", ({ isTrusted }) => {
    if (isTrusted) {
      onClick();
    }
  });
}

/** Returns a decorative line drawing on a 24 by 24 grid; the button's label has its meaning. */
export function svgIcon(path: string): SVGElement {
  const svg = svgElement("svg", {
    viewBox: "0 0 24 24",
    width: 24,
    height: 24,
    "aria-hidden": "true",
    focusable: "false",
  });
  svg.append(svgElement("path", { d: path }));
  return svg;
}

/** Returns an element of a drawing. */
export function svgElement(name: "svg" | "path", attributes: Attributes): SVGElement {
  const created = createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  setAttributes(created, attributes);
  return created;
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
