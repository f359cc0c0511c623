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
import { closedImages, type ImageFiles, retryClosedImages, roomBeside } from "../../ui/export/images.ts";
import { askOrThrow, blockedImagesMessage, missingImagesMessage, saveFile } from "../../ui/export/exporter.ts";
import { ext, t } from "../../shared/ext.ts";
import type { Chapter, Collected, OmittedPage, TabsRequest } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { counted, listed, number } from "../../shared/i18n/numbers.ts";
import { describePage } from "../own-page.ts";
import { reasonOf } from "../../shared/reason.ts";
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
    const up = button({ look: "quiet", small: true, icon: ChevronUp, tip: t("tabsUp") }, () => move(this, -1));
    const down = button({ look: "quiet", small: true, icon: ChevronDown, tip: t("tabsDown") }, () => move(this, 1));
    this.node = element(
      "li",
      {},
      element("label", {}, this.box, element("span", {}, this.#name, this.#status)),
      element("span", { class: "moves" }, up, down),
    );
  }

  async look(place: number): Promise<void> {
    this.tab = await ext.tabs.get(this.id).catch(() => null);
    const { title, url } = this.tab ?? {};
    const host = this.url ? this.url.host : "";
    this.#name.textContent = title || url || t("tabsTab", number(place));
    if (this.#status.textContent === "" || host !== "") {
      this.#status.textContent = host;
    }
    if (this.url && !this.origin) {
      // The tab can't be read.
      this.box.checked = false;
      this.box.disabled = true;
      this.say(t("tabsClosed"));
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

  say(message: string): void {
    this.#status.textContent = message;
  }

  omitted(reason: string): OmittedPage {
    this.say(reason);
    return { title: this.#name.textContent ?? "", url: this.url?.href ?? "", reason };
  }
}

const ids = (new URLSearchParams(location.search).get("tabs") ?? "").split(",").map(Number).filter(Number.isInteger);
let rows = ids.map((id) => new TabRow(id));
const list = element("ol", { class: "tabs card" });
const title = element("input", { type: "text", id: "title", maxlength: 200, autocomplete: "off" });
const status = element("p", { role: "status" });
const acts = element("div", { class: "acts" });
let doing = new AbortController();

/** Moves a row up or down, which is the order in the file. The focus stays on the clicked button. */
function move(row: TabRow, by: -1 | 1): void {
  const at = rows.indexOf(row);
  const pressed = document.activeElement as HTMLElement | null;
  if (rows[at + by]) {
    rows = rows.toSpliced(at, 1).toSpliced(at + by, 0, row);
    list.replaceChildren(...rows.map(({ node }) => node));
    pressed?.focus();
  }
}

const chosen = (): TabRow[] => rows.filter(({ box }) => box.checked);

async function look(): Promise<void> {
  await Promise.all(rows.map((row, i) => row.look(i + 1)));
}

/** The format of the file for which access to some sites was denied; null if it wasn't. */
let refused: TabsFileForm | null = null;

/** Shows the available actions. The tabs' URLs are needed first: they decide which permissions are missing. */
function offer(): void {
  const unknown = rows.filter(({ tab }) => tab !== null && !tab.url);
  const again = refused;
  const first =
    unknown.length > 0
      ? textButton(t("tabsIdentify"), () => void askNames(), "btn primary")
      : again
        ? textButton(t("tabsAllow"), () => begin(again), "btn primary")
        : null;
  if (unknown.length > 0) {
    status.textContent = t("tabsUnknown");
  }
  const look = first ? undefined : "btn primary";
  acts.replaceChildren(
    ...(first ? [first] : []),
    textButton(t("saveEpub"), () => begin("epub"), look),
    textButton(t("saveMarkdown"), () => begin("markdown")),
  );
}

/**
 * Requests permissions, revoked with this page. Call it immediately: browsers show the prompt only during the click.
 */
async function request(permissions: chrome.permissions.Permissions): Promise<boolean> {
  const isGiven = await ext.permissions.request(permissions).catch(() => false);
  if (isGiven) {
    const { origins, ...others } = permissions;
    await recordTemporary({ ...others, ...(origins && { origins: origins.filter((origin) => !before.has(origin)) }) });
  }
  return isGiven;
}

async function askNames(): Promise<void> {
  const isGiven = await request({ permissions: ["tabs"] });
  status.textContent = isGiven ? "" : t("tabsUnidentified");
  await look();
  if (isGiven) {
    offer();
  }
}

/**
 * Requests permission for some sites, and continues with any answer. Browsers don't ask again about permitted sites.
 */
async function permitted(origins: string[], form: TabsFileForm, go: () => Promise<void>): Promise<void> {
  acts.replaceChildren(textButton(t("stop"), () => doing.abort()));
  try {
    refused = origins.length > 0 && !(await request({ origins })) ? form : null;
    await go();
  } catch (error) {
    failed(error);
  }
}

/** Requests permission for the sites of the selected tabs, and reads the permitted ones. */
function begin(form: TabsFileForm): void {
  doing = new AbortController();
  const { signal } = doing;
  void permitted([...new Set(chosen().flatMap(({ origin }) => origin ?? []))], form, () => read(form, signal));
}

interface Read {
  chapters: Chapter[];
  omitted: OmittedPage[];
  images: ImageFiles;
}

async function read(form: TabsFileForm, signal: AbortSignal): Promise<void> {
  const all: Read = { chapters: [], omitted: [], images: { held: [], missing: [] } };
  const rows = chosen();
  for (const [i, row] of rows.entries()) {
    status.textContent = t("tabsReading", number(i + 1), number(rows.length));
    await readOne(row, form, all, signal);
    signal.throwIfAborted();
  }
  if (all.chapters.length === 0) {
    status.textContent = t(refused ? "tabsAllRefused" : "tabsNothing");
    offer();
    return;
  }
  const { closed, origins } = closedImages(all.images);
  if (closed.length === 0) {
    await finish(form, all, signal);
    return;
  }
  status.textContent = blockedImagesMessage(closed, origins);
  const allow = async (): Promise<void> =>
    finish(form, { ...all, images: await retryClosedImages(all.images, showProgress, signal) }, signal);
  acts.replaceChildren(
    textButton(t("imagesAllow"), () => void permitted(origins, form, allow)),
    textButton(t("imagesWithout"), () => void finish(form, all, signal).catch(failed)),
  );
}

function failed(error: unknown): void {
  status.textContent = doing.signal.aborted ? t("exportStopped") : reasonOf(error);
  offer();
}

function showProgress({ done, all }: { done: number; all: number }): void {
  status.textContent = t("imagesRead", number(done), number(all));
}

/** Reads the article of a tab, with its images if the file includes images. */
async function readOne(row: TabRow, form: TabsFileForm, all: Read, signal: AbortSignal): Promise<void> {
  const { tab } = row;
  if (!tab) {
    all.omitted.push(row.omitted(t("tabsGone")));
    return;
  }
  if (row.url && !row.origin) {
    all.omitted.push(row.omitted(t("tabsClosed")));
    return;
  }
  if (!(row.origin && (await hasPermission(row.origin))) && !row.url) {
    all.omitted.push(row.omitted(t("tabsRefused")));
    return;
  }
  if (tab.discarded || tab.status === "unloaded") {
    all.omitted.push(row.omitted(t("tabsUnloaded")));
    return;
  }
  row.say(t("preparing"));
  const { held, missing } = all.images;
  const late = new Promise<Collected>((resolve) =>
    setTimeout(() => resolve({ kind: "failed", reason: t("tabsLate") }), tabTimeout),
  );
  const unread: Collected = { kind: "failed", reason: t("failed") };
  const chosen = { tab: row.id, images: form === "epub", room: roomBeside(held), held: held.map(({ src }) => src) };
  const found = await Promise.race([
    ask("collect", chosen).then(
      (collected) => collected ?? unread,
      () => unread,
    ),
    late,
    new Promise<Collected>((resolve) => {
      signal.addEventListener("abort", () => resolve({ kind: "failed", reason: t("exportStopped") }));
    }),
  ]);
  if (found.kind === "failed") {
    all.omitted.push(row.omitted(found.reason));
    return;
  }
  all.chapters.push(found.chapter);
  held.push(...found.images);
  missing.push(...found.missing);
  row.say(t("tabsAdded"));
}

async function finish(form: TabsFileForm, all: Read, signal: AbortSignal): Promise<void> {
  acts.replaceChildren();
  const { chapters, omitted, images } = all;
  const missingText = form === "epub" ? missingImagesMessage(images.missing) : null;
  const last = chapters.length - 1;
  const file = await askOrThrow("write-tabs", {
    title: title.value,
    chapters: chapters.map((chapter, i) =>
      i === last ? { ...chapter, facts: { ...chapter.facts, note: missingText } } : chapter,
    ),
    omitted: { heading: t("tabsOmitted"), pages: omitted },
    form,
    images: images.held,
  });
  signal.throwIfAborted();
  saveFile(file, form);
  const sentences = [t("saved", file.name), counted("tabsIncluded", chapters.length)];
  if (omitted.length > 0) {
    sentences.push(t("tabsMissing", listed(omitted.map(({ title }) => title))));
  }
  status.textContent = [...sentences, ...(missingText === null ? [] : [missingText])].join(" ");
  offer();
}

/** Permissions from before, which are kept. */
const before = new Set<string>();

describePage(t("tabsTitle"));
list.append(...rows.map(({ node }) => node));
document.body.append(
  element(
    "main",
    {},
    element("h1", {}, t("tabsTitle")),
    element("p", {}, t("tabsHow")),
    list,
    element("p", { class: "title" }, element("label", { for: title.id }, t("override_title")), title),
    element("div", { class: "said" }, status),
    acts,
  ),
);
window.addEventListener("pagehide", () => doing.abort());
void ext.permissions.getAll().then(async ({ origins = [] }) => {
  for (const origin of origins) {
    before.add(origin);
  }
  await look();
  offer();
});
