/**
 * Writes and reads highlights as Markdown: a heading for each page, and a block quote for each highlight, followed by
 * its note and metadata. Data needed only by an import is in one comment at the end.
 */

import { type Imported, idOf, webAddress } from "./annotation.ts";
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
  factsOf: (mark: StoredHighlight) => string = () => "",
): string {
  const all: ExportedHighlight[] = [];
  const parts = pages.map(({ url, title, marks }) => {
    const address = url.replace(/[<>\s]/g, encodeURIComponent);
    const items = marks.map((mark) => {
      const { exact, note, ...rest } = mark;
      const facts = factsOf(mark);
      all.push({ of: nameOf(url, exact), facts, ...rest });
      const quoted = exact
        .split("\n")
        .map((line) => `> ${escaped(line)}`)
        .join("\n>\n");
      return [quoted, ...(note ? [escaped(note)] : []), ...(facts ? [`*${escaped(facts)}*`] : [])].join("\n\n");
    });
    return [`## [${escaped(title || url)}](<${address}>)`, ...items].join("\n\n");
  });
  // Two hyphens could end the comment.
  const comment = `<!-- pith ${JSON.stringify(all).replaceAll("-", "\\u002d")} -->`;
  return `${[`# ${escaped(heading)}`, ...parts, comment].join("\n\n")}\n`;
}

function nameOf(url: string, exact: string): string {
  return idOf(`${webAddress(url)}\n${exact.trim()}`);
}

/** Escapes all characters with a meaning in Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&").replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, "$1\\$2");
}

function unescaped(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>#|~&+\d-])/g, "$1");
}

/** The parts of a highlight read so far. */
interface PartialHighlight {
  quote: string[];
  note: string[];
  isQuoting: boolean;
}

/** Reads highlights from Markdown of this or earlier versions. Block quotes count even without the comment. */
export function fromMarkdown(text: string): Imported[] {
  const found: Imported[] = [];
  const kept = keptIn(text);
  let page: { url: string; title: string } | null = null;
  let partial: PartialHighlight | null = null;
  const end = (facts: unknown): void => {
    const exact = (partial?.quote ?? []).filter((line) => line !== "").join("\n");
    const known = isRecord(facts) ? facts : (kept.get(nameOf(page?.url ?? "", exact))?.shift() ?? {});
    const note = partial?.note.join("\n").trim() ?? "";
    const own = typeof known.facts === "string" && known.facts !== "" ? `*${known.facts}*` : null;
    const mark = readHighlight({
      id: idOf(`${page?.url}\n${exact}`),
      ...known,
      exact,
      note: own !== null && note.endsWith(own) ? note.slice(0, -own.length).trim() : note,
    });
    if (page && mark) {
      found.push({ ...page, mark });
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
      const url = webAddress(heading[2]);
      page = url ? { url, title: unescaped(heading[1] ?? "") } : null;
    } else if (comment) {
      end(parsed(comment[1] ?? ""));
    } else if (quoted) {
      if (partial && !(partial as PartialHighlight).isQuoting) {
        end(null);
      }
      partial ??= { quote: [], note: [], isQuoting: true };
      (partial as PartialHighlight).quote.push(unescaped(quoted[1] ?? ""));
    } else if (partial) {
      (partial as PartialHighlight).isQuoting = false;
      (partial as PartialHighlight).note.push(unescaped(line));
    }
  }
  end(null);
  return found;
}

/** Returns the data in the comment at the end, by page and quote. */
function keptIn(text: string): Map<string, { [name: string]: unknown }[]> {
  const [, json = "[]"] = /^<!-- pith (\[.*\]) -->$/m.exec(text) ?? [];
  const kept = new Map<string, { [name: string]: unknown }[]>();
  for (const one of [parsed(json)].flat().filter(isRecord)) {
    const name = String(one.of);
    kept.set(name, [...(kept.get(name) ?? []), one]);
  }
  return kept;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
