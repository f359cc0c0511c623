/** The settings page: the control of each setting, saved as it is changed, and a sample of the text. */

import { applyTo, defaults, isOf, load, type Named, save, type Settings, shownIn, watch } from "./config.ts";
import { locale, messageDirection, t } from "./ext.ts";
import { element } from "./build.ts";
import { type Change, choiceRow, type Panel } from "./panel.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

const rows = shownIn("options").map((name) => {
  const change: Change = (to) => void save(to);
  return isOf("switch", name) ? switchRow(name, change) : choiceRow(name, change);
});

function switchRow(name: Named<"switch">, change: Change): Panel {
  const input = element("input", { type: "checkbox", name });
  input.addEventListener("change", () => change({ [name]: input.checked }));
  return {
    nodes: [element("label", { class: "switch" }, input, " ", t(`option_${name}`))],
    show: (settings) => {
      input.checked = settings[name];
    },
  };
}

function show(settings: Settings): void {
  for (const row of rows) {
    row.show(settings);
  }
  applyTo(document.body, settings, dark.matches);
}

document.documentElement.lang = locale();
document.documentElement.dir = messageDirection();
document.title = t("options");
document.body.append(
  element("h1", {}, t("options")),
  ...rows.flatMap(({ nodes }) => nodes),
  element("p", { class: "sample", "aria-hidden": "true" }, t("sample")),
  element("p", {}, t("optionsPrivacy")),
  element("p", {}, element("a", { href: "marks.html" }, t("marks"))),
);
applyTo(document.body, defaults, dark.matches);
const shown = (): void => void load().then(show);
shown();
watch(shown);
dark.addEventListener("change", shown);
