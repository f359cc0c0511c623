/** Style on the settings page: custom colors and fonts, site-specific settings, files of settings, and custom CSS. */

import { element } from "../../ui/build.ts";
import {
  deleteSiteSettings,
  validSettings,
  type SettingOfKind,
  siteKeyPrefix,
  saveSettings,
  type SettingName,
  type Settings,
  settingsTable,
  watchSettings,
} from "../../shared/settings/settings.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { Result, ColorContrasts } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { formatList, formatNumber } from "../../shared/i18n/numbers.ts";
import { deleteCustomCss, saveCustomCss, typedCss } from "../../shared/settings/custom-css.ts";
import { type ChangeSettings, type Panel, valueName } from "../../ui/settings-panel.ts";
import { errorMessage } from "../../shared/reason.ts";
import { save as saveFile } from "../../ui/save-file.ts";
import { importButton } from "../import-file.ts";
import { group } from "../own-page.ts";
import { fromFile, maxFileBytes, toFile } from "./settings-file.ts";
import { Draft } from "./draft.ts";

/** Waits for an answer of the core for exports, which runs in the background. */
function catchFailure<Value>(promise: Promise<Result<Value>>): Promise<Result<Value>> {
  return promise.catch((error: unknown) => ({ failure: errorMessage(error) }));
}

/** Formats a contrast with one digit, rounded down. */
function formatContrast(contrast: number): string {
  return formatNumber(Math.floor(contrast * 10) / 10);
}

/** Returns the row of the three custom colors, with their contrast. */
export function colorsRow(name: SettingOfKind<"colors">, change: ChangeSettings): Panel {
  const status = element("p", { class: "contrast", role: "status" });
  const parts = ["settingsText", "settingsBackground", "settingsLinks"] as const;
  const inputs = parts.map(() => element("input", { type: "color", name }));
  /** Choices not saved yet. Otherwise settings saved meanwhile would overwrite them here. */
  let edited: string | null = null;
  /** Number of the last contrast request. */
  let requests = 0;
  const checkContrast = async (colors: string[]): Promise<ColorContrasts | null> => {
    requests += 1;
    const requestNumber = requests;
    const contrasts = await catchFailure(ask("judge-colors", { colors }));
    if (requestNumber !== requests) {
      return null;
    }
    if ("failure" in contrasts) {
      edited = null;
      status.textContent = t("settingsContrastFailed");
      return null;
    }
    const contrastText = t("settingsContrast", formatContrast(contrasts.text), formatContrast(contrasts.link));
    status.textContent = contrasts.isEnough ? contrastText : `${contrastText} ${t("settingsContrastLow")}`;
    status.classList.toggle("low", !contrasts.isEnough);
    return contrasts;
  };
  for (const input of inputs) {
    input.addEventListener("input", async () => {
      const colors = inputs.map(({ value }) => value);
      edited = colors.join(" ");
      const contrasts = await checkContrast(colors);
      if (contrasts) {
        change({ [name]: [...colors, contrasts.isDark ? "dark" : "light"].join(" ") });
      }
    });
  }
  let shown = "";
  const labels = inputs.map((input, i) => element("label", {}, input, t(parts[i] ?? "settingsText")));
  const choices = element("div", { class: "choices" }, ...labels);
  return {
    nodes: [element("fieldset", { class: name }, element("legend", {}, t(`option_${name}`)), choices, status)],
    show: (settings) => {
      if (edited !== null && !settings[name].startsWith(edited)) {
        return;
      }
      edited = null;
      if (settings[name] !== shown) {
        shown = settings[name];
        const colors = shown.split(" ").slice(0, 3);
        for (const [i, input] of inputs.entries()) {
          input.value = colors[i] ?? "";
        }
        void checkContrast(colors);
      }
    },
  };
}

/** Returns whether a font is installed: its text then has another width than in either of two fallback fonts. */
function isInstalled(name: string): boolean {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const width = (family: string): number => {
    if (context) {
      context.font = `72px ${family}`;
    }
    return context?.measureText("mmmmmmmmmmlliWQ&08").width ?? 0;
  };
  return ["monospace", "serif"].some((fallback) => width(`"${name}", ${fallback}`) !== width(fallback));
}

/** Returns the field for the name of an installed font, with a message if the font isn't installed. */
export function fontNameRow(name: SettingOfKind<"line">, change: ChangeSettings): Panel {
  const title = t(`option_${name}`);
  const attributes = { type: "text", name, maxlength: 100, spellcheck: false, autocomplete: "off" };
  const input = element("input", { ...attributes, "aria-label": title });
  const status = element("p", { role: "status" });
  const showStatus = (): void => {
    const fontName = input.value.trim();
    status.textContent = fontName === "" || isInstalled(fontName) ? "" : t("settingsFontMissing", fontName);
  };
  input.addEventListener("input", () => {
    // Font names contain none of these.
    const fontName = input.value.replace(/["\\\p{Cc}]/gu, "").trim();
    showStatus();
    change(fontName === "" ? { [name]: fontName } : { [name]: fontName, font: "named" });
  });
  const label = element("label", {}, input);
  return {
    nodes: [element("fieldset", { class: name }, element("legend", {}, title), label, status)],
    show: (settings) => {
      if (input.value.trim() !== settings[name]) {
        input.value = settings[name];
      }
      showStatus();
    },
  };
}

/** Returns the list of site-specific settings. */
export function sitesPanel(): HTMLElement {
  const list = element("ul");
  const show = async (): Promise<void> => {
    const stored = await ext.storage.local.get(null);
    const sites = Object.entries(stored).filter(([key]) => key.startsWith(siteKeyPrefix));
    const items = sites.map(([key, site]) => {
      const descriptions = Object.entries(validSettings(Object(site))).map(([name, value]) => {
        const { kind } = settingsTable[name as SettingName];
        const isWord = kind === "choice" || kind === "number";
        const valueText = isWord
          ? valueName(name as SettingOfKind<"choice" | "number">, value as string | number)
          : `${value}`;
        return `${t(`option_${name as SettingName}`)}: ${valueText}`;
      });
      const deleteButton = textButton(t("delete"), () => void deleteSiteSettings(key));
      const host = element("bdi", {}, key.slice(siteKeyPrefix.length));
      return element("li", {}, element("strong", {}, host), " ", formatList(descriptions), " ", deleteButton);
    });
    list.replaceChildren(...items);
    emptyMessage.hidden = items.length > 0;
  };
  const emptyMessage = element("p", {}, t("settingsSitesNone"));
  void show();
  watchSettings(() => void show());
  return group("differences", t("settingsSites"), element("div", {}, emptyMessage, list));
}

/** Returns the buttons that save and load the settings as a file. `currentSettings` returns the current settings. */
export function filePanel(currentSettings: () => Settings): HTMLElement {
  const status = element("p", { role: "status" });
  const importChooser = importButton(".json,application/json", maxFileBytes, async (text) => {
    const imported = text === null ? "foreign" : fromFile(text);
    if (typeof imported === "string") {
      status.textContent = t(`settings_${imported}`);
      return;
    }
    await saveSettings(imported);
    status.textContent = t("settingsImported");
  });
  const exportButton = textButton(t("export"), () =>
    saveFile("pith-settings.json", "application/json", toFile(currentSettings())),
  );
  const actions = element("div", { class: "actions" }, exportButton, importChooser.button, importChooser.input);
  return group("settings-file", t("settingsFile"), element("div", {}, actions, status));
}

/** Returns the panel for custom CSS. */
export function customCssPanel(): HTMLElement {
  const id = "own-sheet";
  const input = element("textarea", { id, rows: 6, maxlength: 20_000, spellcheck: false, dir: "ltr" });
  const draft = new Draft(input);
  const status = element("p", { role: "status" });
  const useButton = textButton(t("settingsCssUse"), async () => {
    const text = input.value;
    if (text.trim() === "") {
      await deleteCustomCss();
      draft.discard();
      status.textContent = t("settingsCssRemoved");
      return;
    }
    const checked = await catchFailure(ask("read-sheet", { text }));
    if ("failure" in checked) {
      status.textContent = checked.failure;
    } else if (checked.sheet === null) {
      status.textContent = t("settingsCssInvalid", checked.fault);
    } else {
      await saveCustomCss(text, checked.sheet);
      draft.discard();
      status.textContent = t("settingsCssSaved");
    }
  });
  const showDraftStatus = (hasDraft: boolean): void => {
    status.textContent = hasDraft ? t("settingsCssUnused") : "";
  };
  void typedCss().then((text) => showDraftStatus(draft.show(text)));
  input.addEventListener("input", () => showDraftStatus(draft.isUnsaved));
  return group(
    "sheet",
    element("label", { for: id }, t("settingsCss")),
    element(
      "div",
      {},
      element("p", {}, t("settingsCssHint")),
      input,
      element("div", { class: "actions" }, useButton, status),
    ),
  );
}
