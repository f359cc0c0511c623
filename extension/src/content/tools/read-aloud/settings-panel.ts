/** The settings panel of reading aloud: voice, speed, what is skipped, and the sleep timer. */

import { element } from "../../../ui/build.ts";
import { dialogPanel, drawnButton } from "../../../ui/controls.ts";
import { place } from "../../../ui/popover.ts";
import { locale, t } from "../../../shared/ext.ts";
import { duration } from "../../../shared/i18n/times.ts";
import { type AmountName, amounts, type ReadKind, choices, type ReadAloudSettings } from "./preferences.ts";
import { languageName, primary, voiceOf, voicesFor, voicesOf } from "./voices.ts";

/** Minutes of the sleep timer. */
const times = [5, 10, 20, 30, 60] as const;

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
  readonly #boxes: Record<ReadKind, HTMLInputElement>;
  readonly #remote = element("input", { type: "checkbox", name: "remote" });
  readonly #time = element("select", { id: "time" });
  readonly #next = element("input", { type: "checkbox", name: "next" });
  readonly #more = element("details");
  #now: ReadAloudSettings | undefined;
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
      rate: this.#amount("rate", t("readAloudRate"), formatFactor),
      pitch: this.#amount("pitch", t("readAloudPitch"), formatFactor),
      gap: this.#amount("gap", t("readAloudGap"), seconds),
    };
    this.#boxes = {
      code: this.#box("code"),
      table: this.#box("table"),
      caption: this.#box("caption"),
      note: this.#box("note"),
      formula: this.#box("formula"),
    };
    this.#voices.addEventListener("change", () => {
      const { voices = {} } = this.#now ?? {};
      const { [primary(this.#lang)]: _, ...others } = voices;
      change({ voices: { ...others, [primary(this.#lang)]: this.#voices.value } });
    });
    this.#remote.addEventListener("change", () => change({ isRemote: this.#remote.checked }));
    this.#next.addEventListener("change", () => change({ goesOn: this.#next.checked }));
    const never = element("option", { value: 0 }, t("readAloudNever"));
    this.#time.append(never, ...times.map((minutes) => element("option", { value: minutes }, duration(minutes))));
    this.#time.addEventListener("change", () => sleep(Number(this.#time.value)));
    const names: Record<ReadKind, string> = {
      code: t("readAloudCode"),
      table: t("readAloudTables"),
      caption: t("readAloudCaptions"),
      note: t("readAloudNotes"),
      formula: t("readAloudFormulas"),
    };
    const reads = Object.entries(this.#boxes).map(([name, box]) =>
      element("label", { class: "read" }, box, " ", names[name as ReadKind]),
    );
    this.#more.append(
      element("summary", {}, t("moreSettings")),
      this.#amounts.pitch.node,
      this.#amounts.gap.node,
      element("fieldset", {}, element("legend", {}, t("readAloudReads")), ...reads),
      element("label", { class: "read" }, this.#next, " ", t("readAloudNext")),
      element("label", { class: "read" }, this.#remote, " ", t("readAloudRemote")),
    );
    this.#more.addEventListener("toggle", () => {
      if (this.node.matches(":popover-open")) {
        place(this.node, this.#button.getBoundingClientRect(), true);
      }
    });
    this.node = dialogPanel(
      { class: "panel aloud-settings", "aria-label": t("readAloudSettings") },
      element("div", { class: "field" }, this.#language, this.#voices),
      this.#amounts.rate.node,
      element("div", { class: "field" }, element("label", { for: "time" }, t("readAloudSleepTimer")), this.#time),
      this.#more,

      element("p", { class: "hint" }, t("readAloudFromHere")),
    );
  }

  /** Shows the speed on the panel's button. */
  face({ rate }: ReadAloudSettings): void {
    this.#button.textContent = formatFactor(rate);
    const label = `${t("readAloudSettings")}: ${formatFactor(rate)}`;
    this.#button.ariaLabel = label;
    this.#button.title = label;
  }

  /** Updates the controls. `lang`: language of the current passage; `until`: end of the sleep timer, null if off. */
  show(preferences: ReadAloudSettings, lang: string, until: number | null): void {
    this.#now = preferences;
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
    for (const [name, box] of Object.entries(this.#boxes)) {
      box.checked = preferences.read[name as ReadKind];
    }
    this.#remote.checked = preferences.isRemote;
    this.#next.checked = preferences.goesOn;
    if (until === null) {
      this.#time.value = "0";
    }
  }

  #box(name: ReadKind): HTMLInputElement {
    const box = element("input", { type: "checkbox", name });
    box.addEventListener("change", () => {
      const { read = choices } = this.#now ?? {};
      this.#change({ read: { ...read, [name]: box.checked } });
    });
    return box;
  }

  #amount(name: AmountName, label: string, format: (value: number) => string): AmountRow {
    const { min, max, step } = amounts[name];
    const output = element("output");
    const slider = element("input", { type: "range", name, min, max, step, "aria-label": label });
    const set = (value: number): void => {
      const rounded = Math.round(Math.max(min, Math.min(max, value)) * 100) / 100;
      this.#change({ [name]: rounded });
    };
    slider.addEventListener("change", () => set(slider.valueAsNumber));
    const button = (kind: "less" | "more", by: number, path: string): HTMLButtonElement =>
      drawnButton(kind, t(kind, label), path, () => set(slider.valueAsNumber + by));
    const row = element(
      "div",
      { class: "choices" },
      button("less", -step, "M6 12h12"),
      slider,
      button("more", step, "M6 12h12M12 6v12"),
    );
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

function seconds(value: number): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit: "second" }).format(value);
}
