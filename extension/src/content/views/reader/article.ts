/** Builds the article's nodes: header, body, and the line of removed parts. */

import type { Summary } from "../../../shared/core.ts";
import { languageAttributes, t } from "../../../shared/ext.ts";
import { formatDate, formatDuration } from "../../../shared/i18n/times.ts";
import type { RemovedHost } from "../../panels/removed/host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { ArticleBody, ArticleChild } from "./article-body.ts";
import type { DeferredPartsLoader } from "./deferred-parts.ts";
import { element } from "../../../ui/build.ts";
import { contentType } from "../../../ui/nodes.ts";
import { createRemovedLine, type RemovedLine } from "../../panels/removed/removed-line.ts";
import { Body } from "./body.ts";
import { isInline } from "./inline.ts";
import { enlargeImage } from "./images.ts";

export interface BuiltArticle {
  node: HTMLElement;
  /** Name of the dialog for screen readers. */
  label: string;
  /** Text that sets the column width, by its average character. */
  text: string;
  /** Returns the first element of each content block, by index; null if no element starts with the block. */
  blocks(): (HTMLElement | null)[];
  body: Body;
  /** Builds a body from other HTML. */
  bodyOf(html: string): Body;
  /** Bodies of the article and its next pages. */
  bodies: ArticleBody[];
  /** Containers for next pages and comments. */
  pages: HTMLElement;
  discussion: HTMLElement;
  /** Renders what the first paint left as source. Resolves when done. */
  complete(): Promise<void>;
  /** See `RemovedHost`. */
  pin: NonNullable<RemovedHost["holdPosition"]>;
  /** Same as `pin`, but also updates the header. */
  pinAll: NonNullable<RemovedHost["holdPosition"]>;
  /** Called after parts were reselected. */
  onReselected: () => void;
  /** Line of removed parts. */
  summaryLine: RemovedLine;
}

/** Builds the article of a detection. `pin` is for the panel of removed parts: see `RemovedHost`. */
export function buildArticle(
  session: Session,
  deferred: DeferredPartsLoader,
  pin: NonNullable<RemovedHost["holdPosition"]>,
): BuiltArticle {
  const finding = session.finding as FoundDetection;
  const { detection, summary } = finding;
  const body = new Body(finding.thread?.html ?? detection.html(), session.signal);
  let header = buildHeader(summary);
  const node = element("article", { lang: summary.lang ?? undefined, dir: summary.dir }, header, body.node);
  node.classList.toggle("pith-justified", summary.justified);
  if (summary.confidence === "weak" && contentType() !== "text/plain") {
    node.prepend(ownElement("p", "pith-weak", t("weak")));
  }
  let cached: { html: string; children: ArticleChild[]; blocks: (HTMLElement | null)[] } | undefined;
  const blocks = (): (HTMLElement | null)[] => {
    const { html, children } = body;
    if (cached?.html !== html || cached.children !== children) {
      cached = { html, children, blocks: blockElements(body, finding) };
    }
    return cached.blocks;
  };
  const pinAll: BuiltArticle["pinAll"] = (element) => {
    const update = pin(element);
    return (change) =>
      update(() => {
        change();
        const newHeader = buildHeader(finding.summary);
        header.replaceWith(newHeader);
        header = newHeader;
        built.onReselected();
      });
  };
  const summaryLine = createRemovedLine(finding);
  const pages = element("div", { class: "pith-pages", ...languageAttributes() });
  const discussion = element("div", { class: "pith-discussion" });
  if (summary.endsEarly) {
    node.append(ownElement("p", "pith-ends", t("pageEnds")));
  }
  node.append(pages, discussion, element("footer", languageAttributes(), summaryLine.node));
  handleClicks(node, session, deferred);
  const built: BuiltArticle = {
    node,
    label: summary.title ?? t("untitled"),
    text: body.text,
    blocks,
    body,
    bodyOf: (html) => new Body(html, session.signal),
    bodies: [body],
    pages,
    discussion,
    complete: () => body.readFormulas(),
    pin,
    pinAll,
    onReselected: () => {},
    summaryLine,
  };
  return built;
}

/** Maps every content block to the innermost of the block-level elements of the body that start with it. */
function blockElements(
  { elements, html }: Body,
  { detection, blocks, thread }: FoundDetection,
): (HTMLElement | null)[] {
  const origins = html === thread?.html ? thread.origins : detection.origins();
  const starts = new Map<number, HTMLElement>();
  // If one were missing, all later pairs would be wrong.
  if (elements.length === origins.length) {
    for (const [i, element] of elements.entries()) {
      const origin = origins[i];
      if (origin !== undefined && !(starts.has(origin) && isInline(element))) {
        starts.set(origin, element);
      }
    }
  }
  return blocks.content.map(({ leaves }) => {
    const first = leaves.find((leaf) => starts.has(leaf));
    return (first !== undefined && starts.get(first)) || null;
  });
}

function ownElement(name: "p" | "span", className: string, text: string): HTMLElement {
  return element(name, { ...languageAttributes(), class: className }, text);
}

function buildHeader(summary: Summary): HTMLElement {
  const header = element("header");
  if (summary.site) {
    // The name keeps its own direction, but starts where the lines of the article start.
    header.append(element("p", { class: "pith-site" }, element("bdi", {}, siteLink(summary.site))));
  }
  if (summary.title) {
    header.append(element("h1", { dir: summary.titleDir }, summary.title));
  }
  const details: HTMLElement[] = [];
  if (summary.byline) {
    details.push(element("span", { dir: "auto" }, summary.byline));
  }
  const published = summary.published && formatDate(summary.published);
  const modified = summary.modified && formatDate(summary.modified);
  if (summary.published && published) {
    details.push(element("time", { ...languageAttributes(), datetime: summary.published }, published));
  }
  if (summary.modified && modified && modified !== published) {
    details.push(element("time", { ...languageAttributes(), datetime: summary.modified }, t("updated", modified)));
  }
  if (summary.readingMinutes >= 1) {
    details.push(element("span", languageAttributes(), t("readingTime", formatDuration(summary.readingMinutes))));
  }
  if (summary.doi) {
    details.push(element("a", { dir: "ltr", href: doiUrl(summary.doi) }, `doi:${summary.doi}`));
  }
  const canonical = summary.canonical ? URL.parse(summary.canonical) : null;
  if (canonical && canonical.host !== location.host) {
    details.push(element("a", { dir: "ltr", href: canonical.href }, canonical.host));
  }
  if (details.length > 0) {
    // Each fact has its own direction, isolated from its neighbors.
    const separated = details.flatMap((fact, i) => (i === 0 ? [fact] : [" · ", fact]));
    header.append(element("p", { class: "pith-facts" }, ...separated));
  }
  return header;
}

/** Returns the URL that resolves a DOI. */
function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi)}`;
}

/** Returns the site's name, linked to its home page if the page has an http URL. */
function siteLink(name: string): Node | string {
  const { origin, protocol } = location;
  return protocol.startsWith("http") ? element("a", { href: `${origin}/` }, name) : name;
}

function handleClicks(article: HTMLElement, session: Session, deferred: DeferredPartsLoader): void {
  article.addEventListener("click", ({ target, isTrusted }) => {
    if (isTrusted) {
      enlargeImage(session, target);
    }
  });
  // Links within the article scroll Reader and don't change the URL; footnote references open their note.
  article.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[href^='#']") : null;
    if (link && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      deferred.run(({ followLink }) => followLink(link));
    }
  });
}
