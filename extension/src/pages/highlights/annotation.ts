/** Reads and writes highlights as W3C Web Annotations (https://www.w3.org/TR/annotation-model/) in JSON. */

import { pageUrl } from "../../shared/highlights/page-url.ts";
import {
  colors,
  type StoredHighlight,
  type HighlightedPage,
  readHighlight,
} from "../../shared/highlights/highlight.ts";
import { isRecord } from "../../shared/record.ts";

/** Version of our own additions to the model. */
export const formatVersion = 1;

const jsonLdContext = "http://www.w3.org/ns/anno.jsonld";

/** Returns all highlights as an `AnnotationCollection`. */
export function toAnnotations(pages: readonly HighlightedPage[]): string {
  const items = pages.flatMap((page) => page.marks.map((highlight) => annotationOf(page, highlight)));
  const collection = {
    "@context": jsonLdContext,
    type: "AnnotationCollection",
    label: "Pith",
    formatVersion,
    total: items.length,
    first: { type: "AnnotationPage", items },
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function annotationOf({ url, title, byline }: HighlightedPage, highlight: StoredHighlight): object {
  const { id, created, color, note, exact, prefix, suffix, start, block } = highlight;
  const selector: object[] = [{ type: "TextQuoteSelector", exact, prefix, suffix }];
  if (start !== null) {
    selector.push({ type: "TextPositionSelector", start, end: start + exact.length });
  }
  if (block !== null) {
    selector.push({ type: "XPathSelector", value: block });
  }
  return {
    id: `urn:uuid:${id}`,
    type: "Annotation",
    motivation: note ? ["highlighting", "commenting"] : "highlighting",
    created,
    ...(note && { body: { type: "TextualBody", purpose: "commenting", format: "text/plain", value: note } }),
    target: { source: url, styleClass: color, selector },
    // As in Hypothesis's exports. The model has no title or author for a source.
    document: { title: [title], ...(byline && { dc: { creator: [byline] } }) },
  };
}

/** A highlight with its page. */
export interface ImportedHighlight extends Pick<HighlightedPage, "url" | "title" | "byline"> {
  highlight: StoredHighlight;
}

/** Converts an annotation of any program to a highlight; null if it doesn't quote text of a web page. */
export function fromAnnotation(value: unknown): ImportedHighlight | null {
  if (!isRecord(value)) {
    return null;
  }
  const target = [value.target].flat().find(isRecord);
  const selectors = [target?.selector].flat().flatMap(selectorChain);
  const quote = selectors.find(({ type }) => type === "TextQuoteSelector");
  const position = selectors.find(({ type }) => type === "TextPositionSelector");
  const path = selectors.find(({ type }) => type === "XPathSelector");
  const source = isRecord(target?.source) ? target.source.id : target?.source;
  const url = webPageUrl(source ?? value.uri);
  const highlight = readHighlight({
    id: uuidFrom(typeof value.id === "string" ? value.id : toJson(value)),
    created: value.created,
    color: colors.find((color) => color === target?.styleClass),
    note: noteOf(value),
    exact: quote?.exact,
    prefix: quote?.prefix,
    suffix: quote?.suffix,
    start: position?.start,
    block: path?.value,
  });
  const { title, dc } = isRecord(value.document) ? value.document : {};
  const creator = isRecord(dc) ? dc.creator : undefined;
  return url && highlight ? { url, title: firstText(title), byline: firstText(creator), highlight } : null;
}

/** Returns a text, or the first of a list; an empty string if it isn't one. */
function firstText(value: unknown): string {
  const [first] = [value].flat();
  return typeof first === "string" ? first : "";
}

/** Returns a value as JSON; an empty string if it is nested too deeply. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

/** Returns a selector, followed by the selectors that refine it. */
function selectorChain(selector: unknown): { [name: string]: unknown }[] {
  const selectors: { [name: string]: unknown }[] = [];
  for (let current = selector; isRecord(current); current = current.refinedBy) {
    selectors.push(current);
  }
  return selectors;
}

function noteOf({ body, bodyValue, text }: { [name: string]: unknown }): string {
  const bodies = [body].flat().filter(isRecord);
  const comment = bodies.find(({ type, purpose }) => type === "TextualBody" && purpose !== "tagging");
  return [comment?.value, bodyValue, text, body].find((value) => typeof value === "string") ?? "";
}

/** Returns the URL of a web page or a file, as `pageUrl` has it; null for any other value. */
export function webPageUrl(value: unknown): string | null {
  if (typeof value !== "string" || !URL.canParse(value)) {
    return null;
  }
  const { protocol, href } = new URL(value);
  return /^(?:https?|file):$/.test(protocol) ? pageUrl(href) : null;
}

/** Returns the UUID in a name, or else a UUID derived from the name. */
export function uuidFrom(name: string): string {
  const existingUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(name);
  if (existingUuid) {
    return existingUuid[0].toLowerCase();
  }
  const parts = [1, 2, 3, 4].map((seed) => {
    let hash = Math.imul(seed, 0x9e3779b1);
    for (let i = 0; i < name.length; i++) {
      hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) ^ (hash >>> 15);
    }
    return (hash >>> 0).toString(16).padStart(8, "0");
  });
  return parts.join("").replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-8$3-8$4-");
}
