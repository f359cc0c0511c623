/** Auto-open on the settings page: the list of patterns, their permissions, and files. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import { ask } from "../../shared/requests.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import { save } from "../../ui/save-file.ts";
import { importButton } from "../import-file.ts";
import { fromFile, toFile } from "./auto-open-file.ts";
import {
  patternScopes,
  faultyLines,
  linesFor,
  maxListLength,
  originOf,
  originsOf,
  patternsIn,
  withLines,
} from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { type ListRefusal, loadList } from "../../shared/auto-open/store.ts";
import { group } from "../own-page.ts";
import { Draft } from "./draft.ts";

const statusElement = element("p", { role: "status" });
const undoButton = textButton(t("undo"), () => {
  undoButton.hidden = true;
  void changeList(withLines(savedList, deletedLines));
});
undoButton.hidden = true;
/** All patterns, each with a button that requests its permission if that is missing. */
const patternList = element("ul", { class: "site-list" });
/** The pattern deleted last. */
let deletedLines: string[] = [];
const listField = element("textarea", {
  id: "patterns",
  rows: 7,
  dir: "ltr",
  spellcheck: "false",
  autocapitalize: "off",
  wrap: "off",
  "aria-describedby": "patterns-form",
});
const draft = new Draft(listField);
/** The list as last loaded. */
let savedList = "";

/** Changes the list and shows the result. Returns whether it changed. */
async function changeList(after: string): Promise<boolean> {
  const [faulty] = faultyLines(after);
  if (faulty !== undefined) {
    statusElement.textContent = t("autoOpenBroken", formatNumber(faulty));
    return false;
  }
  const refusal = await ask("change-list", { before: savedList, after }).catch((): ListRefusal => "full");
  statusElement.textContent = refusal ? refusalMessage(refusal) : t("autoOpenSaved");
  undoButton.hidden = true;
  if (!refusal) {
    draft.discard();
    await loadSavedList();
  }
  return !refusal;
}

function refusalMessage(refusal: ListRefusal): string {
  const messages = {
    full: t("storageFull"),
    newer: t("autoOpenNewer"),
    broken: t("autoOpenInvalid"),
    huge: t("autoOpenHuge"),
  };
  return messages[refusal];
}

async function loadSavedList(): Promise<void> {
  const stored = await loadList();
  if (stored === null) {
    statusElement.textContent = t("autoOpenNewer");
    listField.disabled = true;
    return;
  }
  // Keeps unsaved text.
  const hasDraft = listField.value === savedList && draft.show(stored);
  savedList = stored;
  if (hasDraft) {
    await changeList(listField.value);
  }
  await showSites();
}

/** Lists the patterns, each with a button that deletes it, and one that requests its permission if that is missing. */
async function showSites(): Promise<void> {
  const lines = savedList.split("\n").flatMap((line) => patternsIn(line).map((pattern) => ({ line, pattern })));
  const origins = originsOf(lines.map(({ pattern }) => pattern));
  const isPermitted = await Promise.all(origins.map(hasPermission));
  const missingOrigins = new Set(origins.filter((_, index) => !isPermitted[index]));
  const items = lines.map(({ line, pattern }) => {
    const { view } = pattern;
    const origin = originOf(pattern);
    const deleteButton = textButton(t("delete"), () => void deletePattern(line));
    deleteButton.setAttribute("aria-label", `${t("delete")}: ${line}`);
    const allowButton = textButton(
      t("autoOpenAllow"),
      () => void ext.permissions.request({ origins: [origin] }).catch(() => {}),
    );
    const needsPermission = view !== "never" && missingOrigins.has(origin);
    return element(
      "li",
      {},
      element(
        "span",
        {},
        element("bdi", { dir: "ltr" }, pattern.hostAndPath),
        ...(needsPermission ? [` ${t("autoOpenWaits")}`] : []),
      ),
      element("span", { class: "chip" }, view === "never" ? t("readAloudNever") : t(`view_${view}`)),
      ...(needsPermission ? [allowButton] : []),
      deleteButton,
    );
  });
  patternList.replaceChildren(...items);
  emptyMessage.hidden = items.length > 0;
}

/** Deletes a pattern. This can be undone. */
async function deletePattern(line: string): Promise<void> {
  const lines = savedList.split("\n");
  if (await changeList(lines.filter((other) => other !== line).join("\n"))) {
    deletedLines = [line];
    statusElement.textContent = t("deleted");
    undoButton.hidden = false;
    undoButton.focus();
  }
}

async function importList(text: string | null): Promise<void> {
  const lines = text === null ? "huge" : fromFile(text);
  if (lines === "huge" || lines === "newer") {
    statusElement.textContent = t(`import_${lines}`);
  } else if (lines === "foreign" || lines === "broken") {
    statusElement.textContent = t("autoOpenForeign");
  } else {
    await changeList(withLines(savedList, lines));
  }
}

/** Returns the form for the page that the settings page was opened for; null if there is none. */
function pageForm(): HTMLElement | null {
  const parameters = new URLSearchParams(location.search);
  const href = parameters.get("url") ?? "";
  if (linesFor(href, "page", "reader").length === 0) {
    return null;
  }
  const view = element("select", { name: "view", "aria-label": t("autoOpenView") });
  view.append(...viewNames.map((name) => element("option", { value: name }, t(`view_${name}`))));
  view.value = parameters.get("view") ?? "reader";
  // Of choices with equal lines, the last stays: for a page at the top of a site, its section is the whole site.
  const scopeByLines = new Map(patternScopes.map((scope) => [linesFor(href, scope, "reader").join("\n"), scope]));
  const choices = [...scopeByLines.values()].map((scope) => {
    const radio = element("input", { type: "radio", name: "extent", value: scope, checked: scope === "site" });
    const lines = element("code", { dir: "ltr" });
    const showLines = (): void => {
      lines.textContent = linesFor(href, scope, view.value as ViewName).join("\n");
    };
    showLines();
    view.addEventListener("change", showLines);
    return {
      extent: scope,
      radio,
      node: element("label", {}, radio, element("span", {}, t(`extent_${scope}`), lines)),
    };
  });
  const add = textButton(t("autoOpenAdd"), () => {
    const scope = choices.find(({ radio }) => radio.checked)?.extent ?? "site";
    const lines = linesFor(href, scope, view.value as ViewName);
    // Immediately: browsers show the prompt only during the click.
    const permission = ext.permissions.request({ origins: [originOf(new URL(href))] }).catch(() => false);
    void permission.then((isGranted) => {
      if (isGranted) {
        return changeList(withLines(savedList, lines));
      }
      statusElement.textContent = t("autoOpenRefused");
      return false;
    });
  });
  const nodes = choices.map(({ node }) => node);
  return element(
    "fieldset",
    { class: "add-pattern" },
    element("legend", {}, t("autoOpenAdd")),
    ...nodes,
    element("div", { class: "actions" }, view, add),
  );
}

const emptyMessage = element("p", {}, t("settingsAutoOpenNone"));

/** Returns the section of the settings page. */
export function autoOpenPanel(): HTMLElement {
  const form = pageForm();
  const importChooser = importButton(".txt", maxListLength, importList);
  listField.addEventListener("change", () => void changeList(listField.value));
  const advanced = element(
    "details",
    { class: "disclosure" },
    element("summary", {}, t("settingsAdvanced")),
    element("label", { for: "patterns" }, t("autoOpenPatterns")),
    element("p", { id: "patterns-form" }, t("autoOpenText")),
    listField,
    element(
      "div",
      { class: "files" },
      textButton(t("export"), () => save("pith-auto-open.txt", "text/plain", toFile(savedList))),
      importChooser.button,
      importChooser.input,
    ),
  );
  const node = group(
    "auto-open",
    t("autoOpenList"),
    ...(form ? [form] : []),
    element("div", {}, emptyMessage, patternList, element("div", { class: "message" }, statusElement, undoButton)),
    advanced,
  );
  void loadSavedList().then(() => {
    // Unsaved text must be visible.
    advanced.open = draft.isUnsaved;
  });
  for (const event of [ext.permissions.onAdded, ext.permissions.onRemoved]) {
    event.addListener(() => void showSites());
  }
  ext.storage.local.onChanged.addListener(() => void loadSavedList());
  return node;
}
