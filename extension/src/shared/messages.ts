/** Messages between the background and the content scripts. */

import type { Found, Pager, Summary, WrongPage } from "./core.ts";
import type { Texts } from "./ext.ts";
import type { MarksRequest } from "../background/highlight-requests.ts";
import type { RulesRequest, SitesRequest } from "../background/site-rule-requests.ts";

/** The views there are. A view is loaded when it is first asked for. */
export const viewNames = ["reader", "simplify", "highlight"] as const;

export type ViewName = (typeof viewNames)[number];

/** Aids to reading, which the reader asks for when they are used. */
export const aidNames = [
  "guide",
  "find",
  "code",
  "formula",
  "cite",
  "line-focus",
  "pace",
  "aloud",
  "translation",
  "flow",
  "cards",
  "late",
  "transcripts",
] as const;

export type AidName = (typeof aidNames)[number];

/** What comes into a page with an open view when it is used. */
export const usedParts = [
  "tray",
  "pointing",
  "report",
  "links",
  "take-along",
  "footnote",
  "pages",
  "discussion",
  "sanitizer",
  "faces",
  "picture",
  "tones",
  "key-list",
  "copying",
  "selecting",
  ...aidNames,
] as const;

export type UsedPart = (typeof usedParts)[number];

/** A part that a view needs in the page before it can open, or what comes when it is used; see `files` in inject.ts. */
export type Part = "shell" | "core" | UsedPart | ViewName;

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

export interface Missing {
  kind: "missing";
  parts: Part[];
  /** Elements of the document, where the core is among the parts and the background may read the page. */
  elements?: number;
}

/** The page's answer. */
export type Outcome =
  | { kind: "opened" }
  | { kind: "left" }
  | { kind: "failed" }
  | Missing
  | { kind: "unreadable"; type: string };

/** From the page to the background: a view was left, given up to the page, could not be opened anew, found nothing to go on
 * with, another one is asked for, or a part or the core is; what is asked for marks, for what is remembered, and for pages
 * that always open. */
export type Message =
  | { kind: "left" | "fought" | "failed" | "none" }
  | { kind: "show"; view: ViewName }
  | { kind: UsedPart }
  | FileRequest
  | SeveralRequest
  | PicturesRequest
  | PictureRequest
  | AskSitesRequest
  | TemplateRequest
  | SendRequest
  | PartRequest
  | SectionsRequest
  | { kind: "templates" }
  | NextPageRequest
  | FormulasRequest
  | DisguiseRequest
  | LateRequest
  | FaceRequest
  | ColoursRequest
  | SheetRequest
  | ReferencesRequest
  | SpokenRequest
  | SentencesRequest
  | MarksRequest
  | SitesRequest
  | RulesRequest
  | AlwaysRequest
  | Recording
  | DiscussionRequest
  | TranscriptsRequest
  | CuesRequest
  | ReadOnRequest
  | ReportRequest;

/** A page that may open by itself has come; whether a page of such a site has an article; it is to open by itself from now
 * on; the list of such pages is changed; a link of the reader is followed, and where that opens a reader. */
export type AlwaysRequest =
  | { kind: "arrived"; url: string; visit: string | null }
  | { kind: "article"; url: string; isThere: boolean }
  | { kind: "always"; view: ViewName; url: string }
  | { kind: "change-list"; before: string; after: string }
  | { kind: "open-link"; url: string }
  | { kind: "permitted" };

/** From the background to a page of such a site: say again whether there is an article. */
export interface IconRequest {
  kind: "article?";
}

/** The collector's record of a page that forbids the core or is large: numbers and rectangles as base64. */
export interface Recording {
  kind: "detect";
  url: string;
  /** Of the window, in CSS px. */
  width: number;
  height: number;
  numbers: string;
  rects: string;
  text: string;
  values: string;
  /** What a person wishes, as `Wishes::read` in `src/select/wishes.rs` has it; empty for nothing. */
  wishes: readonly number[];
  /** What is remembered for the site, as `SiteRules::read` in `src/select/remembered/site.rs` has it, in base64; empty for
   * nothing. */
  site: string;
}

/** The same for a report of the page. */
export interface ReportRequest {
  kind: "wrong-page";
  recording: Recording;
}

/** Asks for what is said beside the article of a page, which is given as a report of it. */
export interface DiscussionRequest {
  kind: "discussion-of";
  report: WrongPage;
  /** What is known of earlier looks at the page; null where this is the first. */
  known: Threads["known"];
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

/** Asks for what there is of the words of the films in the article of a page, which is given as a report of it. */
export interface TranscriptsRequest {
  kind: "transcripts-of";
  report: WrongPage;
}

/** Asks for the lines of a file of timed text. */
export interface CuesRequest {
  kind: "cues-of";
  text: string;
}

/** The words of a film: lines that stand on the page, or files that it names, as `Transcript` in `src/transcript.rs` has them. */
export interface Transcript {
  /** The film's leaf. */
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

/** Asks to have the next open article read aloud. */
export interface ReadOnRequest {
  kind: "read-on";
  /** Time at which reading ends, by `Date.now()`; null where it goes on. */
  until: number | null;
}

/** Asks whether an article says what an earlier reading of its page said, and more. */
export interface LateRequest {
  kind: "continues";
  html: string;
  earlier: string;
}

/** Asks for a report with the texts and addresses of the page replaced. */
export interface DisguiseRequest {
  kind: "disguise";
  report: WrongPage;
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

/** Asks for a file of an article: its HTML as the core gave it, what is known of it, and pictures for the file to hold. */
export interface FileRequest {
  kind: "write-file";
  html: string;
  facts: Summary & { url: string; saved: string; note?: string | null };
  rtl: boolean;
  form: "markdown" | "html" | "epub";
  pictures: SentPicture[];
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
export interface SeveralRequest {
  kind: "write-several";
  chapters: Chapter[];
  omitted: { heading: string; pages: OmittedPage[] };
  form: "markdown" | "epub";
  pictures: SentPicture[];
}

/** Asks which piece of a text is none of a template; and which templates and fields there are. */
export interface TemplateRequest {
  kind: "fault-of-template";
  text: string;
}

/** The templates that are used at first, and the fields that templates may have. */
export interface KnownTemplates {
  name: string;
  frontMatter: string;
  fields: string[];
}

/** Asks for a picture of another site, which there has to be permission for. */
export interface PictureRequest {
  kind: "fetch-picture";
  src: string;
}

/** Why a picture is not had: no permission, too large, not come in time, or something else. */
export type PictureRefusal = "closed" | "huge" | "late" | "failed";

/** Asks to have a person asked for permission for some sites. What comes of it is told to the tab, with the same token. */
export interface AskSitesRequest {
  kind: "ask-sites";
  origins: string[];
  token: string;
}

/** To the tab that asked, from the page on which a person has answered. */
export interface SitesAnswer {
  kind: "sites-answered";
  token: string;
}

/** The ways in which an article is taken along. Each has a message of its name. */
export const ways = ["copyMarkdown", "copyLook", "saveMarkdown", "saveHtml", "saveEpub", "share", "send"] as const;

export type Way = (typeof ways)[number];

/** Asks to have an article handed to the server that a person has named. */
export interface SendRequest extends Chapter {
  kind: "send";
  pictures: SentPicture[];
}

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

/** Asks for the HTML of a part of an article. */
export interface PartRequest {
  kind: "part-of";
  html: string;
  part: ArticlePart;
}

/** Asks for the headings of an article. */
export interface SectionsRequest {
  kind: "sections-of";
  html: string;
}

export interface Section {
  /** 1 to 6. */
  level: number;
  text: string;
}

/** From the background to the page: take the article along without a view. */
export interface TakeRequest {
  way: Way;
  /** True where only what is selected is wanted. */
  isPart: boolean;
  texts: Texts;
}

/** From the page for several tabs to a tab: hand the article over, with pictures where they are wanted. */
export interface GatherRequest {
  pictures: boolean;
  /** Bytes that they may have. */
  room: number;
  /** Addresses of pictures that are there already. */
  held: string[];
  texts: Texts;
}

/** The article of a tab, or the sentence why there is none. */
export type Gathered =
  | { kind: "article"; chapter: Chapter; pictures: SentPicture[]; missing: { src: string; refusal: PictureRefusal }[] }
  | { kind: "failed"; reason: string };

/** From the background to the page on which the views can be tried. */
export interface TrialRequest {
  kind: "trial";
  request: Request;
}

export type StraightOutcome = { kind: "begun" } | { kind: "unreadable"; type: string };

/** Asks for the addresses of the pictures of an article. */
export interface PicturesRequest {
  kind: "pictures-of";
  html: string;
}

/** Asks for a further page of an article: the collector's record of it, and the pages before. */
export interface NextPageRequest {
  kind: "next-page";
  recording: Recording;
  /** Their HTML as the core gave it. */
  earlier: string[];
  title: string | null;
  number: number;
  /** Whether the pages before are a discussion. */
  isThread: boolean;
}

/** Asks for HTML of an article, as the core gave it, with what that core leaves out of formulas. */
export interface FormulasRequest {
  kind: "formulas";
  html: string;
}

/** Asks for a face of the package, by its word of the setting `font`. */
export interface FaceRequest {
  kind: "face";
  font: string;
}

/** A file of a face: bytes in base64, and what `FontFace` takes beside them. */
export interface SentFace {
  family: string;
  style: string;
  weight: string;
  unicodeRange: string;
  data: string;
}

/** Asks what becomes of text, ground and links of these colours, each `#rrggbb`. */
export interface ColoursRequest {
  kind: "judge-colours";
  colours: string[];
}

export interface JudgedColours {
  /** Contrast with the ground, 1 to 21. */
  text: number;
  link: number;
  isEnough: boolean;
  isDark: boolean;
}

/** Asks whether a text is a style sheet that goes into pages. */
export interface SheetRequest {
  kind: "read-sheet";
  text: string;
}

/** The sheet as it goes there; or the first piece that is none of it, and null. */
export interface ReadSheet {
  sheet: string | null;
  fault: string;
}

/** Asks for references to an article, given what is known of it. */
export interface ReferencesRequest {
  kind: "references";
  facts: Summary & { url: string; saved: string };
}

/** What an element of an article is to those who listen: see `SpokenKind` in `src/article/spoken.rs`. */
export type SpokenKind = "text" | "heading" | "code" | "table" | "caption" | "note" | "formula" | "mark";

/** Asks what the elements of an article are to those who listen. `lang`: the article's language; empty where nobody knows it. */
export interface SpokenRequest {
  kind: "spoken";
  html: string;
  lang: string;
}

/** An element that is a block, or that is read otherwise than it is written. */
export interface SpokenElement {
  /** Its place among all elements of the HTML, from 0. */
  element: number;
  kind: SpokenKind;
  lang: string;
  /** Of a formula; empty where it has none. */
  words: string;
}

/** Asks where the pieces of a text end that are said at once, given where the browser says that sentences end. */
export interface SentencesRequest {
  kind: "sentences";
  text: string;
  breaks: number[];
  lang: string;
}

/** A picture on its way to the background: bytes in base64. */
export interface SentPicture {
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
export type ReportAnswer = Answer<WrongPage>;
