/** What all pages of the extension have in common. */

import { locale, messageDirection } from "../shared/ext.ts";

/** Says in which language and direction the page is, and its title where its markup has none. */
export function describePage(title: string | null = null): void {
  const root = document.documentElement;
  root.lang = locale();
  root.dir = messageDirection();
  document.title = title ?? document.title;
}
