/**
 * Writes and reads highlights as Markdown: a heading for each page, its author, and a block quote for each highlight,
 * followed by its note and metadata. Data needed only by an import is in one comment at the end.
 */

import { type ImportedHighlight, uuidFrom, webPageUrl } from "./annotation.ts";
import { type StoredHighlight, type HighlightedPage, readHighlight } from "../../shared/highlights/highlight.ts";
import { isRecord } from "../../shared/record.ts";

/** Data of a highlight that only an import needs. */
interface ExportedHighlight extends Omit<StoredHighlight, "exact" | "note"> {
  /** Identifies the page and the quote, because the user may have deleted others from the file. */
  of: string;
  /** The metadata line, which isn't part of the note. */
  facts: string;
}

/** Writes highlights as Markdown. `factsOf` returns the metadata line of a highlight, such as its color and date. */
export function toMarkdown(
  pages: readonly HighlightedPage[],
  heading: string,
  factsOf: (highlight: StoredHighlight) => string = () => "",
): string {
  const exported: ExportedHighlight[] = [];
  const parts = pages.map(({ url, title, byline, marks }) => {
    const encodedUrl = url.replace(/[<>\s]/g, encodeURIComponent);
    const items = marks.map((highlight) => {
      const { exact, note, ...rest } = highlight;
      const facts = factsOf(highlight);
      exported.push({ of: exportKey(url, exact), facts, ...rest });
      const quoted = exact
        .split("\n")
        .map((line) => `> ${escapeMarkdown(line)}`)
        .join("\n>\n");
      return [quoted, ...(note ? [escapeMarkdown(note)] : []), ...(facts ? [`*${escapeMarkdown(facts)}*`] : [])].join(
        "\n\n",
      );
    });
    const pageHeading = `## [${escapeMarkdown(title || url)}](<${encodedUrl}>)`;
    return [pageHeading, ...(byline ? [`*${escapeMarkdown(byline)}*`] : []), ...items].join("\n\n");
  });
  // Two hyphens could end the comment.
  const comment = `<!-- pith ${JSON.stringify(exported).replaceAll("-", "\\u002d")} -->`;
  return `${[`# ${escapeMarkdown(heading)}`, ...parts, comment].join("\n\n")}\n`;
}

function exportKey(url: string, exact: string): string {
  return uuidFrom(`${webPageUrl(url)}\n${exact.trim()}`);
}

/** Escapes all characters with a meaning in Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&").replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, "$1\\$2");
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>#|~&+\d-])/g, "$1");
}

/** The parts of a highlight read so far. */
interface PartialHighlight {
  quote: string[];
  note: string[];
  isQuoting: boolean;
}

/** Reads highlights from Markdown of this or earlier versions. Block quotes count even without the comment. */
export function fromMarkdown(text: string): ImportedHighlight[] {
  const imported: ImportedHighlight[] = [];
  const metadata = readMetadata(text);
  let page: Omit<ImportedHighlight, "highlight"> | null = null;
  let partial: PartialHighlight | null = null;
  const end = (facts: unknown): void => {
    const exact = (partial?.quote ?? []).filter((line) => line !== "").join("\n");
    const fields = isRecord(facts) ? facts : (metadata.get(exportKey(page?.url ?? "", exact))?.shift() ?? {});
    const note = partial?.note.join("\n").trim() ?? "";
    const factsLine = typeof fields.facts === "string" && fields.facts !== "" ? `*${fields.facts}*` : null;
    const highlight = readHighlight({
      id: uuidFrom(`${page?.url}\n${exact}`),
      ...fields,
      exact,
      note: factsLine !== null && note.endsWith(factsLine) ? note.slice(0, -factsLine.length).trim() : note,
    });
    if (page && highlight) {
      imported.push({ ...page, highlight });
    }
    partial = null;
  };
  for (const line of text.split(/\r?\n/)) {
    if (/^<!-- pith \[.*\] -->$/.test(line)) {
      continue;
    }
    const heading = /^## \[(.*)\]\(<?([^>]*)>?\)\s*$/.exec(line);
    const comment = /^<!-- pith (\{.*\}) -->$/.exec(line);
    const quoted = /^> ?(.*)$/.exec(line);
    if (heading) {
      end(null);
      const url = webPageUrl(heading[2]);
      page = url ? { url, title: unescapeMarkdown(heading[1] ?? ""), byline: "" } : null;
    } else if (comment) {
      end(parseJson(comment[1] ?? ""));
    } else if (quoted) {
      if (partial && !(partial as PartialHighlight).isQuoting) {
        end(null);
      }
      partial ??= { quote: [], note: [], isQuoting: true };
      (partial as PartialHighlight).quote.push(unescapeMarkdown(quoted[1] ?? ""));
    } else if (partial) {
      (partial as PartialHighlight).isQuoting = false;
      (partial as PartialHighlight).note.push(unescapeMarkdown(line));
    } else if (page) {
      page.byline ||= unescapeMarkdown(/^\*(.+)\*$/.exec(line)?.[1] ?? "");
    }
  }
  end(null);
  return imported;
}

/** Returns the data in the comment at the end, by page and quote. */
function readMetadata(text: string): Map<string, { [name: string]: unknown }[]> {
  const [, json = "[]"] = /^<!-- pith (\[.*\]) -->$/m.exec(text) ?? [];
  const metadata = new Map<string, { [name: string]: unknown }[]>();
  for (const entry of [parseJson(json)].flat().filter(isRecord)) {
    const name = String(entry.of);
    metadata.set(name, [...(metadata.get(name) ?? []), entry]);
  }
  return metadata;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
