/** Records that cross processes, and messages from the background to pages. */

import type { Found, Pager, Summary, ProblemReport } from "./core.ts";
import type { ViewName } from "../parts.ts";
import type { Texts } from "./ext.ts";

/** What a view needs in the page before it can open. */
export type RequiredPart = "shell" | "core" | "sanitizer" | ViewName;

/** The shortcuts of the views, as the browser writes them; empty if the user has set none. */
export type Shortcuts = Partial<Record<ViewName, string>>;

/** From the background to the page: open this view. */
export interface ViewRequest {
  view: ViewName;
  /** The open view that the click closes instead of opening one: any, this one, or none. */
  leave: "any" | "same" | "none";
  /** Time of the click, by `Date.now()`. A page that still loads may receive the message much later. */
  clicked: number;
  shortcuts: Shortcuts;
  /** Absent if the page has them from an earlier request. */
  texts?: Texts;
  /** True if the user didn't click: the page opens automatically. */
  isAuto?: boolean;
}

interface MissingParts {
  kind: "missing";
  parts: RequiredPart[];
  /** Elements of the document, if the core is among the parts and the background may read the page. */
  elements?: number;
}

/** The page's answer. */
export type ViewOutcome =
  | { kind: "opened" }
  | { kind: "left" }
  | { kind: "failed" }
  | MissingParts
  | { kind: "unreadable"; type: string };

/** From the background to a page of a listed site: report again whether there is an article. */
export interface IconRequest {
  kind: "article?";
}

/** The collector's record of a page that forbids the core or is large: numbers and rectangles as base64. */
export interface Recording {
  url: string;
  /** Size of the window, in CSS px. */
  width: number;
  height: number;
  numbers: string;
  rects: string;
  text: string;
  values: string;
  /** The user's overrides in the format of `Overrides::read` in `src/select/overrides.rs`; empty if there are none. */
  overrides: readonly number[];
  /** The site's rules in the format of `SiteRules::read` in `src/select/site_rules/site.rs`, in base64; empty if there
   * are none. */
  site: string;
}

/** The comments of a page; see `Threads` in `src/discussion/threads.rs`. */
export interface Threads {
  count: number;
  threads: Branch[];
  thread: Thread | null;
  /** State of a lazy list; null if the page has drawn the whole list. */
  known: object[] | null;
  /** The leaf of the last comment drawn so far; null if there is none. */
  last: number | null;
}

/** A comment that isn't a reply, with all its replies, like `Branch` in `src/discussion/threads.rs`. */
export interface Branch {
  html: string;
  /** Time of the comment (ISO 8601), and its votes; null if unknown. */
  time: string | null;
  votes: number | null;
  replies: number;
}

/** A page that is a discussion, as an article. */
export interface Thread {
  html: string;
  origins: number[];
  /** Its next pages; null if there are none. */
  pager: Pager | null;
}

/** The transcript of a video: lines on the page, or files that it names; see `Transcript` in `src/transcript.rs`. */
export interface Transcript {
  /** The video's leaf. */
  video: number;
  lines: TimedLine[];
  tracks: Track[];
}

/** A line of a transcript. Times in seconds. */
export interface TimedLine {
  start: number;
  end?: number;
  speaker?: string;
  text: string;
}

/** A file of timed text of the page's own origin; label and language are empty if the page names none. */
export interface Track {
  src: string;
  label: string;
  lang: string;
}

/**
 * The core's result as it crosses processes. Reader's first paint needs some of it directly; the rest is JSON that is parsed
 * when a view asks for it, because browsers pass one string far faster than thousands of objects.
 */
export interface DetectionResult extends Pick<Found, "summary" | "html" | "applied"> {
  removed: string;
  rest: string;
}

/** The background's answer to a recording; a failure is a message for the user. */
export type Result<Value = DetectionResult> = Value | { failure: string };

/** Metadata of an article in a file. `saved`: ISO 8601, UTC. */
export type ArticleFacts = Summary & { url: string; saved: string; note?: string | null };

/** Request for a file of an article: the core's HTML, metadata, and images to include. */
export interface FileRequest {
  html: string;
  facts: ArticleFacts;
  rtl: boolean;
  form: "markdown" | "html" | "epub";
  images: SentImage[];
}

/** An article of a file with several. */
export type Chapter = Pick<FileRequest, "html" | "facts" | "rtl">;

/** A page that a file of several articles omits, and the reason. */
export interface OmittedPage {
  title: string;
  url: string;
  reason: string;
}

/** Request for one file of several articles, in order. */
export interface TabsRequest {
  /** The title of the file; if empty, the title of the first article and the number of others. */
  title: string;
  chapters: Chapter[];
  omitted: { heading: string; pages: OmittedPage[] };
  form: "markdown" | "epub";
  images: SentImage[];
}

/** The default templates, and the fields that templates may have. */
export interface TemplateDefaults {
  name: string;
  frontMatter: string;
  fields: string[];
}

/** Why an image is missing: no permission, too large, timed out, or something else. */
export type ImageRefusal = "closed" | "huge" | "late" | "failed";

/** The user's answer, from the page that asked for permission to the tab that needed it. */
export interface SitesResponse {
  kind: "sites-answered";
  token: string;
}

/** The export actions. Each has a message with its name. */
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

/** The outcome. Each except `sent` and `unnamed` has a message `send_KIND`. */
export interface SendOutcome {
  kind: "sent" | "unnamed" | "closed" | "denied" | "huge" | "broken" | "refused" | "late" | "gone" | "foreign";
  host: string;
  /** HTTP status of the answer; 0 if there was none. */
  status: number;
  /** Name of the server's software; empty if unknown. */
  name: string;
}

/** A part of an article: selected words with those before them, or the index of a section. */
export type ArticlePart = { quote: string; before: string } | { section: number };

export interface Section {
  /** 1 to 6. */
  level: number;
  text: string;
}

/** From the background to the page: export the article without a view. */
export interface ExportRequest {
  action: ExportAction;
  /** True to export only the selection. */
  isPart: boolean;
  texts: Texts;
}

/** From the page that saves tabs to a tab: send the article, with images if requested. */
export interface CollectRequest {
  images: boolean;
  /** Maximum bytes of the images. */
  room: number;
  /** URLs of images that were sent already. */
  held: string[];
  texts: Texts;
}

/** The article of a tab, or a message why there is none. */
export type Collected =
  | { kind: "article"; chapter: Chapter; images: SentImage[]; missing: { src: string; refusal: ImageRefusal }[] }
  | { kind: "failed"; reason: string };

/** From the background to the sample page. */
export interface TrialRequest {
  kind: "trial";
  request: ViewRequest;
}

/** Outcome of a menu item that works without a view. */
export type MenuOutcome = { kind: "begun" } | { kind: "unreadable"; type: string };

/** Request for a next page of an article: the collector's recording of it, and the earlier pages. */
export interface NextPageRequest {
  recording: Recording;
  /** The core's HTML of the earlier pages. */
  earlier: string[];
  title: string | null;
  number: number;
  /** Whether the earlier pages are a discussion. */
  isThread: boolean;
}

/** A font file: bytes in base64, and the other arguments of `FontFace`. */
export interface SentFontFile {
  family: string;
  style: string;
  weight: string;
  unicodeRange: string;
  data: string;
}

export interface ColorContrasts {
  /** Contrast with the background, 1 to 21. */
  text: number;
  link: number;
  isEnough: boolean;
  isDark: boolean;
}

/** The checked sheet; or null and the first invalid piece. */
export interface CheckedCss {
  sheet: string | null;
  fault: string;
}

/** How an element of an article is read aloud; see `SpokenKind` in `src/article/spoken.rs`. */
export type SpokenKind = "text" | "heading" | "code" | "table" | "caption" | "note" | "formula" | "mark";

/** An element that is a block, or that is read aloud differently from its text. */
export interface SpokenElement {
  /** Its index among all elements of the HTML. */
  element: number;
  kind: SpokenKind;
  lang: string;
  /** The words of a formula; empty if there are none. */
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

/** The core's half of a problem report. */
export type ReportResult = Result<ProblemReport>;

/** A next page of an article, without the contents of earlier pages. */
export interface NextPage {
  /** Its number among the pages, from 1. */
  number: number;
  /** Its title, if it differs from the first page's. */
  title: string | null;
  html: string;
  words: number;
  /** The pages after it; null if there are none. */
  pager: Pager | null;
}
