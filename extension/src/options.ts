/** The settings page: one row of choices per setting, saved as they are chosen. */

import { load, type SettingName, save, type Settings, watch } from "./config.ts";
import { locale, messageDirection, t } from "./ext.ts";
import { element } from "./build.ts";
import { choiceRow } from "./panel.ts";

const names: readonly SettingName[] = ["theme", "font", "size", "width", "spacing", "align"];
const rows = names.map((name) => choiceRow(name, (change) => void save(change)));

function show(settings: Settings): void {
  for (const row of rows) {
    row.show(settings);
  }
  keys.checked = settings.keys;
  const { theme, font, spacing, size, width, align } = settings;
  Object.assign(document.body.dataset, { theme, font, spacing, size: String(size), width, align });
}

const keys = element("input", { type: "checkbox" });
keys.addEventListener("change", () => void save({ keys: keys.checked }));

document.documentElement.lang = locale();
document.documentElement.dir = messageDirection();
document.title = t("options");
document.body.append(
  element("h1", {}, t("options")),
  ...rows.flatMap(({ nodes }) => nodes),
  element("label", { class: "keys" }, keys, " ", t("option_keys")),
  element("p", { class: "sample", "aria-hidden": "true" }, t("sample")),
  element("p", {}, t("optionsPrivacy")),
  element("p", {}, element("a", { href: "marks.html" }, t("marks"))),
);
const shown = (): void => void load().then(show);
shown();
watch(shown);
