/** Records that cross processes, and messages from the background to pages. */

import type { Found, Pager, Summary, ProblemReport } from "./core.ts";
import type { ViewName } from "../parts.ts";
import type { Texts } from "./ext.ts";

/** What a view needs in the page before it can open. */
export type Needed = "shell" | "core" | "sanitizer" | ViewName;

/** The keys that open a view, as the browser writes them; none where the user has set none. */
export type Shortcuts = Partial<Record<ViewName, string>>;

/** From the background to the page: open this view. */
export interface Request {
  view: ViewName;
  /** The open view that the click leaves instead of opening one: any, this one, or none. */
  leave: "any" | "same" | "none";
  /** Time of the click, by `Date.now()`. A page that still loads may receive the message much later. */
  clicked: number;
  shortcuts: Shortcuts;
  /** Absent where the page has them from an earlier request. */
  texts?: Texts;
  /** True where nobody pressed anything: the page is one that always opens. */
  unasked?: boolean;
}

interface MissingParts {
  kind: "missing";
  parts: Needed[];
  /** Elements of the document, where the core is among the parts and the background may read the page. */
  elements?: number;
}

/** The page's answer. */
export type Outcome =
  | { kind: "opened" }
  | { kind: "left" }
  | { kind: "failed" }
  | MissingParts
  | { kind: "unreadable"; type: string };

/** From the background to a page of such a site: say again whether there is an article. */
export interface IconRequest {
  kind: "article?";
}

/** The collector's record of a page that forbids the core or is large: numbers and rectangles as base64. */
export interface Recording {
  url: string;
  /** Of the window, in CSS px. */
  width: number;
  height: number;
  numbers: string;
  rects: string;
  text: string;
  values: string;
  /** The user's overrides, as `Overrides::read` in `src/select/overrides.rs` has it; empty for nothing. */
  overrides: readonly number[];
  /** What is remembered for the site, as `SiteRules::read` in `src/select/site_rules/site.rs` has it, in base64; empty for
   * nothing. */
  site: string;
}

/** What is said, as `Threads` in `src/discussion/threads.rs` has it. */
export interface Threads {
  count: number;
  threads: string[];
  thread: Thread | null;
  /** What is known of a list that the page draws piece by piece; null where it draws the whole. */
  known: object[] | null;
  /** The leaf of what is drawn last of the list; null where there is none. */
  last: number | null;
}

/** A page that is a discussion, as an article. */
export interface Thread {
  html: string;
  origins: number[];
  /** The pages after it; null where there are none. */
  pager: Pager | null;
}

/** The words of a video: lines that stand on the page, or files that it names, as `Transcript` in `src/transcript.rs` has them. */
export interface Transcript {
  /** The video's leaf. */
  film: number;
  lines: TimedLine[];
  tracks: Track[];
}

/** What is said at once. Times in seconds. */
export interface TimedLine {
  start: number;
  end?: number;
  speaker?: string;
  text: string;
}

/** A file of timed text of the page's own origin; label and language are empty where the page says none. */
export interface Track {
  src: string;
  label: string;
  lang: string;
}

/**
 * What the core found, in the form in which it crosses processes: what the first paint of the reader needs as it is, the
 * rest as JSON, to be read when a view asks for it. Browsers take far longer to hand over thousands of objects than a text.
 */
export interface FoundText extends Pick<Found, "summary" | "html" | "remembered"> {
  removed: string;
  rest: string;
}

/** The background's answer to a recording; a failure is a sentence. */
export type Answer<What = FoundText> = What | { failure: string };

/** What a file says of an article besides its text. `saved`: ISO 8601, UTC. */
export type ArticleFacts = Summary & { url: string; saved: string; note?: string | null };

/** Asks for a file of an article: its HTML as the core gave it, what is known of it, and images for the file to hold. */
export interface FileRequest {
  html: string;
  facts: ArticleFacts;
  rtl: boolean;
  form: "markdown" | "html" | "epub";
  images: SentImage[];
}

/** An article among several. */
export type Chapter = Pick<FileRequest, "html" | "facts" | "rtl">;

/** A page that a file of several does not hold, and why. */
export interface OmittedPage {
  title: string;
  url: string;
  reason: string;
}

/** Asks for one file of several articles, in their order. */
export interface TabsRequest {
  /** Of the whole; empty for that of the first article and the number of others. */
  title: string;
  chapters: Chapter[];
  omitted: { heading: string; pages: OmittedPage[] };
  form: "markdown" | "epub";
  images: SentImage[];
}

/** The templates that are used at first, and the fields that templates may have. */
export interface KnownTemplates {
  name: string;
  frontMatter: string;
  fields: string[];
}

/** Why an image is not had: no permission, too large, not come in time, or something else. */
export type ImageRefusal = "closed" | "huge" | "late" | "failed";

/** To the tab that asked, from the page on which the user has answered. */
export interface SitesAnswer {
  kind: "sites-answered";
  token: string;
}

/** The export actions. Each has a message of its name. */
export const exportActions = [
  "copyMarkdown",
  "copyLook",
  "saveMarkdown",
  "saveHtml",
  "saveEpub",
  "share",
  "send",
] as const;

export type ExportAction = (typeof exportActions)[number];

/** What became of it; each but `sent` and `unnamed` has a message `send_KIND`. */
export interface SendOutcome {
  kind: "sent" | "unnamed" | "closed" | "denied" | "huge" | "broken" | "refused" | "late" | "gone" | "foreign";
  host: string;
  /** Of the answer; 0 where there was none. */
  status: number;
  /** The program's; empty where it has none. */
  name: string;
}

/** A part of an article: words that are selected, with those before them, or the place of a section among all. */
export type ArticlePart = { quote: string; before: string } | { section: number };

export interface Section {
  /** 1 to 6. */
  level: number;
  text: string;
}

/** From the background to the page: export the article without a view. */
export interface ExportRequest {
  action: ExportAction;
  /** True where only what is selected is wanted. */
  isPart: boolean;
  texts: Texts;
}

/** From the page for several tabs to a tab: hand the article over, with images where they are wanted. */
export interface CollectRequest {
  images: boolean;
  /** Bytes that they may have. */
  room: number;
  /** Addresses of images that are there already. */
  held: string[];
  texts: Texts;
}

/** The article of a tab, or the sentence why there is none. */
export type Collected =
  | { kind: "article"; chapter: Chapter; images: SentImage[]; missing: { src: string; refusal: ImageRefusal }[] }
  | { kind: "failed"; reason: string };

/** From the background to the page on which the views can be tried. */
export interface TrialRequest {
  kind: "trial";
  request: Request;
}

/** What became of a menu item that works without a view. */
export type MenuOutcome = { kind: "begun" } | { kind: "unreadable"; type: string };

/** Asks for a further page of an article: the collector's record of it, and the pages before. */
export interface NextPageRequest {
  recording: Recording;
  /** Their HTML as the core gave it. */
  earlier: string[];
  title: string | null;
  number: number;
  /** Whether the pages before are a discussion. */
  isThread: boolean;
}

/** A file of a face: bytes in base64, and what `FontFace` takes beside them. */
export interface SentFontFile {
  family: string;
  style: string;
  weight: string;
  unicodeRange: string;
  data: string;
}

export interface JudgedColors {
  /** Contrast with the ground, 1 to 21. */
  text: number;
  link: number;
  isEnough: boolean;
  isDark: boolean;
}

/** The sheet as it goes there; or the first piece that is none of it, and null. */
export interface ReadSheet {
  sheet: string | null;
  fault: string;
}

/** What an element of an article is to those who listen: see `SpokenKind` in `src/article/spoken.rs`. */
export type SpokenKind = "text" | "heading" | "code" | "table" | "caption" | "note" | "formula" | "mark";

/** An element that is a block, or that is read otherwise than it is written. */
export interface SpokenElement {
  /** Its place among all elements of the HTML, from 0. */
  element: number;
  kind: SpokenKind;
  lang: string;
  /** Of a formula; empty where it has none. */
  words: string;
}

/** An image on its way to the background: bytes in base64. */
export interface SentImage {
  src: string;
  type: string;
  data: string;
}

/** A file: bytes in base64. */
export interface SentFile {
  name: string;
  data: string;
}

/** What a report says of the page, and what of it is said by others. */
export type ReportAnswer = Answer<ProblemReport>;

/** A further page of an article, without what the pages before have as well. */
export interface FurtherPage {
  /** Its place among the pages, from 1. */
  number: number;
  /** What it says its title is, where that is another than the first page's. */
  title: string | null;
  html: string;
  words: number;
  /** The pages after it; null where there are none. */
  pager: Pager | null;
}
