/** The search on the settings page: shows what matches in all sections, in its place. */

import { t } from "../../shared/ext.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";

/** Elements that are shown or hidden as a whole: rows of settings, and panels. */
const rowSelector = ".card > *";

/**
 * Shows the elements that match every word of the field, in place. The titles of their group and section match too.
 * `status` receives the number of results. Returns a function that ends the search.
 */
export function startSearch(
  field: HTMLInputElement,
  status: HTMLElement,
  sections: readonly HTMLElement[],
): () => void {
  const show = (): void => {
    const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const matchesAllWords = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word));
    let count = 0;
    for (const section of sections) {
      const title = section.querySelector("h1")?.textContent ?? "";
      let hasMatches = false;
      for (const group of section.querySelectorAll(".group")) {
        const heading = `${title}\n${group.querySelector("h2")?.textContent ?? ""}`;
        const matchingRows = [...group.querySelectorAll<HTMLElement>(rowSelector)].filter((row) => {
          const isMatch = matchesAllWords(`${heading}\n${row.textContent}`);
          row.classList.toggle("unmatched", !isMatch);
          return isMatch && !row.hidden;
        });
        group.classList.toggle("unmatched", matchingRows.length === 0);
        hasMatches ||= matchingRows.length > 0;
        count += matchingRows.length;
      }
      section.classList.toggle("is-found", hasMatches);
    }
    document.body.classList.toggle("searching", words.length > 0);
    status.textContent =
      words.length === 0 ? "" : count === 0 ? t("settingsNothing") : t("settingsFound", formatNumber(count));
  };
  const endSearch = (): void => {
    if (field.value !== "") {
      field.value = "";
      show();
    }
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      endSearch();
    }
  });
  addEventListener("keydown", (event) => {
    const isTyping = document.activeElement?.matches(
      "input:not([type=checkbox], [type=radio], [type=range]), textarea, select",
    );
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });
  return endSearch;
}
