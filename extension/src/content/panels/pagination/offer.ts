/** The label of the button that loads next pages. */

import { t } from "../../../shared/ext.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";

/** Returns the label for `count` pages, starting at page `first`. */
export function nextPagesLabel(first: number, count: number): string {
  return count > 1
    ? t("pagesAdd", formatNumber(first), formatNumber(first + count - 1))
    : t("pageAdd", formatNumber(first));
}
