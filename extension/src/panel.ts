/** The controls of the settings, each with its name: rows of choices, and the steps of the size. */

import { drawing, element } from "./build.ts";
import { choices, defaults, type Preferences, resize, type SettingName, type Settings } from "./config.ts";
import { t } from "./ext.ts";
import { percent } from "./numbers.ts";

export interface Panel {
  nodes: HTMLElement[];
  /** Brings every control up to date. */
  show(settings: Settings): void;
}

/** The settings whose values are words, each with a message of its own. */
type WordSetting = Exclude<SettingName, "size">;

type ValueKey = { [Key in WordSetting]: `${Key}_${Settings[Key]}` }[WordSetting];

/** Returns the name of a value. */
export function valueName<Key extends WordSetting>(key: Key, value: Settings[Key]): string {
  // The type check multiplies keys and values out; a key goes only with its own.
  return t(`${key}_${value}` as ValueKey);
}

/** Returns the choices of one setting as radio buttons under its name. */
export function choiceRow(key: SettingName, change: (change: Partial<Settings>) => void): Panel {
  const inputs = choices[key].map((value) => {
    const input = element("input", { type: "radio", name: key, value });
    input.addEventListener("change", () => change({ [key]: value }));
    return input;
  });
  const labels = inputs.map((input) => {
    const name =
      key === "size" ? percent(Number(input.value) / 100) : valueName(key, input.value as Settings[typeof key]);
    return element("label", { "data-choice": input.value }, input, element("span", {}, name));
  });
  const legend = element("legend", {}, t(`option_${key}`));
  return {
    nodes: [element("fieldset", { class: key }, legend, element("div", { class: "choices" }, ...labels))],
    show: (settings) => {
      for (const input of inputs) {
        input.checked = String(settings[key]) === input.value;
      }
    },
  };
}

/** Smaller and larger, and the size between them. */
function sizeSteps(preferences: Preferences): Panel {
  const output = element("output");
  const step = (name: "smaller" | "larger", steps: -1 | 1, path: string): HTMLButtonElement => {
    const button = element(
      "button",
      { type: "button", class: name, "aria-label": t(name), title: t(name) },
      drawing(path),
    );
    button.addEventListener("click", () => preferences.change({ size: resize(preferences.now.size, steps) }));
    return button;
  };
  const smaller = step("smaller", -1, "M6 12h12");
  const larger = step("larger", 1, "M6 12h12M12 6v12");
  const legend = element("legend", {}, t("option_size"));
  return {
    nodes: [
      element("fieldset", { class: "size" }, legend, element("div", { class: "choices" }, smaller, output, larger)),
    ],
    show: ({ size }) => {
      output.value = percent(size / 100);
      // Not `disabled`: a button that has the focus must keep it.
      smaller.ariaDisabled = String(resize(size, -1) === size);
      larger.ariaDisabled = String(resize(size, 1) === size);
    },
  };
}

/** Returns the controls of the named settings, and a button that puts these back. */
export function settingsPanel(names: readonly SettingName[], preferences: Preferences): Panel {
  const change = (to: Partial<Settings>): void => preferences.change(to);
  const rows = names.map((name) => (name === "size" ? sizeSteps(preferences) : choiceRow(name, change)));
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
