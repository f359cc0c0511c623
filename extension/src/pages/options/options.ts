/** The settings page: sections with their own URLs, a side bar, and a search. Settings are saved as they change. */

import { autoOpenPanel } from "./auto-open-panel.ts";
import {
  defaults,
  isOfKind,
  type SettingOfKind,
  type SettingName,
  type Settings,
  watchSettings,
} from "../../shared/settings/settings.ts";
import { applySettings, LiveSettings } from "../../ui/live-settings.ts";
import { ext, type MessageKey, t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { element } from "../../ui/build.ts";
import { icon } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { textButton } from "../../ui/controls.ts";
import { templatesPanel } from "./export-panel.ts";
import { serverPanel } from "./server-panel.ts";
import { storedChanges } from "../../shared/page-changes.ts";
import { countPositions } from "../../shared/highlights/reading-position.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import { bindingsRow, menusRow, viewShortcuts } from "./shortcuts-panel.ts";
import { describePage, group } from "../own-page.ts";
import { syncNotes } from "./sync-panel.ts";
import { type ChangeSettings, type Panel, settingRow } from "../../ui/settings-panel.ts";
import { colorsRow, fontNameRow, filePanel, customCssPanel, sitesPanel } from "./style-panel.ts";
import { siteRulesPanel } from "./site-rules-panel.ts";
import { startSearch } from "./search.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

const changeSettings: ChangeSettings = (to) => preferences.change(to);

/** Settings that apply only if another setting has a certain value. */
const conditions: { readonly [Name in SettingName]?: (settings: Settings) => boolean } = {
  day: ({ theme }) => theme === "auto",
  night: ({ theme }) => theme === "auto",
  own: (settings) => [settings.theme, settings.day, settings.night].includes("own"),
  face: ({ font }) => font === "named",
};

function createRow(name: SettingName): Panel {
  if (isOfKind("switch", name)) {
    return switchRow(name);
  }
  if (isOfKind("colors", name)) {
    return colorsRow(name, changeSettings);
  }
  if (isOfKind("words", name)) {
    return name === "menus" ? menusRow(name, changeSettings) : bindingsRow(name, changeSettings);
  }
  return isOfKind("line", name)
    ? fontNameRow(name, changeSettings)
    : isOfKind("number", name)
      ? amountRow(name)
      : settingRow(name, changeSettings);
}

function switchRow(name: SettingOfKind<"switch">): Panel {
  const input = element("input", { type: "checkbox", class: "switch", name });
  input.addEventListener("change", () => changeSettings({ [name]: input.checked }));
  return {
    nodes: [element("label", { class: "switch-row" }, element("span", {}, t(`option_${name}`)), input)],
    show: (settings) => {
      input.checked = settings[name];
    },
  };
}

/** Returns the row of a number, with a button that resets it if it isn't the default. */
function amountRow(name: SettingOfKind<"number">): Panel {
  const row = settingRow(name, changeSettings);
  const reset = textButton(t("reset"), () => changeSettings({ [name]: defaults[name] }), "reset-setting");
  reset.ariaLabel = t("settingsReset", t(`option_${name}`));
  row.nodes[0]?.append(reset);
  return {
    nodes: row.nodes,
    show: (settings) => {
      row.show(settings);
      row.nodes[0]?.classList.toggle("changed", settings[name] !== defaults[name]);
    },
  };
}

const rows: Panel[] = [];

/** Returns a group of settings, with a button that resets them if one of them isn't the default. */
function settingsGroup(title: MessageKey | null, names: readonly SettingName[], ...extra: HTMLElement[]): HTMLElement {
  const created = names.map((name) => {
    const row = createRow(name);
    const { [name]: isRelevant } = conditions;
    return {
      nodes: row.nodes,
      show: (settings: Settings) => {
        row.show(settings);
        for (const node of isRelevant ? row.nodes : []) {
          node.hidden = !isRelevant?.(settings);
        }
      },
    };
  });
  const nodes = created.flatMap((row) => row.nodes);
  rows.push(...created);
  if (title === null) {
    return group("settings", null, ...nodes, ...extra);
  }
  const heading = t(title);
  let previous: Partial<Settings> = {};
  const status = element("p", { class: "status", role: "status" });
  const undo = textButton(t("undo"), () => {
    changeSettings(previous);
    showStatus("");
    reset.focus();
  });
  const showStatus = (message: string): void => {
    status.textContent = message;
    undo.hidden = message === "";
  };
  const reset = textButton(
    t("reset"),
    () => {
      previous = Object.fromEntries(names.map((name) => [name, preferences.current[name]]));
      changeSettings(Object.fromEntries(names.map((name) => [name, defaults[name]])));
      showStatus(t("settingsWasReset", heading));
      undo.focus();
    },
    "back",
  );
  reset.ariaLabel = t("settingsReset", heading);
  showStatus("");
  rows.push({
    nodes: [],
    show: (settings) => {
      const isChanged = names.some((name) => settings[name] !== defaults[name]);
      reset.hidden = !isChanged;
      if (isChanged) {
        showStatus("");
      }
    },
  });
  const card = group("settings", heading, ...nodes, ...extra);
  card.querySelector(".group-head")?.append(status, undo, reset);
  return card;
}

const { nodes: positions, show: showPositions } = deletableData(
  "forget-places",
  countPositions,
  { count: "positionsCount", act: "positionsDelete", failed: "positionsFailed" },
  "forget",
);
const { nodes: pageChanges, show: showPageChanges } = deletableData(
  "delete-changes",
  async () => (await storedChanges()).length,
  { count: "settingsChangesCount", act: "settingsChangesDelete", failed: "settingsChangesFailed" },
  "delete-changes",
);

/** Returns the number of stored items with a button that deletes them all, and a function that updates the number. */
function deletableData(
  request: "forget-places" | "delete-changes",
  count: () => Promise<number>,
  messages: { count: MessageKey; act: MessageKey; failed: MessageKey },
  name: string,
): { nodes: HTMLElement[]; show(): Promise<void> } {
  const status = element("p", { class: "count", role: "status" });
  const act = async (): Promise<void> => {
    const response = await ask(request).catch(() => undefined);
    if (response?.refusal === null) {
      await show();
    } else {
      status.textContent = t(messages.failed);
    }
  };
  const button = textButton(t(messages.act), () => void act(), name);
  const show = async (): Promise<void> => {
    const storedCount = await count();
    status.textContent = t(messages.count, formatNumber(storedCount));
    button.ariaDisabled = String(storedCount === 0);
  };
  return { nodes: [status, button], show };
}

const sample = element(
  "div",
  { class: "sample", "aria-hidden": "true" },
  element("img", { src: "icons/pith-96.png", alt: "" }),
  element("p", {}, element("a", {}, t("settingsSampleLink")), ". ", t("sample")),
  element("p", {}, t("welcomeSample1")),
);
/** Shows the user's settings. The page around it follows the system. */
const preview = element("div", { class: "preview" }, sample);
const privacy = element("p", {}, t("optionsPrivacy"));
const altText = element("em", {}, t("settingsIcon"));

function show(settings: Settings): void {
  // With sync on, the note at its switch says what leaves the device.
  privacy.hidden = settings.sync;
  for (const row of rows) {
    row.show(settings);
  }
  if (settings.pictures === "words") {
    sample.prepend(altText);
  } else {
    altText.remove();
  }
  applySettings(preview, settings, dark.matches);
  // The tiles show them too.
  for (const name of ["--pith-own0", "--pith-own1", "--pith-face"]) {
    document.body.style.setProperty(name, preview.style.getPropertyValue(name));
  }
}

function linkRow(href: string, text: string): HTMLElement {
  return element("a", { class: "row", href }, text, icon(icons.ArrowRight, "flip"));
}

describePage(t("options"));

const pageTitle = t("options");

/** The sections, by hash. */
const sections = {
  reading: createSection(
    "reading",
    "settingsReading",
    element(
      "div",
      { class: "with-preview" },
      element(
        "div",
        {},
        settingsGroup("settingsColors", ["theme", "day", "night", "own"]),
        settingsGroup("settingsFont", ["font", "face", "size", "weight", "letters", "words"]),
        settingsGroup("settingsLines", ["width", "spacing", "paragraphs", "align", "hyphens", "paged", "vertical"]),
        settingsGroup("settingsMedia", ["pictures", "links", "cards"]),
        customCssPanel(),
      ),
      preview,
    ),
  ),
  tools: createSection("tools", "settingsTools", settingsGroup(null, ["contents", "resume", "addresses"])),
  shortcuts: createSection(
    "shortcuts",
    "settingsShortcuts",
    ...viewShortcuts(),
    settingsGroup("option_bindings", ["keys", "bindings"]),
    settingsGroup("settingsMenus", ["menus"]),
  ),
  sites: createSection("sites", "settingsSitesTitle", autoOpenPanel(), siteRulesPanel(), sitesPanel()),
  highlights: createSection(
    "highlights",
    "highlightsHeading",
    group("links", null, linkRow("highlights.html", t("highlightsOfAllPages"))),
  ),
  saving: createSection("saving", "settingsSaving", templatesPanel(), serverPanel()),
  data: createSection(
    "data",
    "settingsData",
    settingsGroup("settingsSync", ["sync"], ...syncNotes()),
    filePanel(() => preferences.current),
    group("positions", t("settingsPositions"), element("div", { class: "actions" }, ...positions)),
    group("page-changes", t("removedParts"), element("div", { class: "actions" }, ...pageChanges)),
  ),
  about: createSection(
    "about",
    "settingsAbout",
    group(
      "about",
      null,
      element("p", {}, t("settingsVersion", ext.runtime.getManifest().version)),
      privacy,
      linkRow("welcome.html", t("welcomeTitle")),
      linkRow("licenses.txt", t("settingsLicenses")),
    ),
  ),
};

type SectionName = keyof typeof sections;

function createSection(name: string, heading: MessageKey, ...groups: HTMLElement[]): HTMLElement {
  const backLink = element(
    "a",
    { class: "back-link", href: "#", "aria-label": pageTitle },
    icon(icons.ArrowLeft, "flip"),
  );
  const head = element("div", { class: "page-head" }, backLink, element("h1", { tabindex: -1 }, t(heading)));
  return element("section", { id: name, class: "page" }, head, ...groups);
}

const iconOf: Record<SectionName, string> = {
  reading: icons.CaseSensitive,
  tools: icons.SlidersHorizontal,
  shortcuts: icons.Keyboard,
  sites: icons.Globe,
  highlights: icons.Highlighter,
  saving: icons.Download,
  data: icons.Database,
  about: icons.Info,
};

const items = new Map(
  Object.entries(sections).map(([name, node]) => [
    name,
    element(
      "a",
      { class: "nav-item", href: `#${name}` },
      icon(iconOf[name as SectionName]),
      element("span", {}, node.querySelector("h1")?.textContent ?? ""),
      icon(icons.ChevronRight, "small flip arrow"),
    ),
  ]),
);
const search = element("input", {
  type: "search",
  "aria-label": t("settingsSearch"),
  placeholder: t("settingsSearch"),
});
const searchStatus = element("p", { class: "search-status", role: "status" });
const content = element("div", { class: "content" }, searchStatus, ...Object.values(sections));
document.body.append(
  element(
    "main",
    {},
    element(
      "div",
      { class: "side" },
      element("h1", { class: "brand" }, element("img", { src: "icons/pith-96.png", alt: "" }), pageTitle),
      element("div", { class: "find-field" }, icon(icons.Search, "small"), search),
      element("nav", { "aria-label": pageTitle }, ...items.values()),
      element("p", { class: "side-foot" }, t("settingsSaves")),
    ),
    content,
  ),
);

/** Shows the section of the URL. If the page was opened for the list of patterns, that is Auto-open. */
function showSection(): void {
  const isForPage = new URLSearchParams(location.search).has("url");
  const requested = location.hash.slice(1) || (isForPage ? "sites" : "");
  const name = Object.hasOwn(sections, requested) ? (requested as SectionName) : null;
  document.body.classList.toggle("is-list", name === null);
  for (const [sectionName, node] of Object.entries(sections)) {
    const isShown = sectionName === (name ?? "reading");
    node.classList.toggle("is-on", isShown);
    items.get(sectionName)?.setAttribute("aria-current", isShown ? "page" : "false");
  }
  document.title = name === null ? pageTitle : `${items.get(name)?.textContent} – ${pageTitle}`;
}

addEventListener("hashchange", () => {
  stopSearch();
  showSection();
  scrollTo(0, 0);
  const shown = content.querySelector<HTMLElement>(".is-on h1");
  // On a phone, the clicked list is hidden now.
  if (!document.activeElement?.checkVisibility() || document.activeElement === document.body) {
    (shown?.checkVisibility() ? shown : search).focus();
  }
});
showSection();
const stopSearch = startSearch(search, searchStatus, Object.values(sections));
applySettings(preview, defaults, dark.matches);
const preferences = new LiveSettings(defaults, show);
void preferences.reload();
dark.addEventListener("change", () => show(preferences.current));
const showCounts = (): void => void Promise.all([showPositions(), showPageChanges()]);
showCounts();
watchSettings(showCounts);
