/** The page with all highlights: search, filters, editing in place, bulk actions, export, and import. */

import { element } from "../../ui/build.ts";
import { button, icon, type MenuGroup, menuGroups, moveInMenu } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { ext, t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { toAnnotations } from "./annotation.ts";
import { toCsv } from "./csv.ts";
import { maxFileBytes, readImport } from "./imports.ts";
import {
  colors,
  type HighlightColor,
  type HighlightedPage,
  type StoredHighlight,
} from "../../shared/highlights/highlight.ts";
import { toMarkdown } from "./markdown.ts";
import { loadAllHighlights, type PageChange, type StoreResult } from "../../shared/highlights/stored.ts";
import { pageUrl } from "../../shared/highlights/page-url.ts";
import { formatList, formatNumber } from "../../shared/i18n/numbers.ts";
import { importButton } from "../import-file.ts";
import { describePage } from "../own-page.ts";
import { save } from "../../ui/save-file.ts";
import { formatDate } from "../../shared/i18n/times.ts";
import { HighlightRow, type RowActions } from "./row.ts";
import { colorDot, colorRadios } from "./colors.ts";

let pages: HighlightedPage[] = [];
/** Permitted origins, as in `permissions`. */
let permittedOrigins = new Set<string>();

const query = new URLSearchParams(location.search);
/** The only listed page; null if all are listed. */
let onlyPage = query.has("url") ? pageUrl(query.get("url") ?? "") : null;

const searchField = element("input", {
  type: "search",
  name: "search",
  "aria-label": t("search"),
  placeholder: t("search"),
});
const siteFilter = element("select", { name: "site", "aria-label": t("site") });
const sortOrder = element("select", { name: "sort", "aria-label": t("allHighlightsSort") });
sortOrder.append(
  element("option", { value: "newest" }, t("allHighlightsNewest")),
  element("option", { value: "oldest" }, t("allHighlightsOldest")),
  element("option", { value: "title" }, t("allHighlightsByPage")),
);
const pageChip = element("span", { class: "chip only-page" });
const chips = new Map(
  colors.map((color) => {
    const count = element("span", { class: "chip-count" });
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
const notesChip = element(
  "button",
  { type: "button", class: "chip notes", "aria-pressed": "false" },
  icon(icons.StickyNote, "small"),
  t("allHighlightsWithNotes"),
);
const count = element("p", { class: "count", role: "status" });
const status = element("p", { role: "status" });
const undoButton = element("button", { type: "button", hidden: true }, t("undo"));
const list = element("div", { class: "list" });
const emptyState = element(
  "div",
  { class: "empty", hidden: true },
  icon(icons.Highlighter),
  element("p", {}, t("highlightsEmpty")),
  element("a", { class: "btn primary", href: "trial.html?view=reader" }, t("allHighlightsTry")),
);
/** The changes that undo the last deletion. */
let undoChanges: PageChange[] = [];
const selectedIds = new Set<string>();
const rows = new Map<string, HighlightRow>();

/** Returns whether a filter is on. */
const isPressed = (chip: HTMLElement): boolean => chip.ariaPressed === "true";

/** Returns the pages with the highlights that match all filters. `byColor`: the color filter counts, too. */
function filtered(byColor = true): HighlightedPage[] {
  const words = searchField.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const colorFilter = byColor ? colors.filter((color) => isPressed(chips.get(color)?.chip ?? notesChip)) : [];
  return pages
    .filter(
      ({ url }) =>
        (siteFilter.value === "" || hostOf(url) === siteFilter.value) && (onlyPage === null || url === onlyPage),
    )
    .map((page) => ({
      ...page,
      marks: page.marks.filter(({ exact, note, color }) => {
        const text = [exact, note, page.title, page.url].join("\n").toLocaleLowerCase();
        return (
          words.every((word) => text.includes(word)) &&
          (colorFilter.length === 0 || colorFilter.includes(color)) &&
          (!isPressed(notesChip) || note !== "")
        );
      }),
    }))
    .filter(({ marks }) => marks.length > 0)
    .toSorted(orders[sortOrder.value as keyof typeof orders]);
}

const orders = {
  newest: (a: HighlightedPage, b: HighlightedPage) => latest(b).localeCompare(latest(a)),
  oldest: (a: HighlightedPage, b: HighlightedPage) => latest(a).localeCompare(latest(b)),
  title: (a: HighlightedPage, b: HighlightedPage) => (a.title || a.url).localeCompare(b.title || b.url),
};

const totalOf = (listedPages: readonly HighlightedPage[]): number =>
  listedPages.reduce((sum, { marks }) => sum + marks.length, 0);

function render(): void {
  const shown = filtered();
  const total = totalOf(shown);
  const totalCount = totalOf(pages);
  count.textContent =
    total > 0 ? t("highlightsCount", formatNumber(total)) : totalCount > 0 ? t("highlightsNoMatch") : "";
  emptyState.hidden = totalCount > 0;
  filters.hidden = totalCount === 0;
  const ofAnyColor = filtered(false);
  for (const [color, { chip, count: countElement }] of chips) {
    const matchCount = ofAnyColor.reduce(
      (sum, { marks }) => sum + marks.filter((highlight) => highlight.color === color).length,
      0,
    );
    countElement.textContent = formatNumber(matchCount);
    chip.hidden = matchCount === 0 && !isPressed(chip);
  }
  pageChip.hidden = onlyPage === null;
  const title = pages.find(({ url }) => url === onlyPage)?.title ?? onlyPage ?? "";
  pageChip.replaceChildren(
    element("span", {}, t("allHighlightsThisPage"), ": ", element("bdi", {}, title)),
    button({ variant: "quiet", small: true, icon: icons.X, tip: t("allHighlightsAllPages") }, () => {
      onlyPage = null;
      history.replaceState(null, "", location.pathname);
      render();
      searchField.focus();
    }),
  );
  const ids = new Set(shown.flatMap(({ marks }) => marks.map(({ id }) => id)));
  for (const id of selectedIds) {
    // Hidden highlights aren't deleted with the others.
    if (!ids.has(id)) {
      selectedIds.delete(id);
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
  const items = marks.map((highlight) => {
    const row = rows.get(highlight.id) ?? new HighlightRow(actions);
    rows.set(highlight.id, row);
    row.show(page, highlight, isReadable(url), selectedIds.has(highlight.id));
    return row.node;
  });
  const existing = sectionOf.get(url);
  const heading = existing?.querySelector("h2 a");
  if (existing && heading) {
    heading.textContent = title || url;
    const listElement = existing.querySelector("ol");
    if (
      listElement &&
      (items.length !== listElement.children.length || items.some((node, i) => node !== listElement.children[i]))
    ) {
      listElement.replaceChildren(...items);
    }
    return existing;
  }
  const newSection = element(
    "section",
    { class: "page-group" },
    element(
      "div",
      { class: "page-group-head" },
      element("h2", {}, element("a", { ...linkAttributes(url), dir: "auto" }, title || url)),
      element("p", { class: "facts" }, element("bdi", { title: url }, hostOf(url))),
    ),
    element("ol", {}, ...items),
  );
  sectionOf.set(url, newSection);
  return newSection;
}

/** Returns whether Pith may open a page in Reader without a click on it. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    permittedOrigins.has(`${protocol}//${hostname}/*`) ||
    permittedOrigins.has("<all_urls>") ||
    permittedOrigins.has(`${protocol}//*/*`)
  );
}

/** Returns the attributes of a link to a quote on a page; no `href` if the browser can't open the page from here. */
function linkAttributes(url: string, exact?: string): { href?: string; target: string; rel: string } {
  const attributes = { target: "_blank", rel: "noreferrer" };
  if (!/^https?:/.test(url)) {
    return attributes;
  }
  const encode = (text: string): string => encodeURIComponent(text).replaceAll("-", "%2D");
  const [line = ""] = exact?.split("\n") ?? [];
  const words = line.split(" ");
  const ends = [words.slice(0, 6).join(" "), words.slice(-6).join(" ")];
  const text = words.length > 20 ? ends.map(encode).join(",") : encode(line);
  const fragment = line ? `${url.includes("#") ? "" : "#"}:~:text=${text}` : "";
  return { href: url + fragment, ...attributes };
}

function hostOf(url: string): string {
  return new URL(url).host || new URL(url).protocol;
}

/** Sends changes of saved highlights to the background, and shows the result. */
async function saveChanges(
  changes: PageChange[],
  successMessage: string,
  canUndo: boolean,
  isNew = false,
): Promise<void> {
  const response = await ask("store-marks", { changes, isNew }).catch((): StoreResult => ({ refusal: "full" }));
  if (response.refusal || successMessage !== "") {
    showStatus(
      response.refusal ? t(`highlightFailed_${response.refusal}`) : successMessage,
      canUndo && !response.refusal,
    );
  }
}

function showStatus(message: string, canUndo = false): void {
  status.textContent = message;
  undoButton.hidden = !canUndo;
}

/** Deletes highlights. The focus moves to Undo, because their rows disappear. */
async function deleteHighlights(pagesToDelete: readonly HighlightedPage[]): Promise<void> {
  undoChanges = pagesToDelete.map((page) => ({ ...page, put: page.marks, remove: [] }));
  const changes = pagesToDelete.map((page) => ({ ...page, put: [], remove: page.marks.map(({ id }) => id) }));
  const total = totalOf(pagesToDelete);
  await saveChanges(
    changes,
    total === 1 ? t("highlightDeleted") : t("allHighlightsDeleted", formatNumber(total)),
    true,
  );
  if (!undoButton.hidden) {
    undoButton.focus();
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
  change: (page, highlight) => saveChanges([{ ...page, put: [highlight], remove: [] }], "", false),
  remove: (page, highlight) => void deleteHighlights([{ ...page, marks: [highlight] }]),
  copy: (page, { exact, note }) =>
    void copy([exact, note, `${page.title}\n${page.url}`.trim()].filter(Boolean).join("\n\n")),
  choose: (highlight, isChosen) => {
    if (isChosen) {
      selectedIds.add(highlight.id);
    } else {
      selectedIds.delete(highlight.id);
    }
    showSelection();
  },
  link: ({ url }, { exact }) => linkAttributes(url, exact).href,
  open: (href) => void ask("open-link", { url: href, active: true }),
  explain: () => showStatus(t("allHighlightsPress")),
};

function factsOf({ color, created }: StoredHighlight): string {
  return formatList([t(`color_${color}`), ...(created > "1971" ? [formatDate(created)] : [])]);
}

const writers = {
  markdown: (listedPages: readonly HighlightedPage[]) => toMarkdown(listedPages, t("highlightsHeading"), factsOf),
  csv: (listedPages: readonly HighlightedPage[]) => toCsv(listedPages),
  json: (listedPages: readonly HighlightedPage[]) => toAnnotations(listedPages),
};

const files = {
  markdown: ["pith-highlights.md", "text/markdown"],
  csv: ["pith-highlights.csv", "text/csv"],
  json: ["pith-highlights.json", "application/ld+json"],
} as const;

function writeFile(form: keyof typeof writers, listedPages: readonly HighlightedPage[]): void {
  const [name, type] = files[form];
  save(name, type, writers[form](listedPages));
}

/** Returns the menu items that export some highlights. */
function exportGroup(title: string, listedPages: readonly HighlightedPage[], hasCopy: boolean): MenuGroup {
  const write = (form: keyof typeof writers) => (): void => writeFile(form, listedPages);
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
      act: () => void copy(writers.markdown(listedPages)),
    },
  ];
  return { title, items: totalOf(listedPages) === 0 ? [] : hasCopy ? items : items.slice(0, -1) };
}

const menu = element("div", { class: "menu", role: "menu", "aria-label": t("export"), hidden: true });
const menuButton = element(
  "button",
  { type: "button", class: "btn plain", "aria-haspopup": "menu", "aria-expanded": "false" },
  icon(icons.Download, "small"),
  t("export"),
  icon(icons.ChevronDown, "small"),
);

/** Toggles the menu for export and import. */
function toggleMenu(isOpen: boolean): void {
  menu.hidden = !isOpen;
  menuButton.ariaExpanded = String(isOpen);
  if (isOpen) {
    const shown = filtered();
    const isPart = totalOf(shown) < totalOf(pages);
    const groups = [
      exportGroup(t(isPart ? "allHighlightsThese" : "allHighlightsAll", formatNumber(totalOf(shown))), shown, true),
      ...(isPart ? [exportGroup(t("allHighlightsAll", formatNumber(totalOf(pages))), pages, false)] : []),
      {
        title: t("allHighlightsImport"),
        items: [{ name: "import", icon: icons.Upload, label: t("import"), act: () => importChooser.input.click() }],
      },
    ];
    menu.replaceChildren(...menuGroups(groups, () => toggleMenu(false)));
    menu.querySelector<HTMLElement>(".menu-item")?.focus();
  } else if (menu.contains(document.activeElement) || document.activeElement === document.body) {
    menuButton.focus();
  }
}

async function importHighlights(text: string | null): Promise<void> {
  const imported = text === null ? "huge" : readImport(text, plainText);
  if (typeof imported === "string") {
    showStatus(t(`import_${imported}`));
    return;
  }
  const skippedMessage = imported.others > 0 ? ` ${t("importOthers", formatNumber(imported.others))}` : "";
  await saveChanges(imported.changes, t("imported", formatNumber(imported.marks)) + skippedMessage, false, true);
}

/** Returns the text of HTML. No script in it runs, and no resource is loaded. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

async function loadPages(): Promise<void> {
  const [stored, { origins = [] }] = await Promise.all([loadAllHighlights(), ext.permissions.getAll()]);
  permittedOrigins = new Set(origins);
  pages = stored.pages.filter(({ url }) => URL.canParse(url));
  const hosts = [...new Set(pages.map(({ url }) => hostOf(url)))].toSorted();
  const previousSite = siteFilter.value;
  siteFilter.replaceChildren(
    element("option", { value: "" }, t("allSites")),
    ...hosts.map((host) => element("option", { value: host }, host)),
  );
  siteFilter.value = hosts.includes(previousSite) ? previousSite : "";
  if (stored.newer > 0) {
    showStatus(t("highlightFailed_newer"));
  }
  render();
}

function latest({ marks }: HighlightedPage): string {
  return marks.reduce((last, { created }) => (created > last ? created : last), "");
}

/** Returns the selected highlights by page. */
function selectedHighlights(): HighlightedPage[] {
  return filtered()
    .map((page) => ({ ...page, marks: page.marks.filter(({ id }) => selectedIds.has(id)) }))
    .filter(({ marks }) => marks.length > 0);
}

const selectedCount = element("b");
const setColor = (color: HighlightColor): void => {
  const changes = selectedHighlights().map((page) => ({
    ...page,
    put: page.marks.map((highlight) => ({ ...highlight, color })),
    remove: [],
  }));
  void saveChanges(changes, "", false);
};
const selectedColors = colorRadios("color-of-selection", (color) => setColor(color));
const selection = element(
  "div",
  { class: "selection", role: "region", "aria-label": t("allHighlightsSelection"), hidden: true },
  element(
    "div",
    {},
    selectedCount,
    selectedColors.node,
    button(
      { variant: "quiet", icon: icons.Copy, text: t("copyMarkdown") },
      () => void copy(writers.markdown(selectedHighlights())),
    ),
    button({ variant: "quiet", icon: icons.Download, text: t("export") }, () =>
      writeFile("markdown", selectedHighlights()),
    ),
    button(
      { variant: "danger", icon: icons.Trash2, text: t("delete") },
      () => void deleteHighlights(selectedHighlights()),
    ),
    button({ variant: "quiet", icon: icons.X, tip: t("allHighlightsUnselect") }, () => unselect()),
  ),
);

function unselect(): void {
  selectedIds.clear();
  render();
  searchField.focus();
}

function showSelection(): void {
  selection.hidden = selectedIds.size === 0;
  document.body.classList.toggle("selecting", selectedIds.size > 0);
  selectedCount.textContent = t("allHighlightsSelected", formatNumber(selectedIds.size));
  const [first, ...others] = selectedHighlights().flatMap(({ marks }) => marks.map(({ color }) => color));
  selectedColors.show(others.every((color) => color === first) ? (first ?? null) : null);
}

describePage(t("highlightsOfAllPages"));
const importChooser = importButton(".json,.jsonld,.md,.txt", maxFileBytes, importHighlights);
const filters = element(
  "div",
  { class: "filters", role: "group", "aria-label": t("allHighlightsFilters") },
  pageChip,
  ...[...chips.values()].map(({ chip }) => chip),
  notesChip,
  siteFilter,
  sortOrder,
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
      element("div", { class: "find-field" }, icon(icons.Search, "small"), searchField),
      element("div", { class: "export" }, menuButton, menu),
      importChooser.input,
      element(
        "a",
        { class: "btn quiet square", href: "options.html", "aria-label": t("options") },
        icon(icons.Settings),
      ),
    ),
  ),
  element("main", {}, filters, count, list, emptyState),
  element("div", { class: "message", role: "region", "aria-label": t("allHighlightsMessages") }, status, undoButton),
  selection,
);
undoButton.addEventListener("click", () => {
  const [first] = undoChanges.flatMap(({ put }) => put);
  void saveChanges(undoChanges, "", false).then(() => {
    showStatus("");
    // Where the focus was before.
    void loadPages().then(() =>
      rows
        .get(first?.id ?? "")
        ?.node.querySelector<HTMLElement>("button")
        ?.focus(),
    );
  });
});
searchField.addEventListener("input", render);
for (const control of [siteFilter, sortOrder]) {
  control.addEventListener("change", render);
}
for (const chip of [notesChip, ...[...chips.values()].map((one) => one.chip)]) {
  chip.addEventListener("click", () => {
    chip.ariaPressed = String(!isPressed(chip));
    render();
  });
}
menuButton.addEventListener("click", () => toggleMenu(menu.hidden === true));
moveInMenu(menu, undefined, () => toggleMenu(false));
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !menu.hidden) {
    toggleMenu(false);
    menuButton.focus();
  } else if (key === "Escape" && selectedIds.size > 0) {
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
void loadPages();
ext.storage.local.onChanged.addListener(() => void loadPages());
for (const event of [ext.permissions.onAdded, ext.permissions.onRemoved]) {
  event.addListener(() => void loadPages());
}
