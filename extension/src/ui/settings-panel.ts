/** The controls of the settings, each with its label: rows of choices, and steps of a number. */

import { element } from "./build.ts";
import {
  type Amount,
  type Choice,
  defaults,
  isOf,
  type Named,
  type PanelSetting,
  type SettingName,
  type Settings,
  stepped,
  table,
} from "../shared/settings/settings.ts";
import type { LiveSettings } from "./live-settings.ts";
import { drawnButton } from "./controls.ts";
import { ext, t } from "../shared/ext.ts";
import { number, percent } from "../shared/i18n/numbers.ts";

export interface Panel {
  nodes: HTMLElement[];
  /** Brings every control up to date. */
  show(settings: Settings): void;
}

export type ChangeSettings = (change: Partial<Settings>) => void;

type Worded = Exclude<Named<"choice">, "day" | "night">;

type WordKey = { [Name in Worded]: `${Name}_${Settings[Name]}` }[Worded];

/** Returns a value of a setting in words. */
export function valueName(name: Named<"choice" | "number">, value: string | number): string {
  const { texts = name, unit } = table[name] as Partial<Choice & Amount>;
  // The type check multiplies settings and words out; a word goes only with its own.
  if (typeof value !== "number") {
    return t(`${texts}_${value}` as WordKey);
  }
  return unit === "percent" ? percent(value / 100) : number(value);
}

/** Returns the values of a setting as radio buttons under its name. */
function choiceRow(name: Named<"choice">, change: ChangeSettings): Panel {
  const { values }: Choice = table[name];
  const inputs = new Map(values.map((value) => [value, element("input", { type: "radio", name, value })]));
  const labels = [...inputs].map(([value, input]) => {
    input.addEventListener("change", () => change({ [name]: value }));
    return element("label", { "data-choice": value }, input, element("span", {}, valueName(name, value)));
  });
  return {
    nodes: [fieldset(name, ...labels)],
    show: (settings) => {
      for (const [value, input] of inputs) {
        input.checked = settings[name] === value;
      }
    },
  };
}

/** Returns a slider for a number between a button for less and one for more, and the number. */
function amountRow(name: Named<"number">, change: ChangeSettings): Panel {
  const { values, step }: Amount = table[name];
  const [min, max] = [values[0] ?? 0, values.at(-1) ?? 0];
  const label = t(`option_${name}`);
  const output = element("output");
  const slider = element("input", { type: "range", name, min, max, step, "aria-label": label });
  let now: number = table[name].default;
  slider.addEventListener("input", () => change({ [name]: slider.valueAsNumber }));
  const button = (kind: "less" | "more", direction: -1 | 1, path: string): HTMLButtonElement =>
    drawnButton(kind, t(kind, label), path, () => change({ [name]: stepped(values, now, direction) }));
  const less = button("less", -1, "M6 12h12");
  const more = button("more", 1, "M6 12h12M12 6v12");
  const row = fieldset(name, less, slider, more);
  row.querySelector("legend")?.append(" ", output);
  return {
    nodes: [row],
    show: ({ [name]: value }) => {
      now = value;
      output.value = valueName(name, value);
      slider.valueAsNumber = value;
      slider.ariaValueText = output.value;
      // Not `disabled`: a button that has the focus must keep it.
      less.ariaDisabled = `${value <= min}`;
      more.ariaDisabled = `${value >= max}`;
    },
  };
}

/** Returns the control of a setting under its name. */
export function settingRow(name: Named<"choice" | "number">, change: ChangeSettings): Panel {
  return isOf("number", name) ? amountRow(name, change) : choiceRow(name, change);
}

function fieldset(name: SettingName, ...controls: HTMLElement[]): HTMLElement {
  const legend = element("legend", {}, t(`option_${name}`));
  return element("fieldset", { class: name }, legend, element("div", { class: "choices" }, ...controls));
}

/** Returns the controls of the named settings, and a button that puts these back. */
export function settingsPanel(names: readonly PanelSetting[], preferences: LiveSettings): Panel {
  const change: ChangeSettings = (to) => preferences.change(to);
  const rows = names.map((name) => settingRow(name, change));
  const isRare = (at: number): boolean => (table[names[at] as PanelSetting] as Partial<Choice>).rare === true;
  const nodes = (rare: boolean): HTMLElement[] => rows.flatMap((row, at) => (isRare(at) === rare ? row.nodes : []));
  const rare = nodes(true);
  const reset = element("button", { type: "button", class: "word reset" }, t("reset"));
  reset.addEventListener("click", () => change(Object.fromEntries(names.map((name) => [name, defaults[name]]))));
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => preferences.keepForSite(box.checked));
  // Names of sites are not kept in private windows.
  const hidden = ext.extension.inIncognitoContext;
  const alone = element("label", { class: "alone", hidden }, box, " ", t("onSite"));
  const folded = element("details", { class: "rare" }, element("summary", {}, t("moreSettings")), ...rare, alone);
  return {
    nodes: [...nodes(false), rare.length > 0 ? folded : alone, reset],
    show: (now) => {
      box.checked = now.site !== undefined;
      for (const row of rows) {
        row.show(now);
      }
    },
  };
}
