/**
 * The passages to read aloud, in order: of Reader's article, or of the page in the other views. The core determines the
 * kind and language of each element. The words are those on screen, including translations.
 */

import type { SpokenElement, SpokenKind } from "../../../shared/messages.ts";
import { type AnswerTo, ask, type Requests } from "../../../shared/requests.ts";
import {
  closest,
  contains,
  documentOf,
  isConnected,
  isText,
  localName,
  matches,
  nodeValue,
  parentElement,
  rangeAround,
  ranging,
} from "../../../ui/nodes.ts";
import { scrollBox } from "../../dom/viewport.ts";
import type { ReadAloudHost } from "../tool.ts";
import type { ArticleBody } from "../../views/reader/article-body.ts";
import { walkerOf } from "../seen.ts";

/** A node of a passage: text, or a formula with its spoken words. */
interface SpokenPiece {
  node: Node;
  /** Spoken in place of the node's text; null for the text itself. */
  words: string | null;
  /** The range of the text that is read, in UTF-16 units. */
  from: number;
  to: number;
}

/** A block as it is read aloud. */
export interface Passage {
  kind: SpokenKind;
  /** BCP 47 tag; empty if unknown. */
  lang: string;
  pieces: readonly SpokenPiece[];
  /** Scrolls the passage's scroller by a distance in px. */
  scroll(distance: number): void;
}

/** Asks the core; throws its error message on failure. */
async function answered<Name extends "spoken" | "sentences">(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<AnswerTo<Name>, { failure: string }>> {
  const answer = await ask(name, ...argument);
  if (answer && "failure" in answer) {
    throw new Error(answer.failure);
  }
  return answer as Exclude<AnswerTo<Name>, { failure: string }>;
}

/** Originals of translations in Reader; the translation is read instead. See pair.ts. */
const original = ".pith-original";

/** Maximum length of a word, in UTF-16 units. */
const maxWordLength = 100;

/** Returns all passages of a view that have words. `formula`: spoken for formulas without words. */
export async function passagesOf(host: ReadAloudHost, formula: string): Promise<Passage[]> {
  const all = await (host.bodies ? ofReader(host, formula) : ofPage(host, formula));
  return all.filter(hasWords);
}

async function ofReader(host: ReadAloudHost, formula: string): Promise<Passage[]> {
  const lang = host.finding.summary.lang ?? "";
  const { bodies = [], scroller, article } = host;
  const scroll = (distance: number): void => void (scroller && scrollBox(scroller, distance));
  const title = article?.querySelector("header h1");
  const translated = title?.querySelector<HTMLElement>(".pith-translation");
  const heading = translated ?? title;
  const found: Passage[] = heading
    ? [{ kind: "heading", lang: translated?.lang ?? lang, pieces: piecesIn(heading), scroll }]
    : [];
  for (const body of bodies) {
    found.push(...(await ofBody(body, lang, formula, scroll)));
  }
  return found;
}

function piecesIn(element: Element): SpokenPiece[] {
  const walker = walkerOf(element, NodeFilter.SHOW_TEXT);
  const pieces: SpokenPiece[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    pieces.push(whole(node));
  }
  return pieces;
}

function whole(node: Node, words: string | null = null): SpokenPiece {
  return { node, words, from: 0, to: words === null ? (nodeValue(node)?.length ?? 0) : 1 };
}

/** Returns the passages of a body in Reader. */
async function ofBody(
  { html, elements, node: root }: ArticleBody,
  lang: string,
  formula: string,
  scroll: Passage["scroll"],
): Promise<Passage[]> {
  const { roles } = await answered("spoken", { html, lang });
  const known = new Map<Node, SpokenElement>();
  for (const element of roles) {
    const shown = elements[element.element];
    if (shown) {
      known.set(shown, element);
    }
  }
  const found: { holder: Element; passage: Passage & { pieces: SpokenPiece[] } }[] = [];
  const add = (piece: SpokenPiece, from: Element | null): void => {
    let holder = from;
    let translated: string | null = null;
    while (holder && holder !== root) {
      const what = known.get(holder);
      if (what?.kind === "mark" || what?.kind === "formula") {
        return;
      }
      if (what) {
        const last = found.at(-1);
        if (last?.holder === holder) {
          last.passage.pieces.push(piece);
        } else {
          const { kind, lang } = what;
          found.push({ holder, passage: { kind, lang: translated ?? lang, pieces: [piece], scroll } });
        }
        return;
      }
      // Skips Pith's own controls, and text that is also there in another language.
      if (matches(holder, `button, .pith-tools, .pith-page, ${original}, .pith-translation math`)) {
        return;
      }
      if (matches(holder, ".pith-translation")) {
        translated = (holder as HTMLElement).lang;
      }
      holder = parentElement(holder);
    }
  };
  const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node)) {
      add(whole(node), parentElement(node));
    } else if (known.get(node)?.kind === "formula") {
      add(whole(node, known.get(node)?.words || formula), parentElement(node));
    } else if (localName(node as Element) === "br") {
      add(whole(node, " "), parentElement(node));
    }
  }
  return found.map(({ passage }) => passage);
}

/** Returns the passages of the page itself in reading order, each block with its kind in the article. */
async function ofPage({ finding }: ReadAloudHost, formula: string): Promise<Passage[]> {
  const { detection, blocks, summary } = finding;
  const lang = summary.lang ?? "";
  const html = detection.html();
  const { roles } = await answered("spoken", { html, lang });
  const origins = detection.origins();
  /** The innermost blocks by their first leaf, and footnote references and formulas by theirs. */
  const begun = new Map<number, SpokenElement>();
  const apart = new Map<number, SpokenElement>();
  for (const element of roles) {
    const leaf = origins[element.element];
    if (leaf !== undefined) {
      (element.kind === "mark" || element.kind === "formula" ? apart : begun).set(leaf, element);
    }
  }
  const numbers = new Map(blocks.content.map((block, number) => [block, number]));
  let last: Pick<SpokenElement, "kind" | "lang"> = { kind: "text", lang };
  const found: Passage[] = [];
  for (const block of blocks.column) {
    if (block.reason === "byline") {
      continue;
    }
    const own = block.leaves.map((leaf) => begun.get(leaf)).find(Boolean);
    const isTitle = block.reason === "title";
    last = own ?? last;
    const pieces = block.leaves.flatMap((leaf): SpokenPiece[] => {
      const node = detection.node(leaf);
      const what = apart.get(leaf);
      if (!node || !isConnected(node) || what?.kind === "mark") {
        return [];
      }
      if (what) {
        return [whole(node, what.words || formula)];
      }
      return isText(node) ? [whole(node)] : [];
    });
    const number = numbers.get(block) ?? 0;
    const scroll = (distance: number): void => blocks.page.scroll(number, distance);
    found.push({ kind: isTitle ? "heading" : last.kind, lang: isTitle ? lang : last.lang, pieces, scroll });
  }
  return found;
}

/** Returns the part of a passage within a range; null if there is none. */
export function within(passage: Passage, selected: AbstractRange): Passage | null {
  const range = ranging(selected).cloneRange();
  const pieces = passage.pieces.flatMap((piece): SpokenPiece[] => {
    const { node } = piece;
    if (documentOf(node) !== documentOf(range.startContainer) || !range.intersectsNode(node)) {
      return [];
    }
    const from = node === range.startContainer ? range.startOffset : piece.from;
    const to = node === range.endContainer ? range.endOffset : piece.to;
    return from < to ? [piece.words === null ? { ...piece, from, to } : piece] : [];
  });
  return pieces.some(({ words }) => words !== " ") ? { ...passage, pieces } : null;
}

/** Returns whether all of a passage is still in place. Translators replace text nodes. */
export function isThere({ pieces }: Passage): boolean {
  return pieces.every(({ node }) => {
    const holder = parentElement(node);
    return isConnected(node) && holder !== null && closest(holder, original) === null;
  });
}

/** Returns whether a node is in a passage or contains some of it. */
export function isIn(passage: Passage, node: Node): boolean {
  return passage.pieces.some((piece) => piece.node === node || contains(node, piece.node));
}

/** A run of a script's text, and its node. */
interface TextRun {
  at: number;
  length: number;
  piece: SpokenPiece;
  start: number;
}

/** Soft hyphens and other characters that only affect line breaks. */
const silentCharacters = /[\u00ad\u200b\u2060\ufeff]/;

/** The spoken text of a passage, and where each part of it is on screen. */
export class Script {
  readonly text: string;
  /** Ends of the pieces that are spoken at once. */
  readonly ends: readonly number[];
  readonly #runs: readonly TextRun[];

  private constructor(text: string, runs: readonly TextRun[], ends: readonly number[]) {
    this.text = text;
    this.#runs = runs;
    this.ends = ends;
  }

  /** Creates the script of a passage as it is now on screen. */
  static async of({ pieces, lang }: Passage): Promise<Script> {
    let text = "";
    const runs: TextRun[] = [];
    for (const [number, piece] of pieces.entries()) {
      if (piece.words !== null) {
        runs.push({ at: text.length, length: piece.words.length, piece, start: 0 });
        text += piece.words;
        continue;
      }
      const before = pieces[number - 1];
      if (before && !/\s$/.test(text) && hasLineBreak(before.node, piece.node)) {
        text += " ";
      }
      let start = piece.from;
      for (const part of (nodeValue(piece.node) ?? "").slice(piece.from, piece.to).split(silentCharacters)) {
        if (part !== "") {
          runs.push({ at: text.length, length: part.length, piece, start });
          text += part.replace(/\s/g, " ");
        }
        start += part.length + 1;
      }
    }
    if (!/[\p{L}\p{N}]/u.test(text)) {
      return new Script("", [], []);
    }
    const { ends } = await answered("sentences", {
      text,
      breaks: sentenceBreaks(text, lang),
      lang,
    });
    return new Script(text, runs, ends);
  }

  /** Returns start and end of a piece. */
  bounds(number: number): [start: number, end: number] {
    return [this.ends[number - 1] ?? 0, this.ends[number] ?? this.text.length];
  }

  /** Returns the index of the piece at a position in a node; 0 if there is none. */
  numberOf(node: Node, offset: number): number {
    const run = this.#runs.findLast(({ piece, start }) => piece.node === node && start <= offset);
    const at = run ? run.at + Math.min(offset - run.start, run.length) : 0;
    return Math.max(
      0,
      this.ends.findIndex((end) => at < end),
    );
  }

  /** Returns the spans of the passage that show a range of the script. */
  spans(start: number, end: number): StaticRange[] {
    const met = this.#runs.filter(({ at, length }) => at < end && at + length > start);
    return met.flatMap((run): StaticRange[] => {
      const { node, words } = run.piece;
      if (!isConnected(node) || words === " ") {
        return [];
      }
      if (words !== null) {
        return [new StaticRange(rangeAround(node, node))];
      }
      const from = run.start + Math.max(0, start - run.at);
      const to = run.start + Math.min(run.length, end - run.at);
      return [new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to })];
    });
  }

  /** Returns the spans of the word that starts at a position, with its length if the voice reports it. */
  word(at: number, length: number): StaticRange[] {
    const [word] = /^\s*\S+/u.exec(this.text.slice(at, at + maxWordLength)) ?? [" "];
    return this.spans(at, at + (length || word.length));
  }
}

/** Returns whether there is a line break between two texts of the page. */
function hasLineBreak(before: Node, node: Node): boolean {
  const holder = parentElement(before);
  const around = holder && closest(holder, "p, li, td, div, body");
  if (!around || !contains(around, node)) {
    return true;
  }
  const walker = walkerOf(around, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  walker.currentNode = before;
  for (let at = walker.nextNode(); at && at !== node; at = walker.nextNode()) {
    if (isText(at) ? /\s/.test(nodeValue(at) ?? "") : localName(at as Element) === "br") {
      return true;
    }
  }
  return false;
}

/** Returns the ends of sentences, according to the browser. */
function sentenceBreaks(text: string, lang: string): number[] {
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(lang || undefined, { granularity: "sentence" });
  } catch {
    // A page's language may not be a valid tag.
    segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  }
  return [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
}

/** Returns whether a passage has words. */
function hasWords({ pieces }: Passage): boolean {
  return pieces.some(({ node, words }) => /[\p{L}\p{N}]/u.test(words ?? nodeValue(node) ?? ""));
}
