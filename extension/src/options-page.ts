/** The settings page: the control of each setting, saved as it is changed, and a sample of the text. */

import { listPanel } from "./always/list-panel.ts";
import { applyTo, defaults, isOf, load, type Named, save, type Settings, shownIn, watch } from "./config.ts";
import { ext, t } from "./ext.ts";
import { element } from "./build.ts";
import { serverPanel, templatesPanel } from "./export/files-panel.ts";
import { countPlaces } from "./marks/place-store.ts";
import { number } from "./numbers.ts";
import { describePage } from "./own-page.ts";
import { type Change, type Panel, settingRow } from "./panel.ts";
import { rememberedPanel } from "./remembered/list-panel.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

const rows = shownIn("options").map((name) => {
  const change: Change = (to) => void save(to);
  return isOf("switch", name) ? switchRow(name, change) : settingRow(name, change);
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

const places = element("p", { class: "count", role: "status" });
const forget = element("button", { type: "button", class: "forget" }, t("forgetPlaces"));
forget.addEventListener("click", async () => {
  const answer = await ext.runtime.sendMessage({ kind: "forget-places" }).catch(() => undefined);
  if (answer?.refusal === null) {
    await showPlaces();
  } else {
    places.textContent = t("markFailed_full");
  }
});

/** Says how many places are stored. */
async function showPlaces(): Promise<void> {
  const count = await countPlaces();
  places.textContent = t("placesCount", number(count));
  forget.ariaDisabled = String(count === 0);
}

function show(settings: Settings): void {
  for (const row of rows) {
    row.show(settings);
  }
  applyTo(document.body, settings, dark.matches);
}

describePage(t("options"));
const always = listPanel();
document.body.append(
  element("h1", {}, t("options")),
  ...(always.isFirst ? [always.node] : []),
  ...rows.flatMap(({ nodes }) => nodes),
  element("div", { class: "acts" }, places, forget),
  element("p", { class: "sample", "aria-hidden": "true" }, t("sample")),
  ...(always.isFirst ? [] : [always.node]),
  rememberedPanel(),
  templatesPanel(),
  serverPanel(),
  element("p", {}, t("optionsPrivacy")),
  element("p", {}, element("a", { href: "marks.html" }, t("marks"))),
);
applyTo(document.body, defaults, dark.matches);
const shown = (): void => {
  void load().then(show);
  void showPlaces();
};
shown();
watch(shown);
dark.addEventListener("change", shown);
