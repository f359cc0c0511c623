/** The result of detection as views see it. */

import type { Blocks } from "../dom/reading-position.ts";
import type { Overrides } from "../panels/removed/overrides.ts";
import type { Detection, Summary } from "../../shared/core.ts";
import type { FurtherPage, Thread } from "../../shared/messages.ts";
import type { AppliedSiteRules } from "../../shared/site-rules/site-rules.ts";

/** A detection, be there an article or not. */
export interface FoundDetection {
  kind: "found";
  detection: Detection;
  /** Read once: the core goes through the whole page for it. */
  summary: Summary;
  blocks: Blocks;
  /** The user's overrides on it; undefined until the panel of removed parts is first used. */
  overrides?: Overrides;
  /** Further pages of the article that were put below it; undefined until they are asked for. */
  further?: FurtherPage[];
  /** The page as a discussion, where it is one; undefined until that is known. */
  thread?: Thread;
  /** What is said beside the article, as HTML, while that is unfolded. */
  beside?: string;
  /** Returns the HTML of a page of it with what it was translated into in the reader; undefined until it was translated. */
  translated?: (html: string) => string;
  /** The rules of the site and their outcomes; undefined until they are applied. */
  siteRules?: AppliedSiteRules;
}

/** The contents of a view: the detection, or the sentence that says why there is none. */
export type Finding = FoundDetection | { kind: "failed"; failure: string };
