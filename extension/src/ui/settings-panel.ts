/** The controls of the settings, each with its label: rows of choices, and steps of a number. */

import { element } from "./build.ts";
import {
  type NumberSetting,
  type ChoiceSetting,
  isOfKind,
  type SettingOfKind,
  type SettingName,
  type Settings,
  nextStep,
  settingsTable,
} from "../shared/settings/settings.ts";
import { iconButton } from "./controls.ts";
import { Minus, Plus } from "./icons.ts";
import { t } from "../shared/ext.ts";
import { valueName } from "./value-name.ts";

export interface Panel {
  nodes: HTMLElement[];
  /** Updates every control. */
  show(settings: Settings): void;
}

export type ChangeSettings = (change: Partial<Settings>) => void;

export { valueName };

/** Returns the values of a setting as radio buttons under its name. Themes can't be chosen while the system forces its colors. */
function choiceRow(name: SettingOfKind<"choice">, change: ChangeSettings): Panel {
  const { values }: ChoiceSetting = settingsTable[name];
  const inputs = new Map(values.map((value) => [value, element("input", { type: "radio", name, value })]));
  const labels = [...inputs].map(([value, input]) => {
    input.addEventListener("change", () => change({ [name]: value }));
    return element("label", { "data-choice": value }, input, element("span", {}, valueName(name, value)));
  });
  const row = fieldset(name, ...labels);
  const note = element("p", { hidden: true }, t("popupForced"));
  if (name === "theme") {
    row.append(note);
  }
  return {
    nodes: [row],
    show: (settings) => {
      const isForced = name === "theme" && matchMedia("(forced-colors: active)").matches;
      note.hidden = !isForced;
      for (const [value, input] of inputs) {
        input.checked = settings[name] === value;
        input.disabled = isForced;
      }
    },
  };
}

/** Returns a slider between buttons for less and more, with the number. */
function amountRow(name: SettingOfKind<"number">, change: ChangeSettings): Panel {
  const { values, step }: NumberSetting = settingsTable[name];
  const [min, max] = [values[0] ?? 0, values.at(-1) ?? 0];
  const label = t(`option_${name}`);
  const output = element("output");
  const slider = element("input", { type: "range", name, min, max, step, "aria-label": label });
  let current: number = settingsTable[name].default;
  slider.addEventListener("input", () => change({ [name]: slider.valueAsNumber }));
  const button = (kind: "less" | "more", direction: -1 | 1, path: string): HTMLButtonElement =>
    iconButton(kind, t(kind, label), path, () => change({ [name]: nextStep(values, current, direction) }));
  const less = button("less", -1, Minus);
  const more = button("more", 1, Plus);
  const row = fieldset(name, less, slider, more);
  row.querySelector("legend")?.append(" ", output);
  return {
    nodes: [row],
    show: ({ [name]: value }) => {
      current = value;
      output.value = valueName(name, value);
      slider.valueAsNumber = value;
      slider.ariaValueText = output.value;
      // Not `disabled`: a button that has the focus must keep it.
      less.ariaDisabled = `${value <= min}`;
      more.ariaDisabled = `${value >= max}`;
    },
  };
}

/** Returns the control of a setting with its label. */
export function settingRow(name: SettingOfKind<"choice" | "number">, change: ChangeSettings): Panel {
  return isOfKind("number", name) ? amountRow(name, change) : choiceRow(name, change);
}

function fieldset(name: SettingName, ...controls: HTMLElement[]): HTMLElement {
  const legend = element("legend", {}, t(`option_${name}`));
  return element("fieldset", { class: name }, legend, element("div", { class: "choices" }, ...controls));
}
