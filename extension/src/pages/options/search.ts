/** The search on the settings page: shows what matches in all sections, in its place. */

import { t } from "../../shared/ext.ts";
import { number } from "../../shared/i18n/numbers.ts";

/** Elements that are shown or hidden as a whole: rows of settings, and panels. */
const units = ".card > *";

/**
 * Shows the elements that match every word of the field, in place. The titles of their group and section match too.
 * `found` receives the number of results. Returns a function that ends the search.
 */
export function followSearch(
  field: HTMLInputElement,
  found: HTMLElement,
  sections: readonly HTMLElement[],
): () => void {
  const show = (): void => {
    const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const has = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word));
    let count = 0;
    for (const section of sections) {
      const title = section.querySelector("h1")?.textContent ?? "";
      let isFound = false;
      for (const group of section.querySelectorAll(".group")) {
        const heading = `${title}\n${group.querySelector("h2")?.textContent ?? ""}`;
        const matching = [...group.querySelectorAll<HTMLElement>(units)].filter((unit) => {
          const isMatch = has(`${heading}\n${unit.textContent}`);
          unit.classList.toggle("unmatched", !isMatch);
          return isMatch && !unit.hidden;
        });
        group.classList.toggle("unmatched", matching.length === 0);
        isFound ||= matching.length > 0;
        count += matching.length;
      }
      section.classList.toggle("is-found", isFound);
    }
    document.body.classList.toggle("searching", words.length > 0);
    found.textContent =
      words.length === 0 ? "" : count === 0 ? t("settingsNothing") : t("settingsFound", number(count));
  };
  const end = (): void => {
    if (field.value !== "") {
      field.value = "";
      show();
    }
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      end();
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
  return end;
}
