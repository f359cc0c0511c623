/** Common parts of the extension's pages. */

import { locale, messageDirection } from "../shared/ext.ts";
import { element } from "../ui/build.ts";

/** Sets the language, direction, and title of the page (its own if none is given). Its colors follow the system. */
export function describePage(title: string | null = null): void {
  const root = document.documentElement;
  root.lang = locale();
  root.dir = messageDirection();
  document.title = title ?? document.title;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = (): void => {
    root.dataset.theme = dark.matches ? "dark" : "light";
  };
  applyTheme();
  dark.addEventListener("change", applyTheme);
}

/** Returns a card with rows, below a title. `name`: its class. */
export function group(name: string, title: string | Node | null, ...rows: (Node | string)[]): HTMLElement {
  const head = title === null ? [] : [element("div", { class: "group-head" }, element("h2", {}, title))];
  return element("section", { class: `group ${name}` }, ...head, element("div", { class: "card" }, ...rows));
}
