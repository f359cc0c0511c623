/**
 * Finds quotes in a text that may have changed since they were saved. Unchanged quotes are found in order. The others
 * are located by short pieces of the quotes and their surroundings, in one pass over the text. The places with the most
 * matching pieces are then aligned.
 *
 * The time is linear in the text and in the quotes. All texts are folded (text.ts), all lengths are in UTF-16 units.
 */

/** A quote, with the text before and after it. Either may be empty. */
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
  /** Where the quote was; null if that isn't known. Decides between equally good places. */
  at: number | null;
}

/** A range of the text. */
export interface TextRange {
  start: number;
  end: number;
}

/** Length of a piece: long enough to be rare, short enough that some piece of a sentence survives a changed word. */
const pieceLength = 8;

/** Maximum pieces per quote, evenly spread. */
const maxPieces = 24;

/** Number of pieces above which a single match is ignored. */
const manyPieces = 12;

/** Maximum places per piece: more frequent pieces are ignored. */
const maxPositions = 256;

/** Maximum difference between the pieces' estimates of a quote's place, due to words inserted or removed. */
const slack = 32;

/** Maximum places per quote that are aligned with it. */
const maxCandidates = 8;

/** Minimum pieces of another place to be aligned too, as a share of the best place's. */
const candidateShare = 0.25;

/** Maximum share of a quote that may have changed, and maximum units. */
const changedShare = 0.25;
const maxChanges = 64;

/** Minimum equal units of quote and surroundings; those of East Asian scripts count twice. */
const minCommon = 24;

/** Returns the place of each quote; null if nothing in the text is similar enough. */
export function findQuotes(quotes: readonly Quote[], text: string): (TextRange | null)[] {
  const places = findUnchanged(quotes, text);
  const changed = quotes.filter((_, index) => !places[index]);
  const votes = changed.length > 0 ? collectVotes(changed, text) : [];
  const bestRanges = new Map(
    changed.map((quote, index) => [quote, findBest(quote, text, findCandidates(quote, text, votes[index] ?? []))]),
  );
  return quotes.map((quote, index) => places[index] ?? bestRanges.get(quote) ?? null);
}

/** Units before and after its old place that are searched first for an unchanged quote. */
const nearby = 4_096;

/** Maximum quotes for which the whole text is searched if that fails. */
const maxSearches = 4;

/**
 * Returns the places of quotes that are unchanged including their surroundings. Each is expected at its old place,
 * shifted by as much as the previous quote. Otherwise the text after that quote is searched.
 */
function findUnchanged(quotes: readonly Quote[], text: string): (TextRange | null)[] {
  const places: (TextRange | null)[] = quotes.map(() => null);
  const located = quotes.flatMap(({ at: savedPosition, exact, prefix, suffix }, index) =>
    savedPosition === null
      ? []
      : [{ number: index, at: savedPosition - prefix.length, exact, prefix, quoteInContext: prefix + exact + suffix }],
  );
  let [shift, previous, searches] = [0, 0, 0];
  for (const { number: index, at: savedPosition, exact, prefix, quoteInContext } of located.toSorted(
    (a, b) => a.at - b.at,
  )) {
    const expected = savedPosition + shift;
    let position = expected >= 0 && text.startsWith(quoteInContext, expected) ? expected : -1;
    if (position < 0) {
      const from = Math.max(0, previous, expected - nearby);
      const offset = text.slice(from, expected + quoteInContext.length + nearby).indexOf(quoteInContext);
      position = offset < 0 ? -1 : from + offset;
    }
    if (position < 0 && searches < maxSearches) {
      position = text.indexOf(quoteInContext, previous);
      searches += 1;
    }
    if (position >= 0 && exact.length > 0) {
      [shift, previous] = [position - savedPosition, position];
      places[index] = { start: position + prefix.length, end: position + prefix.length + exact.length };
    }
  }
  return places;
}

function distance({ at }: Quote, index: number): number {
  return at === null ? index : Math.abs(index - at);
}

/** A candidate place for a quote: the earliest and the latest position of its first character. */
interface Candidate {
  first: number;
  last: number;
  /** The position that most pieces agree on. */
  likely: number;
  /** Number of pieces. */
  votes: number;
}

/** Returns for each quote the starts estimated from its pieces. */
function collectVotes(quotes: readonly Quote[], text: string): number[][] {
  const votes: number[][] = quotes.map(() => []);
  const pieces = new Map<number, { quote: number; offset: number; places: number }[]>();
  const usedSlots = new Uint8Array(1 << 18);
  for (const [quote, { prefix, exact, suffix }] of quotes.entries()) {
    const quoteInContext = prefix + exact + suffix;
    const step = Math.max(pieceLength / 2, Math.ceil((quoteInContext.length - pieceLength) / maxPieces));
    for (let at = 0; at + pieceLength <= quoteInContext.length; at += step) {
      const hash = hashOf(quoteInContext, at);
      const piece = { quote, offset: at - prefix.length, places: 0 };
      const samePieces = pieces.get(hash);
      if (samePieces) {
        samePieces.push(piece);
      } else {
        pieces.set(hash, [piece]);
        usedSlots[slotOf(hash)] = 1;
      }
    }
  }
  let hash = text.length >= pieceLength ? hashOf(text, 0) : 0;
  for (let at = 0; at + pieceLength <= text.length; at++) {
    if (usedSlots[slotOf(hash)]) {
      for (const piece of pieces.get(hash) ?? []) {
        if (piece.places++ < maxPositions) {
          votes[piece.quote]?.push(at - piece.offset);
        }
      }
    }
    const hashWithoutOldest = hash - Math.imul(text.charCodeAt(at), oldestFactor);
    hash = (Math.imul(hashWithoutOldest, base) + text.charCodeAt(at + pieceLength)) | 0;
  }
  return votes;
}

/** A rolling hash of `pieceLength` units: the sum of each unit times a power of the base, modulo 2³². */
const base = 0x01000193;
const oldestFactor = Array.from({ length: pieceLength - 1 }, () => base).reduce(Math.imul, 1);

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let i = at; i < at + pieceLength; i++) {
    hash = (Math.imul(hash, base) + text.charCodeAt(i)) | 0;
  }
  return hash;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 14)) & 0x3ffff;
}

/** Returns the places that most pieces agree on. */
function findCandidates({ exact, prefix, suffix }: Quote, text: string, votes: number[]): Candidate[] {
  const pieces = (2 * (prefix.length + exact.length + suffix.length)) / pieceLength;
  const clusters: Candidate[] = [];
  let maxCount = 0;
  let count = 0;
  let previousVote: number | undefined;
  for (const vote of votes.sort((a, b) => a - b)) {
    let cluster = clusters.at(-1);
    if (!cluster || vote - cluster.last > slack || vote - cluster.first > 4 * slack) {
      cluster = { first: vote, last: vote, likely: vote, votes: 0 };
      clusters.push(cluster);
      [maxCount, count, previousVote] = [0, 0, undefined];
    }
    cluster.last = vote;
    cluster.votes += 1;
    count = vote === previousVote ? count + 1 : 1;
    previousVote = vote;
    if (count > maxCount) {
      maxCount = count;
      cluster.likely = vote;
    }
  }
  // Too short for any piece: take its first occurrence.
  const at = clusters.length === 0 && exact.length > 0 ? text.indexOf(exact) : -1;
  if (at >= 0) {
    clusters.push({ first: at, last: at, likely: at, votes: 1 });
  }
  // A single match of many pieces is a coincidence.
  const minVotes = pieces > manyPieces ? 2 : 1;
  return clusters.filter((candidate) => candidate.votes >= minVotes).toSorted((a, b) => b.votes - a.votes);
}

/** A range of the text, with its similarity to a quote and its surroundings. */
interface Match extends TextRange {
  common: number;
}

function findBest(quote: Quote, text: string, candidates: readonly Candidate[]): TextRange | null {
  const { exact, prefix, suffix } = quote;
  const scale = /[\u2e80-\ud7ff\uf900-\ufaff]/.test(exact) ? 2 : 1;
  // Of many equally good places, try those near the old one.
  const ties = candidates.filter(({ votes }) => votes === candidates[0]?.votes);
  const nearest = ties.length > 1 ? nearestFirst(ties, quote) : ties;
  const minVotes = (candidates[0]?.votes ?? 0) * candidateShare;
  const weaker = candidates.slice(ties.length).filter(({ votes }) => votes > minVotes);
  const fullLength = exact.length + prefix.length + suffix.length;
  const minLength = Math.min(minCommon, scale * fullLength);
  let bestMatch: Match | null = null;
  for (const candidate of [...nearest, ...weaker].slice(0, maxCandidates)) {
    if (bestMatch?.common === fullLength) {
      // Of equals, the nearest comes first.
      break;
    }
    for (const match of matchesAt(quote, text, candidate)) {
      const isNearer =
        bestMatch?.common === match.common && distance(quote, match.start) < distance(quote, bestMatch.start);
      if (match.common * scale >= minLength && (!bestMatch || match.common > bestMatch.common || isNearer)) {
        bestMatch = match;
      }
    }
  }
  return bestMatch && { start: bestMatch.start, end: bestMatch.end };
}

function nearestFirst(ties: readonly Candidate[], quote: Quote): Candidate[] {
  return ties
    .map((candidate) => ({ candidate, away: distance(quote, candidate.likely) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ candidate }) => candidate);
}

/** Yields the quote's occurrences at a place; without any, the range that differs least from it. */
function* matchesAt(quote: Quote, text: string, { first, last, likely }: Candidate): Generator<Match> {
  const { exact } = quote;
  if (text.startsWith(exact, likely) && likely >= 0) {
    yield toMatch(quote, text, { start: likely, end: likely + exact.length }, 0);
    return;
  }
  const from = Math.max(0, first - slack);
  const surroundings = text.slice(from, last + exact.length + slack);
  let isUnchanged = false;
  for (
    let at = surroundings.indexOf(exact), n = 0;
    at >= 0 && n < maxCandidates;
    at = surroundings.indexOf(exact, at + 1), n++
  ) {
    isUnchanged = true;
    yield toMatch(quote, text, { start: from + at, end: from + at + exact.length }, 0);
  }
  const changes = Math.min(maxChanges, Math.floor(exact.length * changedShare));
  const similar = isUnchanged || changes === 0 ? null : align(exact, text, from, last + slack, changes);
  if (similar) {
    yield toMatch(quote, text, similar, similar.changes);
  }
}

function toMatch({ exact, prefix, suffix }: Quote, text: string, { start, end }: TextRange, changes: number): Match {
  const before = text.slice(Math.max(0, start - prefix.length), start);
  const after = text.slice(end, end + suffix.length);
  const commonLength = exact.length - 4 * changes + countCommon(prefix, before) + countCommon(suffix, after);
  return { start, end, common: commonLength };
}

/** Returns the number of equal units of two texts, minus the differing ones. */
function countCommon(a: string, b: string): number {
  if (a === b) {
    return a.length;
  }
  const alignment = align(a, b, 0, b.length, a.length >> 1);
  return alignment ? Math.max(0, a.length - 2 * alignment.changes) : 0;
}

/**
 * Returns the range of the text that begins between `from` and `to` and differs least from the pattern. Returns null if
 * every range differs by more than `changeLimit` inserted, removed, or replaced units (Sellers 1980, in a band around the
 * diagonal).
 */
function align(
  pattern: string,
  text: string,
  from: number,
  to: number,
  changeLimit: number,
): (TextRange & { changes: number }) | null {
  const width = Math.max(0, Math.min(to, text.length) - from) + 2 * changeLimit + 1;
  // Cell d of row i: the pattern's first i units, ending at the text's `from - most + i + d`.
  let [changes, starts] = [new Int32Array(width + 1).fill(changeLimit + 1), new Int32Array(width + 1)];
  let [nextChanges, nextStarts] = [new Int32Array(width + 1), new Int32Array(width + 1)];
  for (let d = changeLimit; d < width - changeLimit; d++) {
    changes[d] = 0;
    starts[d] = from - changeLimit + d;
  }
  for (let i = 1; i <= pattern.length; i++) {
    nextChanges.fill(changeLimit + 1);
    const unit = pattern.charCodeAt(i - 1);
    let minCost = changeLimit + 1;
    for (let d = 0; d < width; d++) {
      const textIndex = from - changeLimit + i + d;
      if (textIndex < from || textIndex > text.length) {
        continue;
      }
      const isSame = textIndex > from && text.charCodeAt(textIndex - 1) === unit;
      let cost = textIndex > from ? (changes[d] ?? 0) + (isSame ? 0 : 1) : changeLimit + 1;
      let start = starts[d] ?? 0;
      const [deletionCost, insertionCost] = [
        (changes[d + 1] ?? 0) + 1,
        d > 0 ? (nextChanges[d - 1] ?? 0) + 1 : changeLimit + 1,
      ];
      if (deletionCost < cost) {
        [cost, start] = [deletionCost, starts[d + 1] ?? 0];
      }
      if (insertionCost < cost) {
        [cost, start] = [insertionCost, nextStarts[d - 1] ?? 0];
      }
      nextChanges[d] = cost;
      nextStarts[d] = start;
      minCost = Math.min(minCost, cost);
    }
    if (minCost > changeLimit) {
      return null;
    }
    [changes, starts, nextChanges, nextStarts] = [nextChanges, nextStarts, changes, starts];
  }
  let bestColumn = 0;
  for (let d = 1; d < width; d++) {
    if ((changes[d] ?? 0) < (changes[bestColumn] ?? 0)) {
      bestColumn = d;
    }
  }
  const end = from - changeLimit + pattern.length + bestColumn;
  const [start, cost] = [starts[bestColumn] ?? 0, changes[bestColumn] ?? 0];
  return cost > changeLimit || end <= start ? null : { start, end, changes: cost };
}
