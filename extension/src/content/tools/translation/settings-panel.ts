/** The translation panel: source and target language, and where the original is shown. */

import { element } from "../../../ui/build.ts";
import { dialogPanel } from "../../../ui/controls.ts";
import { t } from "../../../shared/ext.ts";
import { languageName } from "../read-aloud/voices.ts";
import { availability, languages, type Pair } from "./browser.ts";
import { type OriginalPlace, places } from "./preferences.ts";

/** Callbacks of the panel. */
interface Changes {
  source(lang: string): void;
  target(lang: string): void;
  original(place: OriginalPlace): void;
}

const labels = {
  below: "translationBelow",
  beside: "translationBeside",
  press: "translationPress",
} as const satisfies Record<OriginalPlace, string>;

export class TranslationPanel {
  readonly node: HTMLElement;
  readonly #source = element("select", { id: "source" });
  readonly #target = element("select", { id: "target" });
  readonly #places: Map<OriginalPlace, HTMLInputElement>;

  constructor(changes: Changes) {
    this.#source.addEventListener("change", () => changes.source(this.#source.value));
    this.#target.addEventListener("change", () => changes.target(this.#target.value));
    this.#places = new Map(
      places.map((place) => [place, element("input", { type: "radio", name: "original", value: place })]),
    );
    const choices = [...this.#places].map(([place, input]) => {
      input.addEventListener("change", () => changes.original(place));
      return element("label", { "data-choice": place }, input, element("span", {}, t(labels[place])));
    });
    this.node = dialogPanel(
      { class: "panel translation-settings", "aria-label": t("translation") },
      field(t("translationFrom"), this.#source),
      field(t("translationTo"), this.#target),
      element(
        "fieldset",
        {},
        element("legend", {}, t("translationOriginal")),
        element("div", { class: "choices" }, ...choices),
      ),
    );
  }

  /** Updates the panel. The available target languages follow once the browser has reported them. */
  async show({ sourceLanguage, targetLanguage }: Pair, original: OriginalPlace): Promise<void> {
    for (const [place, input] of this.#places) {
      input.checked = place === original;
    }
    fill(this.#source, languages, sourceLanguage);
    fill(this.#target, [targetLanguage], targetLanguage);
    const can = await Promise.all(
      languages.map((target) => availability({ sourceLanguage: sourceLanguage || "en", targetLanguage: target })),
    );
    const known = languages.filter(
      (target, i) => can[i] !== "unavailable" || (sourceLanguage === "" && target === "en"),
    );
    fill(this.#target, known, targetLanguage);
  }
}

function field(name: string, select: HTMLSelectElement): HTMLElement {
  return element("div", { class: "field" }, element("label", { for: select.id }, name), select);
}

/** Fills a list with languages by name; an empty tag is the choice without a language. */
function fill(select: HTMLSelectElement, all: readonly string[], chosen: string): void {
  const named = [...new Set([chosen, ...all])].map((lang) => ({ lang, name: lang && languageName(lang) }));
  const sorted = named.toSorted((a, b) => a.name.localeCompare(b.name));
  select.replaceChildren(...sorted.map(({ lang, name }) => element("option", { value: lang }, name)));
  select.value = chosen;
}
