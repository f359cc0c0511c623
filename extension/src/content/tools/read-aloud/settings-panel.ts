/** The settings panel of reading aloud: voice, speed, what is skipped, and the sleep timer. */

import { element } from "../../../ui/build.ts";
import { dialogPanel, iconButton } from "../../../ui/controls.ts";
import { Minus, Plus } from "../../../ui/icons.ts";
import { positionPopup } from "../../../ui/popover.ts";
import { locale, t } from "../../../shared/ext.ts";
import { formatDuration } from "../../../shared/i18n/times.ts";
import { type AmountName, numberRanges, type ReadKind, choices, type ReadAloudSettings } from "./preferences.ts";
import { languageName, primary, voiceOf, voicesFor, voicesOf } from "./voices.ts";

/** Minutes of the sleep timer. */
const sleepMinutes = [5, 10, 20, 30, 60] as const;

interface AmountRow {
  node: HTMLElement;
  show(value: number): void;
}

export class ReadAloudPanel {
  readonly node: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #change: (change: Partial<ReadAloudSettings>) => void;
  readonly #voices = element("select", { id: "voice" });
  readonly #language = element("label", { for: "voice" });
  readonly #amounts: Record<AmountName, AmountRow>;
  readonly #kindBoxes: Record<ReadKind, HTMLInputElement>;
  readonly #remoteBox = element("input", { type: "checkbox", name: "remote" });
  readonly #timerSelect = element("select", { id: "time" });
  readonly #nextBox = element("input", { type: "checkbox", name: "next" });
  readonly #moreSettings = element("details");
  #settings: ReadAloudSettings | undefined;
  #lang = "";

  /** `change` gets changed settings, `sleep` the minutes of the sleep timer, 0 for off. */
  constructor(
    button: HTMLButtonElement,
    change: (change: Partial<ReadAloudSettings>) => void,
    sleep: (minutes: number) => void,
  ) {
    this.#button = button;
    this.#change = change;
    this.#amounts = {
      rate: this.#numberRow("rate", t("readAloudRate"), formatFactor),
      pitch: this.#numberRow("pitch", t("readAloudPitch"), formatFactor),
      gap: this.#numberRow("gap", t("readAloudGap"), formatSeconds),
    };
    this.#kindBoxes = {
      code: this.#kindBox("code"),
      table: this.#kindBox("table"),
      caption: this.#kindBox("caption"),
      note: this.#kindBox("note"),
      formula: this.#kindBox("formula"),
    };
    this.#voices.addEventListener("change", () => {
      const { voices = {} } = this.#settings ?? {};
      const { [primary(this.#lang)]: _, ...others } = voices;
      change({ voices: { ...others, [primary(this.#lang)]: this.#voices.value } });
    });
    this.#remoteBox.addEventListener("change", () => change({ isRemote: this.#remoteBox.checked }));
    this.#nextBox.addEventListener("change", () => change({ goesOn: this.#nextBox.checked }));
    const offOption = element("option", { value: 0 }, t("readAloudNever"));
    this.#timerSelect.append(
      offOption,
      ...sleepMinutes.map((minutes) => element("option", { value: minutes }, formatDuration(minutes))),
    );
    this.#timerSelect.addEventListener("change", () => sleep(Number(this.#timerSelect.value)));
    const names: Record<ReadKind, string> = {
      code: t("readAloudCode"),
      table: t("readAloudTables"),
      caption: t("readAloudCaptions"),
      note: t("readAloudNotes"),
      formula: t("readAloudFormulas"),
    };
    const kindLabels = Object.entries(this.#kindBoxes).map(([name, box]) =>
      element("label", { class: "read" }, box, " ", names[name as ReadKind]),
    );
    this.#moreSettings.append(
      element("summary", {}, t("moreSettings")),
      this.#amounts.pitch.node,
      this.#amounts.gap.node,
      element("fieldset", {}, element("legend", {}, t("readAloudReads")), ...kindLabels),
      element("label", { class: "read" }, this.#nextBox, " ", t("readAloudNext")),
      element("label", { class: "read" }, this.#remoteBox, " ", t("readAloudRemote")),
    );
    this.#moreSettings.addEventListener("toggle", () => {
      if (this.node.matches(":popover-open")) {
        positionPopup(this.node, this.#button.getBoundingClientRect(), true);
      }
    });
    this.node = dialogPanel(
      { class: "panel read-aloud-settings", "aria-label": t("readAloudSettings") },
      element("div", { class: "field" }, this.#language, this.#voices),
      this.#amounts.rate.node,
      element(
        "div",
        { class: "field" },
        element("label", { for: "time" }, t("readAloudSleepTimer")),
        this.#timerSelect,
      ),
      this.#moreSettings,

      element("p", { class: "hint" }, t("readAloudFromHere")),
    );
  }

  /** Shows the speed on the panel's button. */
  showRate({ rate }: ReadAloudSettings): void {
    this.#button.textContent = formatFactor(rate);
    const label = `${t("readAloudSettings")}: ${formatFactor(rate)}`;
    this.#button.ariaLabel = label;
    this.#button.title = label;
  }

  /** Updates the controls. `lang`: language of the current passage; `until`: end of the sleep timer, null if off. */
  show(preferences: ReadAloudSettings, lang: string, until: number | null): void {
    this.#settings = preferences;
    this.#lang = lang;
    this.#language.textContent = t("readAloudVoiceFor", languageName(lang));
    const voices = voicesOf(lang, voicesFor(preferences));
    this.#voices.replaceChildren(
      ...voices.map(({ voiceURI, name }) => element("option", { value: voiceURI }, name)),
      ...(voices.length === 0 ? [element("option", { value: "" }, t("readAloudNoneOfLanguage"))] : []),
    );
    this.#voices.value = voiceOf(lang, preferences)?.voiceURI ?? "";
    for (const [name, amount] of Object.entries(this.#amounts)) {
      amount.show(preferences[name as AmountName]);
    }
    for (const [name, box] of Object.entries(this.#kindBoxes)) {
      box.checked = preferences.read[name as ReadKind];
    }
    this.#remoteBox.checked = preferences.isRemote;
    this.#nextBox.checked = preferences.goesOn;
    if (until === null) {
      this.#timerSelect.value = "0";
    }
  }

  #kindBox(name: ReadKind): HTMLInputElement {
    const box = element("input", { type: "checkbox", name });
    box.addEventListener("change", () => {
      const { read = choices } = this.#settings ?? {};
      this.#change({ read: { ...read, [name]: box.checked } });
    });
    return box;
  }

  #numberRow(name: AmountName, label: string, format: (value: number) => string): AmountRow {
    const { min, max, step } = numberRanges[name];
    const output = element("output");
    const slider = element("input", { type: "range", name, min, max, step, "aria-label": label });
    const set = (value: number): void => {
      const rounded = Math.round(Math.max(min, Math.min(max, value)) * 100) / 100;
      this.#change({ [name]: rounded });
    };
    slider.addEventListener("change", () => set(slider.valueAsNumber));
    const button = (kind: "less" | "more", amount: number, path: string): HTMLButtonElement =>
      iconButton(kind, t(kind, label), path, () => set(slider.valueAsNumber + amount));
    const row = element("div", { class: "choices" }, button("less", -step, Minus), slider, button("more", step, Plus));
    return {
      node: element("fieldset", {}, element("legend", {}, label, " ", output), row),
      show: (value) => {
        slider.valueAsNumber = value;
        output.value = format(value);
        slider.ariaValueText = output.value;
      },
    };
  }
}

/** Formats a number as a factor. */
function formatFactor(value: number): string {
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value)} ×`;
}

function formatSeconds(value: number): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit: "second" }).format(value);
}
