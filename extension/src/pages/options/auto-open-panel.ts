/** Auto-open on the settings page: the list of patterns, their permissions, and files. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import { ask } from "../../shared/requests.ts";
import { number } from "../../shared/i18n/numbers.ts";
import { save } from "../../ui/save-file.ts";
import { importButton } from "../import-file.ts";
import { fromFile, toFile } from "./auto-open-file.ts";
import {
  extents,
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

const status = element("p", { role: "status" });
const undo = textButton(t("undo"), () => {
  undo.hidden = true;
  void change(withLines(known, deleted));
});
undo.hidden = true;
/** All patterns, each with a button that requests its permission if that is missing. */
const sites = element("ul", { class: "waiting" });
/** The pattern deleted last. */
let deleted: string[] = [];
const list = element("textarea", {
  id: "patterns",
  rows: 7,
  dir: "ltr",
  spellcheck: "false",
  autocapitalize: "off",
  wrap: "off",
  "aria-describedby": "patterns-form",
});
const draft = new Draft(list);
/** The list as last loaded. */
let known = "";

/** Changes the list and shows the result. Returns whether it changed. */
async function change(after: string): Promise<boolean> {
  const [faulty] = faultyLines(after);
  if (faulty !== undefined) {
    status.textContent = t("autoOpenBroken", number(faulty));
    return false;
  }
  const refusal = await ask("change-list", { before: known, after }).catch((): ListRefusal => "full");
  status.textContent = refusal ? sentenceOf(refusal) : t("autoOpenSaved");
  undo.hidden = true;
  if (!refusal) {
    draft.drop();
    await load();
  }
  return !refusal;
}

function sentenceOf(refusal: ListRefusal): string {
  const sentences = {
    full: t("storageFull"),
    newer: t("autoOpenNewer"),
    broken: t("autoOpenInvalid"),
    huge: t("autoOpenHuge"),
  };
  return sentences[refusal];
}

async function load(): Promise<void> {
  const stored = await loadList();
  if (stored === null) {
    status.textContent = t("autoOpenNewer");
    list.disabled = true;
    return;
  }
  // Keeps unsaved text.
  const isTyped = list.value === known && draft.show(stored);
  known = stored;
  if (isTyped) {
    await change(list.value);
  }
  await showSites();
}

/** Lists the patterns, each with a button that deletes it, and one that requests its permission if that is missing. */
async function showSites(): Promise<void> {
  const lines = known.split("\n").flatMap((line) => patternsIn(line).map((pattern) => ({ line, pattern })));
  const origins = originsOf(lines.map(({ pattern }) => pattern));
  const isPermitted = await Promise.all(origins.map(hasPermission));
  const missing = new Set(origins.filter((_, number) => !isPermitted[number]));
  const items = lines.map(({ line, pattern }) => {
    const { view } = pattern;
    const origin = originOf(pattern);
    const remove = textButton(t("delete"), () => void forget(line));
    remove.setAttribute("aria-label", `${t("delete")}: ${line}`);
    const allow = textButton(
      t("autoOpenAllow"),
      () => void ext.permissions.request({ origins: [origin] }).catch(() => {}),
    );
    const waits = view !== "never" && missing.has(origin);
    return element(
      "li",
      {},
      element(
        "span",
        {},
        element("bdi", { dir: "ltr" }, pattern.address),
        ...(waits ? [` ${t("autoOpenWaits")}`] : []),
      ),
      element("span", { class: "chip" }, view === "never" ? t("readAloudNever") : t(`view_${view}`)),
      ...(waits ? [allow] : []),
      remove,
    );
  });
  sites.replaceChildren(...items);
  none.hidden = items.length > 0;
}

/** Deletes a pattern. This can be undone. */
async function forget(line: string): Promise<void> {
  const lines = known.split("\n");
  if (await change(lines.filter((one) => one !== line).join("\n"))) {
    deleted = [line];
    status.textContent = t("deleted");
    undo.hidden = false;
    undo.focus();
  }
}

async function importList(text: string | null): Promise<void> {
  const lines = text === null ? "huge" : fromFile(text);
  if (lines === "huge" || lines === "newer") {
    status.textContent = t(`import_${lines}`);
  } else if (lines === "foreign" || lines === "broken") {
    status.textContent = t("autoOpenForeign");
  } else {
    await change(withLines(known, lines));
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
  const choices = extents.map((extent) => {
    const radio = element("input", { type: "radio", name: "extent", value: extent, checked: extent === "site" });
    const lines = element("code", { dir: "ltr" });
    const show = (): void => {
      lines.textContent = linesFor(href, extent, view.value as ViewName).join("\n");
    };
    show();
    view.addEventListener("change", show);
    return { extent, radio, node: element("label", {}, radio, element("span", {}, t(`extent_${extent}`), lines)) };
  });
  const add = textButton(t("autoOpenAdd"), () => {
    const chosen = choices.find(({ radio }) => radio.checked)?.extent ?? "site";
    const lines = linesFor(href, chosen, view.value as ViewName);
    // Immediately: browsers show the prompt only during the click.
    const permission = ext.permissions.request({ origins: [originOf(new URL(href))] }).catch(() => false);
    void permission.then((isGranted) => {
      if (isGranted) {
        return change(withLines(known, lines));
      }
      status.textContent = t("autoOpenRefused");
      return false;
    });
  });
  const nodes = choices.map(({ node }) => node);
  return element(
    "fieldset",
    { class: "extent" },
    element("legend", {}, t("autoOpenAdd")),
    ...nodes,
    element("div", { class: "acts" }, view, add),
  );
}

const none = element("p", {}, t("settingsAutoOpenNone"));

/** Returns the section of the settings page. */
export function autoOpenPanel(): HTMLElement {
  const form = pageForm();
  const chooser = importButton(".txt", maxListLength, importList);
  list.addEventListener("change", () => void change(list.value));
  const advanced = element(
    "details",
    { class: "fold" },
    element("summary", {}, t("settingsAdvanced")),
    element("label", { for: "patterns" }, t("autoOpenPatterns")),
    element("p", { id: "patterns-form" }, t("autoOpenText")),
    list,
    element(
      "div",
      { class: "files" },
      textButton(t("export"), () => save("pith-auto-open.txt", "text/plain", toFile(known))),
      chooser.button,
      chooser.input,
    ),
  );
  const node = group(
    "always",
    t("autoOpenList"),
    ...(form ? [form] : []),
    element("div", {}, none, sites, element("div", { class: "said" }, status, undo)),
    advanced,
  );
  void load().then(() => {
    // Unsaved text must be visible.
    advanced.open = draft.isKept;
  });
  for (const event of [ext.permissions.onAdded, ext.permissions.onRemoved]) {
    event.addListener(() => void showSites());
  }
  ext.storage.local.onChanged.addListener(() => void load());
  return node;
}
