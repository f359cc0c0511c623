/**
 * The passages to read aloud, in order: of Reader's article, or of the page in the other views. The core determines the
 * kind and language of each element. The words are those on screen, including translations.
 */

import type { SpokenElement, SpokenKind } from "../../../shared/messages.ts";
import { type ResponseTo, ask, type Requests } from "../../../shared/requests.ts";
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
  toRange,
} from "../../../ui/nodes.ts";
import { scrollBox } from "../../dom/viewport.ts";
import type { ReadAloudHost } from "../tool.ts";
import type { ArticleBody } from "../../views/reader/article-body.ts";
import { createWalker } from "../document-methods.ts";

/** A node of a passage: text, or a formula with its spoken words. */
interface SpokenPiece {
  node: Node;
  /** Spoken in place of the node's text; null for the text itself. */
  spokenWords: string | null;
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
async function askCore<Name extends "spoken" | "sentences">(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<ResponseTo<Name>, { failure: string }>> {
  const response = await ask(name, ...argument);
  if (response && "failure" in response) {
    throw new Error(response.failure);
  }
  return response as Exclude<ResponseTo<Name>, { failure: string }>;
}

/** Originals of translations in Reader; the translation is read instead. See pair.ts. */
const originalSelector = ".pith-original";

/** Maximum length of a word, in UTF-16 units. */
const maxWordLength = 100;

/** Returns all passages of a view that have words. `formula`: spoken for formulas without words. */
export async function findPassages(host: ReadAloudHost, formula: string): Promise<Passage[]> {
  const passages = await (host.bodies ? readerPassages(host, formula) : pagePassages(host, formula));
  return passages.filter(hasWords);
}

async function readerPassages(host: ReadAloudHost, formula: string): Promise<Passage[]> {
  const lang = host.finding.summary.lang ?? "";
  const { bodies = [], scroller, article } = host;
  const scroll = (distance: number): void => void (scroller && scrollBox(scroller, distance));
  const title = article?.querySelector("header h1");
  const translated = title?.querySelector<HTMLElement>(".pith-translation");
  const heading = translated ?? title;
  const passages: Passage[] = heading
    ? [{ kind: "heading", lang: translated?.lang ?? lang, pieces: piecesIn(heading), scroll }]
    : [];
  for (const body of bodies) {
    passages.push(...(await bodyPassages(body, lang, formula, scroll)));
  }
  return passages;
}

function piecesIn(element: Element): SpokenPiece[] {
  const walker = createWalker(element, NodeFilter.SHOW_TEXT);
  const pieces: SpokenPiece[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    pieces.push(wholeNode(node));
  }
  return pieces;
}

function wholeNode(node: Node, spokenWords: string | null = null): SpokenPiece {
  return { node, spokenWords: spokenWords, from: 0, to: spokenWords === null ? (nodeValue(node)?.length ?? 0) : 1 };
}

/** Returns the passages of a body in Reader. */
async function bodyPassages(
  { html, elements, node: root }: ArticleBody,
  lang: string,
  formula: string,
  scroll: Passage["scroll"],
): Promise<Passage[]> {
  const { roles } = await askCore("spoken", { html, lang });
  const rolesByElement = new Map<Node, SpokenElement>();
  for (const element of roles) {
    const node = elements[element.element];
    if (node) {
      rolesByElement.set(node, element);
    }
  }
  const passages: { holder: Element; passage: Passage & { pieces: SpokenPiece[] } }[] = [];
  const add = (piece: SpokenPiece, from: Element | null): void => {
    let holder = from;
    let translated: string | null = null;
    while (holder && holder !== root) {
      const role = rolesByElement.get(holder);
      if (role?.kind === "mark" || role?.kind === "formula") {
        return;
      }
      if (role) {
        const currentRole = passages.at(-1);
        if (currentRole?.holder === holder) {
          currentRole.passage.pieces.push(piece);
        } else {
          const { kind, lang } = role;
          passages.push({ holder, passage: { kind, lang: translated ?? lang, pieces: [piece], scroll } });
        }
        return;
      }
      // Skips Pith's own controls, and text that is also there in another language.
      if (matches(holder, `button, .pith-tools, .pith-page, ${originalSelector}, .pith-translation math`)) {
        return;
      }
      if (matches(holder, ".pith-translation")) {
        translated = (holder as HTMLElement).lang;
      }
      holder = parentElement(holder);
    }
  };
  const walker = createWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node)) {
      add(wholeNode(node), parentElement(node));
    } else if (rolesByElement.get(node)?.kind === "formula") {
      add(wholeNode(node, rolesByElement.get(node)?.words || formula), parentElement(node));
    } else if (localName(node as Element) === "br") {
      add(wholeNode(node, " "), parentElement(node));
    }
  }
  return passages.map(({ passage }) => passage);
}

/** Returns the passages of the page itself in reading order, each block with its kind in the article. */
async function pagePassages({ finding }: ReadAloudHost, formula: string): Promise<Passage[]> {
  const { detection, blocks, summary } = finding;
  const lang = summary.lang ?? "";
  const html = detection.html();
  const { roles } = await askCore("spoken", { html, lang });
  const origins = detection.origins();
  /** The innermost blocks by their first leaf, and footnote references and formulas by theirs. */
  const rolesByFirstLeaf = new Map<number, SpokenElement>();
  const inlineRoles = new Map<number, SpokenElement>();
  for (const element of roles) {
    const leaf = origins[element.element];
    if (leaf !== undefined) {
      (element.kind === "mark" || element.kind === "formula" ? inlineRoles : rolesByFirstLeaf).set(leaf, element);
    }
  }
  const numbers = new Map(blocks.content.map((block, index) => [block, index]));
  let currentRole: Pick<SpokenElement, "kind" | "lang"> = { kind: "text", lang };
  const passages: Passage[] = [];
  for (const block of blocks.inReadingOrder) {
    if (block.reason === "byline") {
      continue;
    }
    const blockRole = block.leaves.map((leaf) => rolesByFirstLeaf.get(leaf)).find(Boolean);
    const isTitle = block.reason === "title";
    currentRole = blockRole ?? currentRole;
    const pieces = block.leaves.flatMap((leaf): SpokenPiece[] => {
      const node = detection.node(leaf);
      const role = inlineRoles.get(leaf);
      if (!node || !isConnected(node) || role?.kind === "mark") {
        return [];
      }
      if (role) {
        return [wholeNode(node, role.words || formula)];
      }
      return isText(node) ? [wholeNode(node)] : [];
    });
    const index = numbers.get(block) ?? 0;
    const scroll = (distance: number): void => blocks.page.scroll(index, distance);
    passages.push({
      kind: isTitle ? "heading" : currentRole.kind,
      lang: isTitle ? lang : currentRole.lang,
      pieces,
      scroll,
    });
  }
  return passages;
}

/** Returns the part of a passage within a range; null if there is none. */
export function partWithin(passage: Passage, selected: AbstractRange): Passage | null {
  const range = toRange(selected).cloneRange();
  const pieces = passage.pieces.flatMap((piece): SpokenPiece[] => {
    const { node } = piece;
    if (documentOf(node) !== documentOf(range.startContainer) || !range.intersectsNode(node)) {
      return [];
    }
    const from = node === range.startContainer ? range.startOffset : piece.from;
    const to = node === range.endContainer ? range.endOffset : piece.to;
    return from < to ? [piece.spokenWords === null ? { ...piece, from, to } : piece] : [];
  });
  return pieces.some(({ spokenWords }) => spokenWords !== " ") ? { ...passage, pieces } : null;
}

/** Returns whether all of a passage is still in place. Translators replace text nodes. */
export function isInPlace({ pieces }: Passage): boolean {
  return pieces.every(({ node }) => {
    const holder = parentElement(node);
    return isConnected(node) && holder !== null && closest(holder, originalSelector) === null;
  });
}

/** Returns whether a node is in a passage or contains some of it. */
export function overlaps(passage: Passage, node: Node): boolean {
  return passage.pieces.some((piece) => piece.node === node || contains(node, piece.node));
}

/** A run of a script's text, and its node. */
interface TextRun {
  scriptStart: number;
  length: number;
  piece: SpokenPiece;
  nodeStart: number;
}

/** Soft hyphens and other characters that only affect line breaks. */
const silentCharacters = /[\u00ad\u200b\u2060\ufeff]/;

/** The spoken text of a passage, and where each part of it is on screen. */
export class SpokenText {
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
  static async of({ pieces, lang }: Passage): Promise<SpokenText> {
    let text = "";
    const runs: TextRun[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (piece.spokenWords !== null) {
        runs.push({ scriptStart: text.length, length: piece.spokenWords.length, piece, nodeStart: 0 });
        text += piece.spokenWords;
        continue;
      }
      const before = pieces[index - 1];
      if (before && !/\s$/.test(text) && hasLineBreak(before.node, piece.node)) {
        text += " ";
      }
      let start = piece.from;
      for (const part of (nodeValue(piece.node) ?? "").slice(piece.from, piece.to).split(silentCharacters)) {
        if (part !== "") {
          runs.push({ scriptStart: text.length, length: part.length, piece, nodeStart: start });
          text += part.replace(/\s/g, " ");
        }
        start += part.length + 1;
      }
    }
    if (!/[\p{L}\p{N}]/u.test(text)) {
      return new SpokenText("", [], []);
    }
    const { ends } = await askCore("sentences", {
      text,
      breaks: sentenceBreaks(text, lang),
      lang,
    });
    return new SpokenText(text, runs, ends);
  }

  /** Returns start and end of a piece. */
  bounds(index: number): [start: number, end: number] {
    return [this.ends[index - 1] ?? 0, this.ends[index] ?? this.text.length];
  }

  /** Returns the index of the piece at a position in a node; 0 if there is none. */
  pieceAt(node: Node, offset: number): number {
    const run = this.#runs.findLast(({ piece, nodeStart: start }) => piece.node === node && start <= offset);
    const scriptPosition = run ? run.scriptStart + Math.min(offset - run.nodeStart, run.length) : 0;
    return Math.max(
      0,
      this.ends.findIndex((end) => scriptPosition < end),
    );
  }

  /** Returns the spans of the passage that show a range of the script. */
  spans(start: number, end: number): StaticRange[] {
    const overlapping = this.#runs.filter(({ scriptStart: at, length }) => at < end && at + length > start);
    return overlapping.flatMap((run): StaticRange[] => {
      const { node, spokenWords } = run.piece;
      if (!isConnected(node) || spokenWords === " ") {
        return [];
      }
      if (spokenWords !== null) {
        return [new StaticRange(rangeAround(node, node))];
      }
      const from = run.nodeStart + Math.max(0, start - run.scriptStart);
      const to = run.nodeStart + Math.min(run.length, end - run.scriptStart);
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
  const block = holder && closest(holder, "p, li, td, div, body");
  if (!block || !contains(block, node)) {
    return true;
  }
  const walker = createWalker(block, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  walker.currentNode = before;
  for (let current = walker.nextNode(); current && current !== node; current = walker.nextNode()) {
    if (isText(current) ? /\s/.test(nodeValue(current) ?? "") : localName(current as Element) === "br") {
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
  return pieces.some(({ node, spokenWords }) => /[\p{L}\p{N}]/u.test(spokenWords ?? nodeValue(node) ?? ""));
}
