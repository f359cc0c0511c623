/**
 * All scripts that are loaded into pages. The build creates scripts and style sheets from this table, the background
 * injects them, and the views read the tools' keys from it.
 */

import type { MessageKey } from "./shared/ext.ts";

/**
 * When a part is loaded:
 *
 * - `click`: with the click that opens a view.
 * - `view`: when its view is opened.
 * - `use`: when an open view uses it.
 * - `tool`: like `use`, for a tool of Reader.
 * - `page`: without a view, or at its own request.
 */
type LoadTime = "click" | "view" | "use" | "tool" | "page";

/** A single-key shortcut of a tool. `step`: moves to the next or the previous item. */
export interface ToolKey {
  key: string;
  step?: -1 | 1;
}

export interface Part {
  /** The path below `src`, without the extension. In the package, the script has the part's name. */
  entry: string;
  loads: LoadTime;
  /** Scripts that must be injected before it. */
  after?: readonly string[];
  /** Its style sheet for the article: the path below `src`, and its media. */
  sheet?: readonly [file: string, media: string];
  /**
   * True for a rarely used part. Modules that it shares with other parts are bundled into each of them, so none is
   * loaded with the first click. All tools are bundled that way.
   */
  rare?: true;
  /** True for a part that contains everything it needs. */
  standalone?: true;
  /**
   * Prefix of its messages, which are read from files when it is used. Other parts' messages are loaded with the first
   * click.
   */
  messages?: string;
  /** True if the page for trying the views doesn't need the part. */
  notInTrial?: true;
  /** The single-key shortcuts of a tool, by the keys of their messages. */
  keys?: { readonly [Name in MessageKey]?: ToolKey };
}

export const parts = {
  "before-purify": { entry: "content/dom/before-purify", loads: "page", standalone: true },
  sanitizer: { entry: "content/dom/sanitizer", loads: "use", after: ["before-purify", "purify.min"] },
  shell: { entry: "content/session/shell", loads: "click" },
  remote: { entry: "content/session/remote", loads: "click", after: ["collector"] },
  "style-roots": { entry: "content/dom/style-roots", loads: "use" },
  dock: { entry: "content/views/dock", loads: "use", after: ["style-roots"] },
  reader: { entry: "content/views/reader/reader", loads: "view" },
  simplify: { entry: "content/views/simplify/simplify", loads: "view", after: ["style-roots", "dock"] },
  inspect: { entry: "content/views/inspect/inspect", loads: "view", after: ["style-roots", "dock"] },
  highlights: {
    entry: "content/panels/highlights/highlights",
    loads: "page",
    after: ["style-roots", "dock", "components"],
    messages: "onPage",
  },

  components: { entry: "ui/components", loads: "use" },
  "toolbar-panels": {
    entry: "content/views/toolbar-panels",
    loads: "use",
    after: ["components"],
    messages: "popup",
  },
  removed: { entry: "content/panels/removed/removed", loads: "use", after: ["components"] },
  "page-changes": { entry: "content/panels/removed/page-changes", loads: "use" },
  "inspect-card": { entry: "content/views/inspect/card", loads: "use", after: ["components"] },
  picker: { entry: "content/panels/picker/picker", loads: "use", after: ["components"] },
  report: { entry: "content/panels/report/report", loads: "use", after: ["components"] },
  "export-panel": { entry: "content/panels/export/export", loads: "use", after: ["components"], messages: "saving" },
  "nothing-found": {
    entry: "content/session/nothing-found",
    loads: "use",
    after: ["components"],
    messages: "nothing",
  },
  "after-paint": { entry: "content/views/reader/after-paint", loads: "use" },
  progress: { entry: "content/session/progress", loads: "use" },
  "site-rules": { entry: "content/session/site-rules-part", loads: "use", notInTrial: true },
  formulas: { entry: "content/views/reader/formulas", loads: "use" },
  "article-highlights": {
    entry: "content/panels/highlights/article-style",
    loads: "use",
    after: ["style-roots"],
    rare: true,
    notInTrial: true,
  },
  "image-viewer": { entry: "content/views/reader/image-viewer", loads: "use" },
  fonts: { entry: "content/views/reader/fonts", loads: "use" },
  copy: { entry: "content/panels/export/copy", loads: "use" },
  footnote: { entry: "content/views/reader/footnote", loads: "use", notInTrial: true },
  pagination: { entry: "content/panels/pagination/pagination", loads: "use", notInTrial: true },
  links: { entry: "content/auto-open/links", loads: "use", notInTrial: true },
  "image-tones": { entry: "content/views/reader/image-tones", loads: "use", rare: true },
  "selection-fallback": { entry: "content/views/reader/selection-fallback", loads: "use", rare: true },
  "shortcut-list": { entry: "content/tools/shortcut-list", loads: "use", after: ["components"], rare: true },
  discussion: {
    entry: "content/panels/comments/discussion",
    loads: "use",
    rare: true,
    sheet: ["content/panels/comments/discussion.css", "all"],
    messages: "discussion",
  },

  contents: {
    entry: "content/tools/contents",
    loads: "tool",
    after: ["components"],
    keys: { contents: { key: "o" }, sectionNext: { key: "j", step: 1 }, sectionPrevious: { key: "k", step: -1 } },
  },
  find: {
    entry: "content/tools/find",
    loads: "tool",
    after: ["style-roots"],
    keys: { find: { key: "/" } },
  },
  "line-focus": {
    entry: "content/tools/line-focus",
    loads: "tool",
    after: ["components"],
    keys: { lineFocus: { key: "l" } },
  },
  "auto-scroll": {
    entry: "content/tools/auto-scroll",
    loads: "tool",
    keys: { autoScroll: { key: "s" } },
  },
  "paged-view": {
    entry: "content/tools/paged-view/paged-view",
    loads: "tool",
    sheet: ["content/tools/paged-view/article.css", "screen"],
    keys: { paged: { key: "p" } },
  },
  citation: {
    entry: "content/tools/citation",
    loads: "tool",
    after: ["components"],
    messages: "citation",
    keys: { cite: { key: "c" } },
  },
  "read-aloud": {
    entry: "content/tools/read-aloud/read-aloud",
    loads: "tool",
    after: ["style-roots", "components"],
    messages: "readAloud",
    keys: { readAloud: { key: "r" } },
  },
  translation: {
    entry: "content/tools/translation/translation",
    loads: "tool",
    after: ["components"],
    sheet: ["content/tools/translation/translation.css", "all"],
    messages: "translation",
  },
  // The styles of its colors are larger than those of all other parts together.
  code: { entry: "content/tools/code", loads: "tool", after: ["style-roots"], notInTrial: true },
  formula: { entry: "content/tools/formula", loads: "tool" },
  cards: {
    entry: "content/tools/cards",
    loads: "tool",
    sheet: ["content/tools/cards.css", "screen and (width <= 480px)"],
  },
  "late-text": { entry: "content/tools/late-text", loads: "tool" },
  transcripts: {
    entry: "content/tools/transcripts/transcripts",
    loads: "tool",
    sheet: ["content/tools/transcripts/transcripts.css", "all"],
    messages: "transcript",
  },

  "page-loaded": { entry: "content/auto-open/page-loaded", loads: "page", standalone: true },
  "icon-state": { entry: "content/auto-open/icon-state", loads: "page", after: ["readerable"], standalone: true },
  passive: { entry: "content/panels/highlights/passive", loads: "page", standalone: true },
  "orphan-guard": { entry: "content/session/orphan-guard", loads: "page", standalone: true },
} as const satisfies { readonly [name: string]: Part };

export type PartName = keyof typeof parts;

type PartsLoaded<When extends LoadTime> = {
  [Name in PartName]: (typeof parts)[Name]["loads"] extends When ? Name : never;
}[PartName];

export type ViewName = PartsLoaded<"view">;

export type ToolName = PartsLoaded<"tool">;

/** A part that an open view can request. */
export type LazyPart = PartsLoaded<"use" | "tool">;

type KeysOf<PartRow> = PartRow extends { keys: infer Keys } ? keyof Keys : never;

/** The names of the tools' shortcuts. */
export type ToolKeyName = { [Name in ToolName]: KeysOf<(typeof parts)[Name]> }[ToolName];

/** The names of the parts, in table order. */
const partNames = Object.keys(parts) as PartName[];

/** The names of the views. */
export const viewNames = partNames.filter((name): name is ViewName => parts[name].loads === "view");

/** The tools of Reader. */
export const toolNames = partNames.filter((name): name is ToolName => parts[name].loads === "tool");
