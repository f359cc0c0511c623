/** The page with all highlights: search, filters, editing in place, bulk actions, export, and import. */

import { element } from "../../ui/build.ts";
import { button, icon, type MenuGroup, menuGroups, moveInMenu } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { ext, t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { toAnnotations } from "./annotation.ts";
import { toCsv } from "./csv.ts";
import { largestFile, readImport } from "./imports.ts";
import {
  colors,
  type HighlightColor,
  type HighlightedPage,
  type StoredHighlight,
} from "../../shared/highlights/highlight.ts";
import { toMarkdown } from "./markdown.ts";
import { loadAll, type PageChange, type StoreResult } from "../../shared/highlights/stored.ts";
import { addressOf } from "../../shared/highlights/page-url.ts";
import { listed, number } from "../../shared/i18n/numbers.ts";
import { importButton } from "../import-file.ts";
import { describePage } from "../own-page.ts";
import { save } from "../../ui/save-file.ts";
import { date } from "../../shared/i18n/times.ts";
import { HighlightRow, type RowActions } from "./row.ts";
import { colorDot, colorRadios } from "./colors.ts";

let pages: HighlightedPage[] = [];
/** Permitted origins, as in `permissions`. */
let permitted = new Set<string>();

const query = new URLSearchParams(location.search);
/** The only listed page; null if all are listed. */
let onlyPage = query.has("url") ? addressOf(query.get("url") ?? "") : null;

const search = element("input", {
  type: "search",
  name: "search",
  "aria-label": t("search"),
  placeholder: t("search"),
});
const site = element("select", { name: "site", "aria-label": t("site") });
const sort = element("select", { name: "sort", "aria-label": t("allHighlightsSort") });
sort.append(
  element("option", { value: "newest" }, t("allHighlightsNewest")),
  element("option", { value: "oldest" }, t("allHighlightsOldest")),
  element("option", { value: "title" }, t("allHighlightsByPage")),
);
const pageChip = element("span", { class: "chip only-page" });
const chips = new Map(
  colors.map((color) => {
    const count = element("span", { class: "num" });
    const chip = element(
      "button",
      { type: "button", class: `chip ${color}`, "aria-pressed": "false" },
      colorDot(),
      t(`color_${color}`),
      count,
    );
    return [color, { chip, count }] as const;
  }),
);
const withNotes = element(
  "button",
  { type: "button", class: "chip notes", "aria-pressed": "false" },
  icon(icons.StickyNote, "small"),
  t("allHighlightsWithNotes"),
);
const count = element("p", { class: "count", role: "status" });
const status = element("p", { role: "status" });
const undo = element("button", { type: "button", hidden: true }, t("undo"));
const list = element("div", { class: "list" });
const empty = element(
  "div",
  { class: "empty", hidden: true },
  icon(icons.Highlighter),
  element("p", {}, t("highlightsEmpty")),
  element("a", { class: "btn primary", href: "trial.html?view=reader" }, t("allHighlightsTry")),
);
/** The changes that undo the last deletion. */
let deleted: PageChange[] = [];
const chosen = new Set<string>();
const rows = new Map<string, HighlightRow>();

/** Returns whether a filter is on. */
const isOn = (chip: HTMLElement): boolean => chip.ariaPressed === "true";

/** Returns the pages with the highlights that match all filters. `byColor`: the color filter counts, too. */
function filtered(byColor = true): HighlightedPage[] {
  const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const wanted = byColor ? colors.filter((color) => isOn(chips.get(color)?.chip ?? withNotes)) : [];
  return pages
    .filter(({ url }) => (site.value === "" || hostOf(url) === site.value) && (onlyPage === null || url === onlyPage))
    .map((page) => ({
      ...page,
      marks: page.marks.filter(({ exact, note, color }) => {
        const text = [exact, note, page.title, page.url].join("\n").toLocaleLowerCase();
        return (
          words.every((word) => text.includes(word)) &&
          (wanted.length === 0 || wanted.includes(color)) &&
          (!isOn(withNotes) || note !== "")
        );
      }),
    }))
    .filter(({ marks }) => marks.length > 0)
    .toSorted(orders[sort.value as keyof typeof orders]);
}

const orders = {
  newest: (a: HighlightedPage, b: HighlightedPage) => latest(b).localeCompare(latest(a)),
  oldest: (a: HighlightedPage, b: HighlightedPage) => latest(a).localeCompare(latest(b)),
  title: (a: HighlightedPage, b: HighlightedPage) => (a.title || a.url).localeCompare(b.title || b.url),
};

const totalOf = (some: readonly HighlightedPage[]): number => some.reduce((sum, { marks }) => sum + marks.length, 0);

function show(): void {
  const shown = filtered();
  const total = totalOf(shown);
  const all = totalOf(pages);
  count.textContent = total > 0 ? t("highlightsCount", number(total)) : all > 0 ? t("highlightsNoMatch") : "";
  empty.hidden = all > 0;
  filters.hidden = all === 0;
  const ofAnyColor = filtered(false);
  for (const [color, { chip, count: amount }] of chips) {
    const found = ofAnyColor.reduce((sum, { marks }) => sum + marks.filter((one) => one.color === color).length, 0);
    amount.textContent = number(found);
    chip.hidden = found === 0 && !isOn(chip);
  }
  pageChip.hidden = onlyPage === null;
  const title = pages.find(({ url }) => url === onlyPage)?.title ?? onlyPage ?? "";
  pageChip.replaceChildren(
    element("span", {}, t("allHighlightsThisPage"), ": ", element("bdi", {}, title)),
    button({ look: "quiet", small: true, icon: icons.X, tip: t("allHighlightsAllPages") }, () => {
      onlyPage = null;
      history.replaceState(null, "", location.pathname);
      show();
      search.focus();
    }),
  );
  const ids = new Set(shown.flatMap(({ marks }) => marks.map(({ id }) => id)));
  for (const id of chosen) {
    // Hidden highlights aren't deleted with the others.
    if (!ids.has(id)) {
      chosen.delete(id);
    }
  }
  const sections = shown.map(section);
  // A row in which the user is typing stays in the document.
  if (sections.length !== list.children.length || sections.some((node, i) => node !== list.children[i])) {
    list.replaceChildren(...sections);
  }
  for (const id of rows.keys()) {
    if (!ids.has(id)) {
      rows.delete(id);
    }
  }
  showSelection();
}

const sectionOf = new Map<string, HTMLElement>();

/** Returns the section of a page; the existing one if there is one. */
function section(page: HighlightedPage): HTMLElement {
  const { url, title, marks } = page;
  const items = marks.map((mark) => {
    const row = rows.get(mark.id) ?? new HighlightRow(actions);
    rows.set(mark.id, row);
    row.show(page, mark, isReadable(url), chosen.has(mark.id));
    return row.node;
  });
  const known = sectionOf.get(url);
  const heading = known?.querySelector("h2 a");
  if (known && heading) {
    heading.textContent = title || url;
    const place = known.querySelector("ol");
    if (place && (items.length !== place.children.length || items.some((node, i) => node !== place.children[i]))) {
      place.replaceChildren(...items);
    }
    return known;
  }
  const made = element(
    "section",
    { class: "from" },
    element(
      "div",
      { class: "from-head" },
      element("h2", {}, element("a", { ...linkAttributes(url), dir: "auto" }, title || url)),
      element("p", { class: "facts" }, element("bdi", { title: url }, hostOf(url))),
    ),
    element("ol", {}, ...items),
  );
  sectionOf.set(url, made);
  return made;
}

/** Returns whether Pith may open a page in Reader without a click on it. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    permitted.has(`${protocol}//${hostname}/*`) || permitted.has("<all_urls>") || permitted.has(`${protocol}//*/*`)
  );
}

/** Returns the attributes of a link to a quote on a page; no `href` if the browser can't open the page from here. */
function linkAttributes(url: string, exact?: string): { href?: string; target: string; rel: string } {
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

/** Sends changes of saved highlights to the background, and shows the result. */
async function change(changes: PageChange[], done: string, canUndo: boolean, isNew = false): Promise<void> {
  const answer = await ask("store-marks", { changes, isNew }).catch((): StoreResult => ({ refusal: "full" }));
  if (answer.refusal || done !== "") {
    showStatus(answer.refusal ? t(`highlightFailed_${answer.refusal}`) : done, canUndo && !answer.refusal);
  }
}

function showStatus(message: string, canUndo = false): void {
  status.textContent = message;
  undo.hidden = !canUndo;
}

/** Deletes highlights. The focus moves to Undo, because their rows disappear. */
async function remove(some: readonly HighlightedPage[]): Promise<void> {
  deleted = some.map((page) => ({ ...page, put: page.marks, remove: [] }));
  const changes = some.map((page) => ({ ...page, put: [], remove: page.marks.map(({ id }) => id) }));
  const total = totalOf(some);
  await change(changes, total === 1 ? t("highlightDeleted") : t("allHighlightsDeleted", number(total)), true);
  if (!undo.hidden) {
    undo.focus();
  }
}

async function copy(text: string): Promise<void> {
  showStatus(
    await navigator.clipboard.writeText(text).then(
      () => t("copied"),
      () => t("copyFailed"),
    ),
  );
}

const actions: RowActions = {
  change: (page, mark) => change([{ ...page, put: [mark], remove: [] }], "", false),
  remove: (page, mark) => void remove([{ ...page, marks: [mark] }]),
  copy: (page, { exact, note }) =>
    void copy([exact, note, `${page.title}\n${page.url}`.trim()].filter(Boolean).join("\n\n")),
  choose: (mark, isChosen) => {
    if (isChosen) {
      chosen.add(mark.id);
    } else {
      chosen.delete(mark.id);
    }
    showSelection();
  },
  link: ({ url }, { exact }) => linkAttributes(url, exact).href,
  open: (href) => void ask("open-link", { url: href, active: true }),
  explain: () => showStatus(t("allHighlightsPress")),
};

function factsOf({ color, created }: StoredHighlight): string {
  return listed([t(`color_${color}`), ...(created > "1971" ? [date(created)] : [])]);
}

const forms = {
  markdown: (some: readonly HighlightedPage[]) => toMarkdown(some, t("highlightsHeading"), factsOf),
  csv: (some: readonly HighlightedPage[]) => toCsv(some),
  json: (some: readonly HighlightedPage[]) => toAnnotations(some),
};

const files = {
  markdown: ["pith-highlights.md", "text/markdown"],
  csv: ["pith-highlights.csv", "text/csv"],
  json: ["pith-highlights.json", "application/ld+json"],
} as const;

function writeFile(form: keyof typeof forms, some: readonly HighlightedPage[]): void {
  const [name, type] = files[form];
  save(name, type, forms[form](some));
}

/** Returns the menu items that export some highlights. */
function exportGroup(title: string, some: readonly HighlightedPage[], hasCopy: boolean): MenuGroup {
  const write = (form: keyof typeof forms) => (): void => writeFile(form, some);
  const items = [
    {
      name: "markdown",
      icon: icons.FileText,
      label: "Markdown",
      value: t("allHighlightsMarkdown"),
      act: write("markdown"),
    },
    { name: "csv", icon: icons.Rows3, label: "CSV", value: t("allHighlightsCsv"), act: write("csv") },
    { name: "json", icon: icons.FileCode2, label: "JSON", value: t("allHighlightsJson"), act: write("json") },
    {
      name: "copy",
      icon: icons.Copy,
      label: t("copyMarkdown"),
      act: () => void copy(forms.markdown(some)),
    },
  ];
  return { title, items: totalOf(some) === 0 ? [] : hasCopy ? items : items.slice(0, -1) };
}

const menu = element("div", { class: "menu", role: "menu", "aria-label": t("export"), hidden: true });
const opener = element(
  "button",
  { type: "button", class: "btn plain", "aria-haspopup": "menu", "aria-expanded": "false" },
  icon(icons.Download, "small"),
  t("export"),
  icon(icons.ChevronDown, "small"),
);

/** Toggles the menu for export and import. */
function toggleMenu(isOpen: boolean): void {
  menu.hidden = !isOpen;
  opener.ariaExpanded = String(isOpen);
  if (isOpen) {
    const shown = filtered();
    const isPart = totalOf(shown) < totalOf(pages);
    const groups = [
      exportGroup(t(isPart ? "allHighlightsThese" : "allHighlightsAll", number(totalOf(shown))), shown, true),
      ...(isPart ? [exportGroup(t("allHighlightsAll", number(totalOf(pages))), pages, false)] : []),
      {
        title: t("allHighlightsImport"),
        items: [{ name: "import", icon: icons.Upload, label: t("import"), act: () => chooser.input.click() }],
      },
    ];
    menu.replaceChildren(...menuGroups(groups, () => toggleMenu(false)));
    menu.querySelector<HTMLElement>(".menu-item")?.focus();
  } else if (menu.contains(document.activeElement) || document.activeElement === document.body) {
    opener.focus();
  }
}

async function importHighlights(text: string | null): Promise<void> {
  const read = text === null ? "huge" : readImport(text, plainText);
  if (typeof read === "string") {
    showStatus(t(`import_${read}`));
    return;
  }
  const others = read.others > 0 ? ` ${t("importOthers", number(read.others))}` : "";
  await change(read.changes, t("imported", number(read.marks)) + others, false, true);
}

/** Returns the text of HTML. No script in it runs, and no resource is loaded. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

async function load(): Promise<void> {
  const [all, { origins = [] }] = await Promise.all([loadAll(), ext.permissions.getAll()]);
  permitted = new Set(origins);
  pages = all.pages.filter(({ url }) => URL.canParse(url));
  const hosts = [...new Set(pages.map(({ url }) => hostOf(url)))].toSorted();
  const before = site.value;
  site.replaceChildren(
    element("option", { value: "" }, t("allSites")),
    ...hosts.map((host) => element("option", { value: host }, host)),
  );
  site.value = hosts.includes(before) ? before : "";
  if (all.newer > 0) {
    showStatus(t("highlightFailed_newer"));
  }
  show();
}

function latest({ marks }: HighlightedPage): string {
  return marks.reduce((last, { created }) => (created > last ? created : last), "");
}

/** Returns the selected highlights by page. */
function selected(): HighlightedPage[] {
  return filtered()
    .map((page) => ({ ...page, marks: page.marks.filter(({ id }) => chosen.has(id)) }))
    .filter(({ marks }) => marks.length > 0);
}

const selectedCount = element("b");
const paint = (color: HighlightColor): void => {
  const changes = selected().map((page) => ({
    ...page,
    put: page.marks.map((mark) => ({ ...mark, color })),
    remove: [],
  }));
  void change(changes, "", false);
};
const selectedColors = colorRadios("color-of-selection", (color) => paint(color));
const selection = element(
  "div",
  { class: "selection", role: "region", "aria-label": t("allHighlightsSelection"), hidden: true },
  element(
    "div",
    {},
    selectedCount,
    selectedColors.node,
    button({ look: "quiet", icon: icons.Copy, text: t("copyMarkdown") }, () => void copy(forms.markdown(selected()))),
    button({ look: "quiet", icon: icons.Download, text: t("export") }, () => writeFile("markdown", selected())),
    button({ look: "danger", icon: icons.Trash2, text: t("delete") }, () => void remove(selected())),
    button({ look: "quiet", icon: icons.X, tip: t("allHighlightsUnselect") }, () => unselect()),
  ),
);

function unselect(): void {
  chosen.clear();
  show();
  search.focus();
}

function showSelection(): void {
  selection.hidden = chosen.size === 0;
  document.body.classList.toggle("selecting", chosen.size > 0);
  selectedCount.textContent = t("allHighlightsSelected", number(chosen.size));
  const [first, ...others] = selected().flatMap(({ marks }) => marks.map(({ color }) => color));
  selectedColors.show(others.every((color) => color === first) ? (first ?? null) : null);
}

describePage(t("highlightsOfAllPages"));
const chooser = importButton(".json,.jsonld,.md,.txt", largestFile, importHighlights);
const filters = element(
  "div",
  { class: "filters", role: "group", "aria-label": t("allHighlightsFilters") },
  pageChip,
  ...[...chips.values()].map(({ chip }) => chip),
  withNotes,
  site,
  sort,
);
document.body.append(
  element(
    "header",
    { class: "top" },
    element(
      "div",
      {},
      element("img", { src: "icons/pith-96.png", alt: "" }),
      element("h1", {}, t("highlightsOfAllPages")),
      element("div", { class: "find-field" }, icon(icons.Search, "small"), search),
      element("div", { class: "export" }, opener, menu),
      chooser.input,
      element(
        "a",
        { class: "btn quiet square", href: "options.html", "aria-label": t("options") },
        icon(icons.Settings),
      ),
    ),
  ),
  element("main", {}, filters, count, list, empty),
  element("div", { class: "said", role: "region", "aria-label": t("allHighlightsMessages") }, status, undo),
  selection,
);
undo.addEventListener("click", () => {
  const [first] = deleted.flatMap(({ put }) => put);
  void change(deleted, "", false).then(() => {
    showStatus("");
    // Where the focus was before.
    void load().then(() =>
      rows
        .get(first?.id ?? "")
        ?.node.querySelector<HTMLElement>("button")
        ?.focus(),
    );
  });
});
search.addEventListener("input", show);
for (const control of [site, sort]) {
  control.addEventListener("change", show);
}
for (const chip of [withNotes, ...[...chips.values()].map((one) => one.chip)]) {
  chip.addEventListener("click", () => {
    chip.ariaPressed = String(!isOn(chip));
    show();
  });
}
opener.addEventListener("click", () => toggleMenu(menu.hidden === true));
moveInMenu(menu, undefined, () => toggleMenu(false));
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !menu.hidden) {
    toggleMenu(false);
    opener.focus();
  } else if (key === "Escape" && chosen.size > 0) {
    unselect();
  }
});
addEventListener("pointerdown", ({ target }) => {
  if (!menu.hidden && !(target as Element).closest(".export")) {
    toggleMenu(false);
  }
});
menu.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget !== null && !menu.contains(relatedTarget as Node)) {
    toggleMenu(false);
  }
});
void load();
ext.storage.local.onChanged.addListener(() => void load());
for (const event of [ext.permissions.onAdded, ext.permissions.onRemoved]) {
  event.addListener(() => void load());
}
