/** The controls of the settings, each with its name: rows of choices, and the steps of a number. */

import { drawing, element } from "./build.ts";
import {
  type Amount,
  type Choice,
  defaults,
  isOf,
  type Named,
  type PanelSetting,
  type Preferences,
  type SettingName,
  type Settings,
  stepped,
  table,
} from "./config.ts";
import { t } from "./ext.ts";
import { percent } from "./numbers.ts";

export interface Panel {
  nodes: HTMLElement[];
  /** Brings every control up to date. */
  show(settings: Settings): void;
}

export type Change = (change: Partial<Settings>) => void;

type WordKey = { [Name in Named<"choice">]: `${Name}_${Settings[Name]}` }[Named<"choice">];

/** Returns a value of a setting in words. */
export function valueName(name: Named<"choice" | "number">, value: string | number): string {
  // The type check multiplies settings and words out; a word goes only with its own.
  return typeof value === "number" ? percent(value / 100) : t(`${name}_${value}` as WordKey);
}

/** Returns the values of a setting as radio buttons under its name. */
export function choiceRow(name: Named<"choice" | "number">, change: Change): Panel {
  const { values }: Choice | Amount = table[name];
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

/** Returns less and more of a number, and the number between them. */
function stepRow(name: Named<"number">, preferences: Preferences): Panel {
  const { values }: Amount = table[name];
  const output = element("output");
  const button = (kind: "less" | "more", direction: -1 | 1, path: string): HTMLButtonElement => {
    const label = t(`${name}_${kind}`);
    const made = element("button", { type: "button", class: kind, "aria-label": label, title: label }, drawing(path));
    made.addEventListener("click", () =>
      preferences.change({ [name]: stepped(values, preferences.now[name], direction) }),
    );
    return made;
  };
  const less = button("less", -1, "M6 12h12");
  const more = button("more", 1, "M6 12h12M12 6v12");
  return {
    nodes: [fieldset(name, less, output, more)],
    show: ({ [name]: value }) => {
      output.value = valueName(name, value);
      // Not `disabled`: a button that has the focus must keep it.
      less.ariaDisabled = `${value === values[0]}`;
      more.ariaDisabled = `${value === values.at(-1)}`;
    },
  };
}

function fieldset(name: SettingName, ...controls: HTMLElement[]): HTMLElement {
  const legend = element("legend", {}, t(`option_${name}`));
  return element("fieldset", { class: name }, legend, element("div", { class: "choices" }, ...controls));
}

/** Returns the controls of the named settings, and a button that puts these back. */
export function settingsPanel(names: readonly PanelSetting[], preferences: Preferences): Panel {
  const change: Change = (to) => preferences.change(to);
  const rows = names.map((name) => (isOf("number", name) ? stepRow(name, preferences) : choiceRow(name, change)));
  const reset = element("button", { type: "button", class: "word reset" }, t("reset"));
  reset.addEventListener("click", () => change(Object.fromEntries(names.map((name) => [name, defaults[name]]))));
  return {
    nodes: [...rows.flatMap(({ nodes }) => nodes), reset],
    show: (now) => {
      for (const row of rows) {
        row.show(now);
      }
    },
  };
}
