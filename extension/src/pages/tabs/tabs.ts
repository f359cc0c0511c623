/**
 * The page that saves tabs as one file. It lists them, requests permission only for their sites, and reports the result
 * of each. The permissions are revoked when the page is closed.
 */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { element } from "../../ui/build.ts";
import { button } from "../../ui/components.ts";
import { textButton } from "../../ui/controls.ts";
import { ChevronDown, ChevronUp } from "../../ui/icons.ts";
import { recordTemporary, hasPermission } from "../../shared/permissions.ts";
import { imagesNeedingPermission, type ImageFiles, retryImages, remainingBytes } from "../../ui/export/images.ts";
import { askOrThrow, blockedImagesMessage, missingImagesMessage, saveFile } from "../../ui/export/exporter.ts";
import { ext, t } from "../../shared/ext.ts";
import type { Chapter, Collected, OmittedPage, TabsRequest } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { counted, formatList, formatNumber } from "../../shared/i18n/numbers.ts";
import { describePage } from "../own-page.ts";
import { errorMessage } from "../../shared/reason.ts";
import { tabTimeout } from "../../shared/timeouts.ts";

type TabsFileForm = TabsRequest["form"];

/** A tab in the list. */
class TabRow {
  readonly id: number;
  readonly box = element("input", { type: "checkbox", checked: true });
  readonly #name = element("bdi", { class: "name" });
  readonly #status = element("span", { class: "facts" });
  readonly node: HTMLElement;
  /** Null if the tab is closed. Its URL isn't known without permission. */
  tab: chrome.tabs.Tab | null = null;

  constructor(id: number) {
    this.id = id;
    const up = button({ variant: "quiet", small: true, icon: ChevronUp, tip: t("tabsUp") }, () => move(this, -1));
    const down = button({ variant: "quiet", small: true, icon: ChevronDown, tip: t("tabsDown") }, () => move(this, 1));
    this.node = element(
      "li",
      {},
      element("label", {}, this.box, element("span", {}, this.#name, this.#status)),
      element("span", { class: "move-buttons" }, up, down),
    );
  }

  async refresh(position: number): Promise<void> {
    this.tab = await ext.tabs.get(this.id).catch(() => null);
    const { title, url } = this.tab ?? {};
    const host = this.url ? this.url.host : "";
    this.#name.textContent = title || url || t("tabsTab", formatNumber(position));
    if (this.#status.textContent === "" || host !== "") {
      this.#status.textContent = host;
    }
    if (this.url && !this.origin) {
      // The tab can't be read.
      this.box.checked = false;
      this.box.disabled = true;
      this.setStatus(t("tabsClosed"));
    }
  }

  get url(): URL | null {
    return URL.parse(this.tab?.url ?? "");
  }

  /** The required permission; null if it isn't known, or if no permission would help. */
  get origin(): string | null {
    const { url } = this;
    return url && /^https?:$/.test(url.protocol) ? originOf(url) : null;
  }

  setStatus(message: string): void {
    this.#status.textContent = message;
  }

  markOmitted(reason: string): OmittedPage {
    this.setStatus(reason);
    return { title: this.#name.textContent ?? "", url: this.url?.href ?? "", reason };
  }
}

const ids = (new URLSearchParams(location.search).get("tabs") ?? "").split(",").map(Number).filter(Number.isInteger);
let rows = ids.map((id) => new TabRow(id));
const list = element("ol", { class: "tabs card" });
const titleField = element("input", { type: "text", id: "title", maxlength: 200, autocomplete: "off" });
const status = element("p", { role: "status" });
const actionButtons = element("div", { class: "actions" });
let abortController = new AbortController();

/** Moves a row up or down, which is the order in the file. The focus stays on the clicked button. */
function move(row: TabRow, by: -1 | 1): void {
  const index = rows.indexOf(row);
  const focused = document.activeElement as HTMLElement | null;
  if (rows[index + by]) {
    rows = rows.toSpliced(index, 1).toSpliced(index + by, 0, row);
    list.replaceChildren(...rows.map(({ node }) => node));
    focused?.focus();
  }
}

const selectedRows = (): TabRow[] => rows.filter(({ box }) => box.checked);

async function refreshRows(): Promise<void> {
  await Promise.all(rows.map((row, i) => row.refresh(i + 1)));
}

/** The format of the file for which access to some sites was denied; null if it wasn't. */
let refusedForm: TabsFileForm | null = null;

/** Shows the available actions. The tabs' URLs are needed first: they decide which permissions are missing. */
function showActions(): void {
  const unknown = rows.filter(({ tab }) => tab !== null && !tab.url);
  const refusedAgain = refusedForm;
  const primaryButton =
    unknown.length > 0
      ? textButton(t("tabsIdentify"), () => void requestTabTitles(), "btn primary")
      : refusedAgain
        ? textButton(t("tabsAllow"), () => start(refusedAgain), "btn primary")
        : null;
  if (unknown.length > 0) {
    status.textContent = t("tabsUnknown");
  }
  const buttonClass = primaryButton ? undefined : "btn primary";
  actionButtons.replaceChildren(
    ...(primaryButton ? [primaryButton] : []),
    textButton(t("saveEpub"), () => start("epub"), buttonClass),
    textButton(t("saveMarkdown"), () => start("markdown")),
  );
}

/**
 * Requests permissions, revoked with this page. Call it immediately: browsers show the prompt only during the click.
 */
async function requestPermissions(permissions: chrome.permissions.Permissions): Promise<boolean> {
  const isGranted = await ext.permissions.request(permissions).catch(() => false);
  if (isGranted) {
    const { origins, ...others } = permissions;
    await recordTemporary({
      ...others,
      ...(origins && { origins: origins.filter((origin) => !previousOrigins.has(origin)) }),
    });
  }
  return isGranted;
}

async function requestTabTitles(): Promise<void> {
  const isGranted = await requestPermissions({ permissions: ["tabs"] });
  status.textContent = isGranted ? "" : t("tabsUnidentified");
  await refreshRows();
  if (isGranted) {
    showActions();
  }
}

/**
 * Requests permission for some sites, and continues with any answer. Browsers don't ask again about permitted sites.
 */
async function withPermission(origins: string[], form: TabsFileForm, proceed: () => Promise<void>): Promise<void> {
  actionButtons.replaceChildren(textButton(t("stop"), () => abortController.abort()));
  try {
    refusedForm = origins.length > 0 && !(await requestPermissions({ origins })) ? form : null;
    await proceed();
  } catch (error) {
    showFailure(error);
  }
}

/** Requests permission for the sites of the selected tabs, and reads the permitted ones. */
function start(form: TabsFileForm): void {
  abortController = new AbortController();
  const { signal } = abortController;
  void withPermission([...new Set(selectedRows().flatMap(({ origin }) => origin ?? []))], form, () =>
    readTabs(form, signal),
  );
}

interface CollectedTabs {
  chapters: Chapter[];
  omitted: OmittedPage[];
  images: ImageFiles;
}

async function readTabs(form: TabsFileForm, signal: AbortSignal): Promise<void> {
  const collected: CollectedTabs = { chapters: [], omitted: [], images: { loaded: [], missing: [] } };
  const rows = selectedRows();
  for (const [i, row] of rows.entries()) {
    status.textContent = t("tabsReading", formatNumber(i + 1), formatNumber(rows.length));
    await readTab(row, form, collected, signal);
    signal.throwIfAborted();
  }
  if (collected.chapters.length === 0) {
    status.textContent = t(refusedForm ? "tabsAllRefused" : "tabsNothing");
    showActions();
    return;
  }
  const { closed, origins } = imagesNeedingPermission(collected.images);
  if (closed.length === 0) {
    await finish(form, collected, signal);
    return;
  }
  status.textContent = blockedImagesMessage(closed, origins);
  const allow = async (): Promise<void> =>
    finish(form, { ...collected, images: await retryImages(collected.images, showProgress, signal) }, signal);
  actionButtons.replaceChildren(
    textButton(t("imagesAllow"), () => void withPermission(origins, form, allow)),
    textButton(t("imagesWithout"), () => void finish(form, collected, signal).catch(showFailure)),
  );
}

function showFailure(error: unknown): void {
  status.textContent = abortController.signal.aborted ? t("exportStopped") : errorMessage(error);
  showActions();
}

function showProgress({ done, all }: { done: number; all: number }): void {
  status.textContent = t("imagesRead", formatNumber(done), formatNumber(all));
}

/** Reads the article of a tab, with its images if the file includes images. */
async function readTab(row: TabRow, form: TabsFileForm, collected: CollectedTabs, signal: AbortSignal): Promise<void> {
  const { tab } = row;
  if (!tab) {
    collected.omitted.push(row.markOmitted(t("tabsGone")));
    return;
  }
  if (row.url && !row.origin) {
    collected.omitted.push(row.markOmitted(t("tabsClosed")));
    return;
  }
  if (!(row.origin && (await hasPermission(row.origin))) && !row.url) {
    collected.omitted.push(row.markOmitted(t("tabsRefused")));
    return;
  }
  if (tab.discarded || tab.status === "unloaded") {
    collected.omitted.push(row.markOmitted(t("tabsUnloaded")));
    return;
  }
  row.setStatus(t("preparing"));
  const { loaded, missing } = collected.images;
  const timeout = new Promise<Collected>((resolve) =>
    setTimeout(() => resolve({ kind: "failed", reason: t("tabsLate") }), tabTimeout),
  );
  const failure: Collected = { kind: "failed", reason: t("failed") };
  const collectRequest = {
    tab: row.id,
    images: form === "epub",
    room: remainingBytes(loaded),
    held: loaded.map(({ src }) => src),
  };
  const result = await Promise.race([
    ask("collect", collectRequest).then(
      (article) => article ?? failure,
      () => failure,
    ),
    timeout,
    new Promise<Collected>((resolve) => {
      signal.addEventListener("abort", () => resolve({ kind: "failed", reason: t("exportStopped") }));
    }),
  ]);
  if (result.kind === "failed") {
    collected.omitted.push(row.markOmitted(result.reason));
    return;
  }
  collected.chapters.push(result.chapter);
  loaded.push(...result.images);
  missing.push(...result.missing);
  row.setStatus(t("tabsAdded"));
}

async function finish(form: TabsFileForm, collected: CollectedTabs, signal: AbortSignal): Promise<void> {
  actionButtons.replaceChildren();
  const { chapters, omitted, images } = collected;
  const missingText = form === "epub" ? missingImagesMessage(images.missing) : null;
  const lastIndex = chapters.length - 1;
  const file = await askOrThrow("write-tabs", {
    title: titleField.value,
    chapters: chapters.map((chapter, i) =>
      i === lastIndex ? { ...chapter, facts: { ...chapter.facts, note: missingText } } : chapter,
    ),
    omitted: { heading: t("tabsOmitted"), pages: omitted },
    form,
    images: images.loaded,
  });
  signal.throwIfAborted();
  saveFile(file, form);
  const messages = [t("saved", file.name), counted("tabsIncluded", chapters.length)];
  if (omitted.length > 0) {
    messages.push(t("tabsMissing", formatList(omitted.map(({ title }) => title))));
  }
  status.textContent = [...messages, ...(missingText === null ? [] : [missingText])].join(" ");
  showActions();
}

/** Permissions from before, which are kept. */
const previousOrigins = new Set<string>();

describePage(t("tabsTitle"));
list.append(...rows.map(({ node }) => node));
document.body.append(
  element(
    "main",
    {},
    element("h1", {}, t("tabsTitle")),
    element("p", {}, t("tabsHow")),
    list,
    element("p", { class: "title" }, element("label", { for: titleField.id }, t("override_title")), titleField),
    element("div", { class: "message" }, status),
    actionButtons,
  ),
);
window.addEventListener("pagehide", () => abortController.abort());
void ext.permissions.getAll().then(async ({ origins = [] }) => {
  for (const origin of origins) {
    previousOrigins.add(origin);
  }
  await refreshRows();
  showActions();
});
