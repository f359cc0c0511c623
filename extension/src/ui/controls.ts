/** Controls that several panels and pages share. */

import { type Attributes, svgIcon, element } from "./build.ts";
import { locale, messageDirection } from "../shared/ext.ts";

/** Returns a button with a text. `name`: its classes. */
export function textButton(text: string, onClick: () => void, name?: string): HTMLButtonElement {
  const created = element("button", { type: "button", class: name }, text);
  created.addEventListener("click", onClick);
  return created;
}

/** Returns a button with a line drawing. `name`: its class; `label`: its accessible name. */
export function iconButton(name: string, label: string, path: string, onClick: () => void): HTMLButtonElement {
  const created = element("button", { type: "button", class: name, "aria-label": label, title: label }, svgIcon(path));
  created.addEventListener("click", onClick);
  return created;
}

/** Returns a panel over a view in Pith's language. It takes the focus when shown, and closes with a click outside. */
export function dialogPanel(attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const common = { popover: "auto", role: "dialog", tabindex: -1, autofocus: true };
  return element("div", { ...common, lang: locale(), dir: messageDirection(), ...attributes }, ...children);
}
