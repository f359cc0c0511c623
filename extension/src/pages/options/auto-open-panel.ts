/** Auto-open on the settings page: the list, patterns that wait for permission, files. */

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
  longestList,
  originOf,
  originsOf,
  patternsIn,
  withLines,
} from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { type ListRefusal, loadList } from "../../shared/auto-open/store.ts";
import { Draft } from "./draft.ts";

const said = element("p", { role: "status" });
const waiting = element("ul", { class: "waiting" });
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
/** The list as it was read last. */
let known = "";

/** Changes the list, and says what became of it. Returns whether it was changed. */
async function change(after: string): Promise<boolean> {
  const [faulty] = faultyLines(after);
  if (faulty !== undefined) {
    said.textContent = t("alwaysBroken", number(faulty));
    return false;
  }
  const refusal = await ask("change-list", { before: known, after }).catch((): ListRefusal => "full");
  said.textContent = refusal ? sentenceOf(refusal) : t("alwaysStored");
  if (!refusal) {
    draft.drop();
    await load();
  }
  return !refusal;
}

function sentenceOf(refusal: ListRefusal): string {
  const sentences = {
    full: t("storageFull"),
    newer: t("alwaysNewer"),
    broken: t("alwaysInvalid"),
    huge: t("alwaysHuge"),
  };
  return sentences[refusal];
}

async function load(): Promise<void> {
  const stored = await loadList();
  if (stored === null) {
    said.textContent = t("alwaysNewer");
    list.disabled = true;
    return;
  }
  // What is being written stays.
  const isTyped = list.value === known && draft.show(stored);
  known = stored;
  if (isTyped) {
    await change(list.value);
  }
  await showWaiting();
}

/** Lists the sites of patterns for which there is no permission, each with a button that asks for it. */
async function showWaiting(): Promise<void> {
  const origins = originsOf(patternsIn(known));
  const isPermitted = await Promise.all(origins.map(hasPermission));
  const items = origins
    .filter((_, number) => !isPermitted[number])
    .map((origin) => {
      const allow = textButton(
        t("alwaysAllow"),
        () => void ext.permissions.request({ origins: [origin] }).catch(() => {}),
      );
      const site = element("bdi", {}, origin.replace(/\/\*$/, ""));
      return element("li", {}, site, ` ${t("alwaysWaits")} `, allow);
    });
  waiting.replaceChildren(...items);
}

async function importList(text: string | null): Promise<void> {
  const lines = text === null ? "huge" : fromFile(text);
  if (lines === "huge" || lines === "newer") {
    said.textContent = t(`import_${lines}`);
  } else if (lines === "foreign" || lines === "broken") {
    said.textContent = t("alwaysForeign");
  } else {
    await change(withLines(known, lines));
  }
}

/** Returns the form for the page that the settings page was opened for; null where it was for none. */
function pageForm(): HTMLElement | null {
  const parameters = new URLSearchParams(location.search);
  const href = parameters.get("url") ?? "";
  if (linesFor(href, "page", "reader").length === 0) {
    return null;
  }
  const view = element("select", { name: "view", "aria-label": t("alwaysView") });
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
  const add = textButton(t("alwaysAdd"), () => {
    const chosen = choices.find(({ radio }) => radio.checked)?.extent ?? "site";
    const lines = linesFor(href, chosen, view.value as ViewName);
    // At once: the browser asks only while the press counts.
    const asked = ext.permissions.request({ origins: [originOf(new URL(href))] }).catch(() => false);
    void asked.then((isGiven) => {
      if (isGiven) {
        return change(withLines(known, lines));
      }
      said.textContent = t("alwaysRefused");
      return false;
    });
  });
  const nodes = choices.map(({ node }) => node);
  return element(
    "fieldset",
    { class: "extent" },
    element("legend", {}, t("alwaysAdd")),
    ...nodes,
    element("div", { class: "acts" }, view, add),
  );
}

/** Returns the part of the settings page; it stands first where the page was opened for it. */
export function listPanel(): { node: HTMLElement; isFirst: boolean } {
  const form = pageForm();
  const chooser = importButton(".txt", longestList, importList);
  list.addEventListener("change", () => void change(list.value));
  const node = element(
    "section",
    { class: "always" },
    element("h2", {}, t("alwaysList")),
    ...(form ? [form] : []),
    element("label", { for: "patterns" }, t("alwaysPatterns")),
    element("p", { id: "patterns-form" }, t("alwaysText")),
    list,
    element("div", { class: "said" }, said),
    waiting,
    element(
      "div",
      { class: "files" },
      textButton(t("export"), () => save("pith-auto-open.txt", "text/plain", toFile(known))),
      chooser.button,
      chooser.input,
    ),
  );
  void load();
  for (const event of [ext.permissions.onAdded, ext.permissions.onRemoved]) {
    event.addListener(() => void showWaiting());
  }
  ext.storage.local.onChanged.addListener(() => void load());
  return { node, isFirst: form !== null };
}
