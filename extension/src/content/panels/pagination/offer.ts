/** The label of the button that loads next pages. */

import { t } from "../../../shared/ext.ts";
import { number } from "../../../shared/i18n/numbers.ts";

/** Returns the label for `count` pages, starting at page `first`. */
export function offer(first: number, count: number): string {
  return count > 1 ? t("pagesAdd", number(first), number(first + count - 1)) : t("pageAdd", number(first));
}
