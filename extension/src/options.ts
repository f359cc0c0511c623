/** The settings page: one row of choices per setting, saved as they are chosen. */

import { fonts, load, save, type Settings, sizes, spacings, themes, watch, widths } from "./config.ts";
import { locale, messageDirection, t } from "./ext.ts";
import { element } from "./build.ts";

const percent = new Intl.NumberFormat(locale(), { style: "percent" });

const rows: { key: Exclude<keyof Settings, "keys">; values: readonly (string | number)[] }[] = [
  { key: "theme", values: themes },
  { key: "font", values: fonts },
  { key: "size", values: sizes },
  { key: "width", values: widths },
  { key: "spacing", values: spacings },
];

function choice(key: string, value: string | number): HTMLElement {
  const input = element("input", { type: "radio", name: key, value });
  input.addEventListener("change", () => void save({ [key]: value }));
  const name = typeof value === "number" ? percent.format(value / 100) : t(`${key}_${value}`);
  return element("label", {}, input, " ", name);
}

function show(settings: Settings): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=radio]")) {
    input.checked = String(settings[input.name as keyof Settings]) === input.value;
  }
  keys.checked = settings.keys;
  Object.assign(document.body.dataset, {
    theme: settings.theme,
    font: settings.font,
    spacing: settings.spacing,
    size: String(settings.size),
    width: settings.width,
  });
}

const keys = element("input", { type: "checkbox" });
keys.addEventListener("change", () => void save({ keys: keys.checked }));

document.documentElement.lang = locale();
document.documentElement.dir = messageDirection();
document.title = t("options");
document.body.append(
  element("h1", {}, t("options")),
  ...rows.map(({ key, values }) =>
    element("fieldset", {}, element("legend", {}, t(`option_${key}`)), ...values.map((value) => choice(key, value))),
  ),
  element("label", { class: "keys" }, keys, " ", t("option_keys")),
  element("p", { class: "sample", "aria-hidden": "true" }, t("sample")),
  element("p", {}, t("optionsPrivacy")),
);
void load().then(show);
watch(show);
