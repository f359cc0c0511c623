/** Controls that several panels and pages share. */

import { type Attributes, drawing, element } from "./build.ts";
import { locale, messageDirection } from "../shared/ext.ts";

/** Returns a button with a text. `name`: its classes. */
export function textButton(text: string, act: () => void, name?: string): HTMLButtonElement {
  const made = element("button", { type: "button", class: name }, text);
  made.addEventListener("click", act);
  return made;
}

/** Returns a button with a line drawing. `name`: its class; `label`: its accessible name. */
export function drawnButton(name: string, label: string, path: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: name, "aria-label": label, title: label }, drawing(path));
  made.addEventListener("click", act);
  return made;
}

/** Returns a panel over a view in Pith's language. It takes the focus when shown, and closes with a click outside. */
export function dialogPanel(attributes: Attributes, ...children: (Node | string)[]): HTMLElement {
  const common = { popover: "auto", role: "dialog", tabindex: -1, autofocus: true };
  return element("div", { ...common, lang: locale(), dir: messageDirection(), ...attributes }, ...children);
}
