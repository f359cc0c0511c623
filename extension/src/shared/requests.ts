/** Requests from content scripts and the extension's pages to the background: one typed map, and functions that send them. */

import type { ListRefusal } from "./auto-open/store.ts";
import type { Description, ProblemReport } from "./core.ts";
import { ask as askBackground, ext } from "./ext.ts";
import type { StoredPosition } from "./highlights/reading-position.ts";
import type { PageChange, StoreResult } from "./highlights/stored.ts";
import type { LazyPart, ViewName } from "../parts.ts";
import type {
  Result,
  ArticleFacts,
  ArticlePart,
  Chapter,
  FileRequest,
  DetectionResult,
  NextPage,
  Collected,
  ColorContrasts,
  TemplateDefaults,
  NextPageRequest,
  ImageRefusal,
  CheckedCss,
  Recording,
  ReportResult,
  Section,
  SendOutcome,
  SentFontFile,
  SentFile,
  SentImage,
  TabsRequest,
  SpokenElement,
  Threads,
  TimedLine,
  Transcript,
} from "./messages.ts";
import type { PageChanges } from "./page-changes.ts";
import type { SiteRefusal } from "./site-rules/refusal.ts";
import type { SiteRulesChange } from "./site-rules/stored.ts";

/** Requests by name, each with its argument and its answer. A `failure` in an answer is a message for the user. */
export interface Requests {
  /** A view was closed. */
  left(): void;
  /** The page kept removing or covering a view, so it was closed. */
  fought(): void;
  /** A view could not be opened. */
  failed(): void;
  /** A view found no article. */
  none(): void;
  /** Opens another view. */
  show(argument: { view: ViewName }): void;
  /** Injects a part that an open view needs. */
  load(argument: { part: LazyPart }): void;

  /** Finds the article in a recording of a page. */
  detect(recording: Recording): Result<DetectionResult>;
  /** Returns the core's half of a problem report, from a recording. */
  "problem-report"(argument: { recording: Recording }): ReportResult;
  /** Returns a report with the texts and URLs of the page replaced. */
  anonymize(argument: { report: ProblemReport }): ReportResult;
  /** Finds the comments of a page. `known`: the result of earlier searches of the page; null for the first. */
  "discussion-of"(argument: { report: ProblemReport; known: Threads["known"] }): Result<Threads>;
  /** Finds the transcripts of the videos in an article. */
  "transcripts-of"(argument: { report: ProblemReport }): Result<{ transcripts: Transcript[] }>;
  /** Returns the lines of a file of timed text. */
  "cues-of"(argument: { text: string }): Result<{ lines: TimedLine[] }>;
  /** Reads a next page of an article. */
  "next-page"(argument: NextPageRequest): Result<NextPage>;
  /** Returns whether an article contains an earlier version of it, and more. */
  continues(argument: { html: string; earlier: string }): Result<{ continues: boolean }>;
  /** Returns HTML of an article with the formulas that the one-click core doesn't read. */
  formulas(argument: { html: string }): Result<{ html: string }>;
  /** Returns citations of an article: for BibTeX, for RIS, and as a line. */
  references(argument: { facts: ArticleFacts }): Result<{ references: [string, string, string] }>;
  /** Returns how elements of an article are read aloud. `lang`: of the article; empty if unknown. */
  spoken(argument: { html: string; lang: string }): Result<{ roles: SpokenElement[] }>;
  /**
   * Returns the ends of the pieces in which a text is spoken. `breaks`: ends of sentences, according to the browser.
   */
  sentences(argument: { text: string; breaks: number[]; lang: string }): Result<{ ends: number[] }>;

  /** Writes a file of an article. */
  "write-file"(argument: FileRequest): Result<SentFile>;
  /** Writes one file of several articles. */
  "write-tabs"(argument: TabsRequest): Result<SentFile>;
  /** Reads the article of a tab. Its images may have `room` bytes, without those in `held`. */
  collect(argument: { tab: number; images: boolean; room: number; held: string[] }): Collected | undefined;
  /** Returns HTML of a part of an article; null if the article has no such part. */
  "part-of"(argument: { html: string; part: ArticlePart }): Result<{ html: string | null }>;
  /** Returns the headings of an article. */
  "sections-of"(argument: { html: string }): Result<{ sections: Section[] }>;
  /** Returns the URLs of the images of an article. */
  "images-of"(argument: { html: string }): Result<{ addresses: string[] }>;
  /** Fetches an image of another site, if there is permission for it. */
  "fetch-picture"(argument: { src: string }): SentImage | ImageRefusal;
  /** Sends an article to the user's server. */
  send(argument: Chapter & { images: SentImage[] }): Result<SendOutcome>;
  /** Tests the connection to the saved server. */
  "test-server"(): SendOutcome;
  /** Asks the user for permission for some sites. The answer is sent to the tab, with the same token. */
  "ask-sites"(argument: { origins: string[]; token: string }): void;
  /** Opens the page that saves several tabs of the window as one file. */
  "save-tabs"(): void;
  /** Opens the settings at the user's server. */
  "set-up-server"(): void;
  /** Returns the default templates, and the fields that templates may have. */
  templates(): Result<TemplateDefaults>;
  /** Returns the first invalid piece of a template; null if it is valid. */
  "fault-of-template"(argument: { text: string }): Result<{ fault: string | null }>;

  /** Returns the files of a packaged font, by its value of the setting `font`. */
  face(argument: { font: string }): Result<{ faces: SentFontFile[] }>;
  /** Returns contrasts of text, background and links, each given as `#rrggbb`. */
  "judge-colors"(argument: { colors: string[] }): Result<ColorContrasts>;
  /** Checks custom CSS. */
  "read-sheet"(argument: { text: string }): Result<CheckedCss>;

  /** Injects the script for highlights in a view. */
  "inject-highlights"(): StoreResult;
  /** Injects the script for highlights without a view. */
  "inject-passive-highlights"(): StoreResult;
  /** Changes stored highlights. `isNew`: highlights that exist already stay as they are. */
  "store-marks"(argument: { changes: PageChange[]; isNew: boolean }): StoreResult;
  /** Opens the list of all highlights, scrolled to those of a page. */
  "list-marks"(argument: { url: string }): StoreResult;
  /** Saves the reading position on a page; deletes it if null. */
  "store-place"(argument: { url: string; place: StoredPosition | null }): StoreResult;
  /** Deletes all reading positions. */
  "forget-places"(): StoreResult;

  /** Saves the user's corrections on a page; deletes them if null. */
  "store-changes"(argument: { url: string; changes: PageChanges | null }): StoreResult;
  /** Deletes the user's corrections on all pages. */
  "delete-changes"(): StoreResult;

  /** Changes site rules. */
  "change-sites"(argument: { changes: SiteRulesChange[] }): { refusal: SiteRefusal | null };
  /** Deletes all site rules. */
  "forget-sites"(): { refusal: SiteRefusal | null };
  /** Describes rules, given in base64; null for one that isn't a valid rule. */
  "describe-rules"(argument: { rules: string[] }): (Description | null)[];

  /** A page that may open automatically has loaded. */
  arrived(argument: { url: string; visit: string | null }): void;
  /** A page of a listed site has an article, or has none. */
  article(argument: { url: string; isThere: boolean }): void;
  /**
   * Asks for permission to open the pages of a site automatically. Returns whether it was given; `elsewhere` if the settings
   * page was opened to ask.
   */
  "allow-site"(argument: { view: ViewName; url: string }): boolean | "elsewhere";
  /** Opens a page of the extension: the settings, or all highlights. */
  "open-own"(argument: { page: "options" | "highlights"; section?: string }): void;
  /** Changes the list of pages that open automatically. */
  "change-list"(argument: { before: string; after: string }): ListRefusal | null;
  /** Opens a link in another tab, in Reader if that is permitted; `active`: in front. */
  "open-link"(argument: { url: string; active?: boolean }): void;
  /** Returns the origins for which links open in Reader. */
  permitted(): string[];
  /** Reads the next open article aloud, until a time by `Date.now()`; null for no limit. Returns whether there is one. */
  "read-on"(argument: { until: number | null }): boolean;
}

export type RequestName = keyof Requests;

export type Argument<Name extends RequestName> = Parameters<Requests[Name]>[0];

export type ResponseTo<Name extends RequestName> = ReturnType<Requests[Name]>;

/** Sends a request. Resolves with undefined if it isn't answered; throws if it is too large for the browser. */
export function send<Name extends RequestName>(
  name: Name,
  ...[argument]: Parameters<Requests[Name]>
): Promise<ResponseTo<Name> | undefined> {
  return ext.runtime.sendMessage({ ...argument, kind: name });
}

/** Asks the background. Rejects if it is gone. */
export function ask<Name extends RequestName>(
  name: Name,
  ...[argument]: Parameters<Requests[Name]>
): Promise<ResponseTo<Name>> {
  return askBackground({ ...argument, kind: name });
}

/** Sends a request without waiting for an answer. The background may be gone after an update. */
export function notify<Name extends RequestName>(name: Name, ...argument: Parameters<Requests[Name]>): void {
  try {
    void send(name, ...argument).catch(() => {});
  } catch {
    // The extension is gone.
  }
}
