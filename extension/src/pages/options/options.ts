/** The settings page: the control of each setting, saved as it is changed, and a sample of the text. */

import { listPanel } from "./auto-open-panel.ts";
import {
  defaults,
  isOf,
  type Named,
  type SettingName,
  type Settings,
  shownIn,
  watch,
} from "../../shared/settings/settings.ts";
import { applyTo, LiveSettings } from "../../ui/live-settings.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { element } from "../../ui/build.ts";
import { serverPanel, templatesPanel } from "./export-panel.ts";
import { countPositions } from "../../shared/highlights/reading-position.ts";
import { number } from "../../shared/i18n/numbers.ts";
import { bindingsRow, menusRow, viewKeys } from "./shortcuts-panel.ts";
import { describePage } from "../own-page.ts";
import { syncNotes } from "./sync-panel.ts";
import { type ChangeSettings, type Panel, settingRow } from "../../ui/settings-panel.ts";
import { colorsRow, faceRow, filePanel, sheetPanel, sitesPanel } from "./style-panel.ts";
import { siteRulesPanel } from "./site-rules-panel.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

const change: ChangeSettings = (to) => preferences.change(to);

function rowOf(name: SettingName): Panel {
  if (isOf("switch", name)) {
    return switchRow(name, change);
  }
  if (isOf("colours", name)) {
    return colorsRow(name, change);
  }
  if (isOf("words", name)) {
    return name === "menus" ? menusRow(name, change) : bindingsRow(name, change);
  }
  return isOf("line", name) ? faceRow(name, change) : settingRow(name, change);
}

/** The first setting of each group. */
const groups = {
  settingsColours: "theme",
  settingsLetters: "font",
  settingsLines: "width",
  settingsReading: "pictures",
  keys: "bindings",
  settingsMenus: "menus",
  settingsSync: "sync",
};

/** What stands in a group beside its settings. */
const beside: { [Title in keyof typeof groups]?: () => HTMLElement[] } = {
  keys: viewKeys,
  settingsSync: syncNotes,
};

const rows: Panel[] = [];

/** The settings in groups, each with a button that puts these back. */
const sections = Object.entries(groups).map(([title, first], i, all) => {
  const shown = shownIn("options");
  const next = all[i + 1]?.[1] as SettingName | undefined;
  const own = shown.slice(shown.indexOf(first as SettingName), next && shown.indexOf(next));
  const made = own.map(rowOf);
  rows.push(...made);
  const heading = t(title as keyof typeof groups);
  const back = element("button", { type: "button", class: "back" }, t("settingsReset", heading));
  back.addEventListener("click", () => change(Object.fromEntries(own.map((name) => [name, defaults[name]]))));
  return element(
    "section",
    { class: "group" },
    element("h2", {}, heading),
    ...made.flatMap(({ nodes }) => nodes),
    // One switch needs no other way back.
    ...(own.length > 1 || !own.every((name) => isOf("switch", name)) ? [back] : []),
    ...(beside[title as keyof typeof groups]?.() ?? []),
  );
});

function switchRow(name: Named<"switch">, change: ChangeSettings): Panel {
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
  const answer = await ask("forget-places").catch(() => undefined);
  if (answer?.refusal === null) {
    await showPlaces();
  } else {
    places.textContent = t("markFailed_full");
  }
});

/** Says how many places are stored. */
async function showPlaces(): Promise<void> {
  const count = await countPositions();
  places.textContent = t("placesCount", number(count));
  forget.ariaDisabled = String(count === 0);
}

const sample = element(
  "div",
  { class: "sample", "aria-hidden": "true" },
  element("img", { src: "icons/pith-96.png", alt: "" }),
  element("p", {}, element("a", {}, t("option_links")), ". ", t("sample")),
);
const privacy = element("p", {}, t("optionsPrivacy"));
const words = element("em", {}, t("settingsPicture"));

function show(settings: Settings): void {
  // What goes elsewhere then stands at the switch for it.
  privacy.hidden = settings.sync;
  for (const row of rows) {
    row.show(settings);
  }
  if (settings.pictures === "words") {
    sample.prepend(words);
  } else {
    words.remove();
  }
  applyTo(document.body, settings, dark.matches);
}

describePage(t("options"));
const always = listPanel();
const main = element(
  "main",
  {},
  element("h1", {}, t("options")),
  ...(always.isFirst ? [always.node] : []),
  sample,
  ...sections,
  element("div", { class: "acts" }, places, forget),
  sitesPanel(),
  filePanel(() => preferences.now),
  sheetPanel(),
  ...(always.isFirst ? [] : [always.node]),
  siteRulesPanel(),
  templatesPanel(),
  serverPanel(),
  privacy,
  element("p", {}, element("a", { href: "marks.html" }, t("marks"))),
);
document.body.append(main);
applyTo(document.body, defaults, dark.matches);
const preferences = new LiveSettings(defaults, show);
void preferences.read();
dark.addEventListener("change", () => show(preferences.now));
void showPlaces();
watch(() => void showPlaces());
