/** The translation panel: source and target language, and where the original is shown. */

import { element } from "../../../ui/build.ts";
import { dialogPanel } from "../../../ui/controls.ts";
import { t } from "../../../shared/ext.ts";
import { languageName } from "../read-aloud/voices.ts";
import { checkAvailability, languages, type LanguagePair } from "./browser.ts";
import { type OriginalPlace, originalPlaces } from "./preferences.ts";

/** Callbacks of the panel. */
interface PanelCallbacks {
  source(lang: string): void;
  target(lang: string): void;
  original(originalPlace: OriginalPlace): void;
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

  constructor(changes: PanelCallbacks) {
    this.#source.addEventListener("change", () => changes.source(this.#source.value));
    this.#target.addEventListener("change", () => changes.target(this.#target.value));
    this.#places = new Map(
      originalPlaces.map((originalPlace) => [
        originalPlace,
        element("input", { type: "radio", name: "original", value: originalPlace }),
      ]),
    );
    const choices = [...this.#places].map(([originalPlace, input]) => {
      input.addEventListener("change", () => changes.original(originalPlace));
      return element("label", { "data-choice": originalPlace }, input, element("span", {}, t(labels[originalPlace])));
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
  async show({ sourceLanguage, targetLanguage }: LanguagePair, original: OriginalPlace): Promise<void> {
    for (const [originalPlace, input] of this.#places) {
      input.checked = originalPlace === original;
    }
    fill(this.#source, languages, sourceLanguage);
    fill(this.#target, [targetLanguage], targetLanguage);
    const availabilities = await Promise.all(
      languages.map((target) => checkAvailability({ sourceLanguage: sourceLanguage || "en", targetLanguage: target })),
    );
    const supported = languages.filter(
      (target, i) => availabilities[i] !== "unavailable" || (sourceLanguage === "" && target === "en"),
    );
    fill(this.#target, supported, targetLanguage);
  }
}

function field(name: string, select: HTMLSelectElement): HTMLElement {
  return element("div", { class: "field" }, element("label", { for: select.id }, name), select);
}

/** Fills a list with languages by name; an empty tag is the choice without a language. */
function fill(select: HTMLSelectElement, tags: readonly string[], selectedTag: string): void {
  const entries = [...new Set([selectedTag, ...tags])].map((lang) => ({ lang, name: lang && languageName(lang) }));
  const sorted = entries.toSorted((a, b) => a.name.localeCompare(b.name));
  select.replaceChildren(...sorted.map(({ lang, name }) => element("option", { value: lang }, name)));
  select.value = selectedTag;
}
