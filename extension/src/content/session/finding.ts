/** The result of detection as views see it. */

import type { Blocks } from "../dom/reading-position.ts";
import type { Overrides } from "../panels/removed/overrides.ts";
import type { Detection, Summary } from "../../shared/core.ts";
import type { NextPage, Thread } from "../../shared/messages.ts";
import type { AppliedSiteRules } from "../../shared/site-rules/site-rules.ts";

/** A detection, whether or not there is an article. */
export interface FoundDetection {
  kind: "found";
  detection: Detection;
  /** Read once, because the core goes through the whole page for it. */
  summary: Summary;
  blocks: Blocks;
  /** The user's overrides on it; undefined until the panel of removed parts is first used. */
  overrides?: Overrides;
  /** Further pages shown below the article; undefined until they are requested. */
  furtherPages?: NextPage[];
  /** The page as a discussion, if it is one; undefined until that is known. */
  thread?: Thread;
  /** The comments as HTML, while they are expanded. */
  commentsHtml?: string;
  /** Returns the HTML of a page of the article with its translation; undefined until it is translated. */
  translated?: (html: string) => string;
  /** The rules of the site and their outcomes; undefined until they are applied. */
  siteRules?: AppliedSiteRules;
}

/** The contents of a view: the detection, or a message why there is none. */
export type Finding = FoundDetection | { kind: "failed"; failure: string };
