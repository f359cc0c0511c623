/**
 * Marks as Markdown, to and from: a heading for each page, a quotation for each mark with its note below it. What nobody
 * reads, the date and what stands around the quote, is in a comment.
 */

import { type Imported, idOf, webAddress } from "./annotation.ts";
import {
  isRecord,
  type StoredHighlight,
  type HighlightedPage,
  readHighlight,
} from "../../shared/highlights/highlight.ts";

/** Returns all marks as Markdown. */
export function toMarkdown(pages: readonly HighlightedPage[], heading: string): string {
  const parts = pages.map(({ url, title, marks }) => {
    const address = url.replace(/[<>\s]/g, encodeURIComponent);
    return [`## [${escaped(title || url)}](<${address}>)`, ...marks.map(highlightAsMarkdown)].join("\n\n");
  });
  return `${[`# ${escaped(heading)}`, ...parts].join("\n\n")}\n`;
}

function highlightAsMarkdown({ exact, note, ...rest }: StoredHighlight): string {
  const quoted = exact
    .split("\n")
    .map((line) => `> ${escaped(line)}`)
    .join("\n>\n");
  // A comment ends at two hyphens.
  const comment = `<!-- pith ${JSON.stringify(rest).replaceAll("-", "\\u002d")} -->`;
  return [quoted, ...(note ? [escaped(note)] : []), comment].join("\n\n");
}

/** Has every character stand for itself. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&").replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, "$1\\$2");
}

function unescaped(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>#|~&+\d-])/g, "$1");
}

/** What was read of a mark so far. */
interface Begun {
  quote: string[];
  note: string[];
  isQuoting: boolean;
}

/** Returns the marks in a text of this form; quotations without a comment count as well. */
export function fromMarkdown(text: string): Imported[] {
  const found: Imported[] = [];
  let page: { url: string; title: string } | null = null;
  let begun: Begun | null = null;
  const end = (facts: unknown): void => {
    const exact = (begun?.quote ?? []).filter((line) => line !== "").join("\n");
    const known = isRecord(facts) ? facts : {};
    const mark = readHighlight({
      id: idOf(`${page?.url}\n${exact}`),
      ...known,
      exact,
      note: begun?.note.join("\n").trim(),
    });
    if (page && mark) {
      found.push({ ...page, mark });
    }
    begun = null;
  };
  for (const line of text.split(/\r?\n/)) {
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
      if (begun && !(begun as Begun).isQuoting) {
        end(null);
      }
      begun ??= { quote: [], note: [], isQuoting: true };
      (begun as Begun).quote.push(unescaped(quoted[1] ?? ""));
    } else if (begun) {
      (begun as Begun).isQuoting = false;
      (begun as Begun).note.push(unescaped(line));
    }
  }
  end(null);
  return found;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
