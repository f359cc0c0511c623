/** The list of all highlights: search, sites, export and import. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { toAnnotations } from "./annotation.ts";
import { largestFile, readImport } from "./imports.ts";
import type { StoredHighlight, HighlightedPage } from "../../shared/highlights/highlight.ts";
import { toMarkdown } from "./markdown.ts";
import { loadAll, type PageChange, type StoreResult } from "../../shared/highlights/stored.ts";
import { listed, number } from "../../shared/i18n/numbers.ts";
import { importButton } from "../import-file.ts";
import { describePage } from "../own-page.ts";
import { save } from "../../ui/save-file.ts";
import { date } from "../../shared/i18n/times.ts";

let pages: HighlightedPage[] = [];

const search = element("input", {
  type: "search",
  name: "search",
  "aria-label": t("search"),
  placeholder: t("search"),
});
const site = element("select", { name: "site", "aria-label": t("site") });
const count = element("p", { class: "count" });
const said = element("p", { role: "status" });
const undo = element("button", { type: "button", hidden: true }, t("undo"));
const list = element("main");
/** What takes back the last deletion. */
let deleted: PageChange | null = null;

/** Returns the pages with the marks that are searched for. */
function chosen(): HighlightedPage[] {
  const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return pages
    .filter(({ url }) => site.value === "" || hostOf(url) === site.value)
    .map((page) => ({
      ...page,
      marks: page.marks.filter(({ exact, note }) => {
        const text = [exact, note, page.title, page.url].join("\n").toLocaleLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ marks }) => marks.length > 0);
}

function show(): void {
  const shown = chosen();
  const total = shown.reduce((sum, { marks }) => sum + marks.length, 0);
  count.textContent = total > 0 ? t("marksCount", number(total)) : t(pages.length > 0 ? "marksNone" : "marksEmpty");
  list.replaceChildren(...shown.map(section));
}

function section(page: HighlightedPage): HTMLElement {
  const { url, title, marks } = page;
  return element(
    "section",
    {},
    element("h2", {}, element("a", { ...there(url), dir: "auto" }, title || url)),
    element("p", { class: "address" }, element("bdi", {}, url)),
    element("ol", {}, ...marks.map((mark) => item(page, mark))),
  );
}

function item(page: HighlightedPage, mark: StoredHighlight): HTMLElement {
  const { exact, note, colour, created, isLost } = mark;
  const made = element(
    "li",
    { class: colour },
    element("blockquote", { dir: "auto" }, exact),
    ...(note ? [element("p", { class: "note", dir: "auto" }, note)] : []),
    ...(isLost ? [element("p", { class: "lost" }, t("markLost"))] : []),
  );
  const remove = textButton(t("unmark"), () => {
    deleted = { ...page, put: [mark], remove: [] };
    void change([{ ...page, put: [], remove: [mark.id] }], t("unmarked"), true);
  });
  const facts = listed([t(`colour_${colour}`), ...(created > "1971" ? [date(created)] : [])]);
  made.append(
    element("p", { class: "facts" }, facts),
    element("p", { class: "acts" }, element("a", there(page.url, exact), t("openThere")), remove),
  );
  return made;
}

/** Returns the attributes of a link to a page, at a quote; none where the browser opens no such page from here. */
function there(url: string, exact?: string): { href?: string; target: string; rel: string } {
  const shown = { target: "_blank", rel: "noreferrer" };
  if (!/^https?:/.test(url)) {
    return shown;
  }
  const encode = (text: string): string => encodeURIComponent(text).replaceAll("-", "%2D");
  const [line = ""] = exact?.split("\n") ?? [];
  const words = line.split(" ");
  const ends = [words.slice(0, 6).join(" "), words.slice(-6).join(" ")];
  const text = words.length > 20 ? ends.map(encode).join(",") : encode(line);
  const place = line ? `${url.includes("#") ? "" : "#"}:~:text=${text}` : "";
  return { href: url + place, ...shown };
}

function hostOf(url: string): string {
  return new URL(url).host || new URL(url).protocol;
}

/** Has the background change what is stored, and says what became of it. */
async function change(changes: PageChange[], done: string, canUndo: boolean, isNew = false): Promise<void> {
  const answer = await ask("store-marks", { changes, isNew }).catch((): StoreResult => ({ refusal: "full" }));
  say(answer.refusal ? t(`markFailed_${answer.refusal}`) : done, canUndo && !answer.refusal);
}

function say(sentence: string, canUndo = false): void {
  said.textContent = sentence;
  undo.hidden = !canUndo;
}

async function importHighlights(text: string | null): Promise<void> {
  const read = text === null ? "huge" : readImport(text, plainText);
  if (typeof read === "string") {
    say(t(`import_${read}`));
    return;
  }
  const others = read.others > 0 ? ` ${t("importOthers", number(read.others))}` : "";
  await change(read.changes, t("imported", number(read.marks)) + others, false, true);
}

/** Returns the text of HTML, of which nothing runs and nothing loads. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

async function load(): Promise<void> {
  const all = await loadAll();
  pages = all.pages.filter(({ url }) => URL.canParse(url)).toSorted((a, b) => latest(b).localeCompare(latest(a)));
  const hosts = [...new Set(pages.map(({ url }) => hostOf(url)))].toSorted();
  const before = site.value;
  site.replaceChildren(
    element("option", { value: "" }, t("allSites")),
    ...hosts.map((host) => element("option", { value: host }, host)),
  );
  site.value = hosts.includes(before) ? before : "";
  if (all.newer > 0) {
    say(t("markFailed_newer"));
  }
  show();
}

function latest({ marks }: HighlightedPage): string {
  return marks.reduce((last, { created }) => (created > last ? created : last), "");
}

describePage(t("marks"));
undo.addEventListener("click", () => deleted && void change([deleted], "", false));
search.addEventListener("input", show);
search.value = new URLSearchParams(location.search).get("url") ?? "";
site.addEventListener("change", show);
const chooser = importButton(".json,.jsonld,.md,.txt", largestFile, importHighlights);
document.body.append(
  element("h1", {}, t("marks")),
  element("div", { class: "find" }, search, site),
  element(
    "div",
    { class: "files" },
    textButton(t("exportJson"), () => save("pith-marks.json", "application/ld+json", toAnnotations(chosen()))),
    textButton(t("exportMarkdown"), () => save("pith-marks.md", "text/markdown", toMarkdown(chosen(), t("marks")))),
    chooser.button,
    chooser.input,
  ),
  element("p", { class: "said" }, said, undo),
  count,
  list,
);
void load();
ext.storage.local.onChanged.addListener(() => void load());
