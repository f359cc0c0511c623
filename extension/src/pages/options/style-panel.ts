/** Style on the settings page: custom colors and fonts, site-specific settings, files of settings, and custom CSS. */

import { element } from "../../ui/build.ts";
import {
  deleteSiteSettings,
  known,
  type Named,
  ofSites,
  save,
  type SettingName,
  type Settings,
  table,
  watch,
} from "../../shared/settings/settings.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { Answer, JudgedColors } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { listed, number } from "../../shared/i18n/numbers.ts";
import { deleteCustomCss, saveCustomCss, typedCss } from "../../shared/settings/custom-css.ts";
import { type ChangeSettings, type Panel, valueName } from "../../ui/settings-panel.ts";
import { reasonOf } from "../../shared/reason.ts";
import { save as saveFile } from "../../ui/save-file.ts";
import { importButton } from "../import-file.ts";
import { group } from "../own-page.ts";
import { fromFile, largestFile, toFile } from "./settings-file.ts";
import { Draft } from "./draft.ts";

/** Waits for an answer of the core for exports, which runs in the background. */
function answered<What>(answer: Promise<Answer<What>>): Promise<Answer<What>> {
  return answer.catch((error: unknown) => ({ failure: reasonOf(error) }));
}

/** Formats a contrast with one digit, rounded down. */
function figure(contrast: number): string {
  return number(Math.floor(contrast * 10) / 10);
}

/** Returns the row of the three custom colors, with their contrast. */
export function colorsRow(name: Named<"colors">, change: ChangeSettings): Panel {
  const status = element("p", { class: "contrast", role: "status" });
  const parts = ["settingsText", "settingsBackground", "settingsLinks"] as const;
  const inputs = parts.map(() => element("input", { type: "color", name }));
  /** Choices not saved yet. Otherwise settings saved meanwhile would overwrite them here. */
  let edited: string | null = null;
  /** Number of the last contrast request. */
  let requests = 0;
  const judge = async (colors: string[]): Promise<JudgedColors | null> => {
    requests += 1;
    const own = requests;
    const judged = await answered(ask("judge-colors", { colors }));
    if (own !== requests) {
      return null;
    }
    if ("failure" in judged) {
      edited = null;
      status.textContent = t("settingsContrastFailed");
      return null;
    }
    const figures = t("settingsContrast", figure(judged.text), figure(judged.link));
    status.textContent = judged.isEnough ? figures : `${figures} ${t("settingsContrastLow")}`;
    status.classList.toggle("low", !judged.isEnough);
    return judged;
  };
  for (const input of inputs) {
    input.addEventListener("input", async () => {
      const colors = inputs.map(({ value }) => value);
      edited = colors.join(" ");
      const judged = await judge(colors);
      if (judged) {
        change({ [name]: [...colors, judged.isDark ? "dark" : "light"].join(" ") });
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
        void judge(colors);
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
  return ["monospace", "serif"].some((other) => width(`"${name}", ${other}`) !== width(other));
}

/** Returns the field for the name of an installed font, with a message if the font isn't installed. */
export function faceRow(name: Named<"line">, change: ChangeSettings): Panel {
  const title = t(`option_${name}`);
  const attributes = { type: "text", name, maxlength: 100, spellcheck: false, autocomplete: "off" };
  const input = element("input", { ...attributes, "aria-label": title });
  const status = element("p", { role: "status" });
  const showStatus = (): void => {
    const face = input.value.trim();
    status.textContent = face === "" || isInstalled(face) ? "" : t("settingsFontMissing", face);
  };
  input.addEventListener("input", () => {
    // Font names contain none of these.
    const face = input.value.replace(/["\\\p{Cc}]/gu, "").trim();
    showStatus();
    change(face === "" ? { [name]: face } : { [name]: face, font: "named" });
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
    const sites = Object.entries(stored).filter(([key]) => key.startsWith(ofSites));
    const items = sites.map(([key, site]) => {
      const status = Object.entries(known(Object(site))).map(([name, value]) => {
        const { kind } = table[name as SettingName];
        const isWord = kind === "choice" || kind === "number";
        const words = isWord ? valueName(name as Named<"choice" | "number">, value as string | number) : `${value}`;
        return `${t(`option_${name as SettingName}`)}: ${words}`;
      });
      const remove = textButton(t("delete"), () => void deleteSiteSettings(key));
      const host = element("bdi", {}, key.slice(ofSites.length));
      return element("li", {}, element("strong", {}, host), " ", listed(status), " ", remove);
    });
    list.replaceChildren(...items);
    none.hidden = items.length > 0;
  };
  const none = element("p", {}, t("settingsSitesNone"));
  void show();
  watch(() => void show());
  return group("differences", t("settingsSites"), element("div", {}, none, list));
}

/** Returns the buttons that save and load the settings as a file. `now` returns the current settings. */
export function filePanel(now: () => Settings): HTMLElement {
  const status = element("p", { role: "status" });
  const chooser = importButton(".json,application/json", largestFile, async (text) => {
    const read = text === null ? "foreign" : fromFile(text);
    if (typeof read === "string") {
      status.textContent = t(`settings_${read}`);
      return;
    }
    await save(read);
    status.textContent = t("settingsImported");
  });
  const out = textButton(t("export"), () => saveFile("pith-settings.json", "application/json", toFile(now())));
  const acts = element("div", { class: "acts" }, out, chooser.button, chooser.input);
  return group("exchange", t("settingsFile"), element("div", {}, acts, status));
}

/** Returns the panel for custom CSS. */
export function sheetPanel(): HTMLElement {
  const id = "own-sheet";
  const input = element("textarea", { id, rows: 6, maxlength: 20_000, spellcheck: false, dir: "ltr" });
  const draft = new Draft(input);
  const status = element("p", { role: "status" });
  const keep = textButton(t("settingsCssUse"), async () => {
    const text = input.value;
    if (text.trim() === "") {
      await deleteCustomCss();
      draft.drop();
      status.textContent = t("settingsCssRemoved");
      return;
    }
    const read = await answered(ask("read-sheet", { text }));
    if ("failure" in read) {
      status.textContent = read.failure;
    } else if (read.sheet === null) {
      status.textContent = t("settingsCssInvalid", read.fault);
    } else {
      await saveCustomCss(text, read.sheet);
      draft.drop();
      status.textContent = t("settingsCssSaved");
    }
  });
  const showUse = (isTyped: boolean): void => {
    status.textContent = isTyped ? t("settingsCssUnused") : "";
  };
  void typedCss().then((text) => showUse(draft.show(text)));
  input.addEventListener("input", () => showUse(draft.isKept));
  return group(
    "sheet",
    element("label", { for: id }, t("settingsCss")),
    element("div", {}, element("p", {}, t("settingsCssHint")), input, element("div", { class: "acts" }, keep, status)),
  );
}
