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
export interface Stretch {
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
export function anchor(quotes: readonly Quote[], text: string): (Stretch | null)[] {
  const places = unchanged(quotes, text);
  const changed = quotes.filter((_, number) => !places[number]);
  const votes = changed.length > 0 ? collectVotes(changed, text) : [];
  const found = new Map(
    changed.map((quote, number) => [quote, best(quote, text, candidates(quote, text, votes[number] ?? []))]),
  );
  return quotes.map((quote, number) => places[number] ?? found.get(quote) ?? null);
}

/** Units before and after its old place that are searched first for an unchanged quote. */
const nearby = 4_096;

/** Maximum quotes for which the whole text is searched if that fails. */
const maxSearches = 4;

/**
 * Returns the places of quotes that are unchanged including their surroundings. Each is expected at its old place,
 * shifted by as much as the previous quote. Otherwise the text after that quote is searched.
 */
function unchanged(quotes: readonly Quote[], text: string): (Stretch | null)[] {
  const places: (Stretch | null)[] = quotes.map(() => null);
  const known = quotes.flatMap(({ at, exact, prefix, suffix }, number) =>
    at === null ? [] : [{ number, at: at - prefix.length, exact, prefix, whole: prefix + exact + suffix }],
  );
  let [moved, last, searches] = [0, 0, 0];
  for (const { number, at, exact, prefix, whole } of known.toSorted((a, b) => a.at - b.at)) {
    const near = at + moved;
    let found = near >= 0 && text.startsWith(whole, near) ? near : -1;
    if (found < 0) {
      const from = Math.max(0, last, near - nearby);
      const within = text.slice(from, near + whole.length + nearby).indexOf(whole);
      found = within < 0 ? -1 : from + within;
    }
    if (found < 0 && searches < maxSearches) {
      found = text.indexOf(whole, last);
      searches += 1;
    }
    if (found >= 0 && exact.length > 0) {
      [moved, last] = [found - at, found];
      places[number] = { start: found + prefix.length, end: found + prefix.length + exact.length };
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
  const known = new Uint8Array(1 << 18);
  for (const [quote, { prefix, exact, suffix }] of quotes.entries()) {
    const whole = prefix + exact + suffix;
    const step = Math.max(pieceLength / 2, Math.ceil((whole.length - pieceLength) / maxPieces));
    for (let at = 0; at + pieceLength <= whole.length; at += step) {
      const hash = hashOf(whole, at);
      const piece = { quote, offset: at - prefix.length, places: 0 };
      const same = pieces.get(hash);
      if (same) {
        same.push(piece);
      } else {
        pieces.set(hash, [piece]);
        known[slotOf(hash)] = 1;
      }
    }
  }
  let hash = text.length >= pieceLength ? hashOf(text, 0) : 0;
  for (let at = 0; at + pieceLength <= text.length; at++) {
    if (known[slotOf(hash)]) {
      for (const piece of pieces.get(hash) ?? []) {
        if (piece.places++ < maxPositions) {
          votes[piece.quote]?.push(at - piece.offset);
        }
      }
    }
    const without = hash - Math.imul(text.charCodeAt(at), oldest);
    hash = (Math.imul(without, base) + text.charCodeAt(at + pieceLength)) | 0;
  }
  return votes;
}

/** A rolling hash of `pieceLength` units: the sum of each unit times a power of the base, modulo 2³². */
const base = 0x01000193;
const oldest = Array.from({ length: pieceLength - 1 }, () => base).reduce(Math.imul, 1);

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
function candidates({ exact, prefix, suffix }: Quote, text: string, votes: number[]): Candidate[] {
  const pieces = (2 * (prefix.length + exact.length + suffix.length)) / pieceLength;
  const found: Candidate[] = [];
  let most = 0;
  let same = 0;
  let before: number | undefined;
  for (const vote of votes.sort((a, b) => a - b)) {
    let last = found.at(-1);
    if (!last || vote - last.last > slack || vote - last.first > 4 * slack) {
      last = { first: vote, last: vote, likely: vote, votes: 0 };
      found.push(last);
      [most, same, before] = [0, 0, undefined];
    }
    last.last = vote;
    last.votes += 1;
    same = vote === before ? same + 1 : 1;
    before = vote;
    if (same > most) {
      most = same;
      last.likely = vote;
    }
  }
  // Too short for any piece: take its first occurrence.
  const at = found.length === 0 && exact.length > 0 ? text.indexOf(exact) : -1;
  if (at >= 0) {
    found.push({ first: at, last: at, likely: at, votes: 1 });
  }
  // A single match of many pieces is a coincidence.
  const least = pieces > manyPieces ? 2 : 1;
  return found.filter((place) => place.votes >= least).toSorted((a, b) => b.votes - a.votes);
}

/** A range of the text, with its similarity to a quote and its surroundings. */
interface Match extends Stretch {
  common: number;
}

function best(quote: Quote, text: string, all: readonly Candidate[]): Stretch | null {
  const { exact, prefix, suffix } = quote;
  const scale = /[\u2e80-\ud7ff\uf900-\ufaff]/.test(exact) ? 2 : 1;
  // Of many equally good places, try those near the old one.
  const alike = all.filter(({ votes }) => votes === all[0]?.votes);
  const nearest = alike.length > 1 ? nearestFirst(alike, quote) : alike;
  const enough = (all[0]?.votes ?? 0) * candidateShare;
  const others = all.slice(alike.length).filter(({ votes }) => votes > enough);
  const whole = exact.length + prefix.length + suffix.length;
  const least = Math.min(minCommon, scale * whole);
  let found: Match | null = null;
  for (const candidate of [...nearest, ...others].slice(0, maxCandidates)) {
    if (found?.common === whole) {
      // Of equals, the nearest comes first.
      break;
    }
    for (const match of matchesAt(quote, text, candidate)) {
      const isNearer = found?.common === match.common && distance(quote, match.start) < distance(quote, found.start);
      if (match.common * scale >= least && (!found || match.common > found.common || isNearer)) {
        found = match;
      }
    }
  }
  return found && { start: found.start, end: found.end };
}

function nearestFirst(alike: readonly Candidate[], quote: Quote): Candidate[] {
  return alike
    .map((candidate) => ({ candidate, away: distance(quote, candidate.likely) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ candidate }) => candidate);
}

/** Yields the quote's occurrences at a place; without any, the range that differs least from it. */
function* matchesAt(quote: Quote, text: string, { first, last, likely }: Candidate): Generator<Match> {
  const { exact } = quote;
  if (text.startsWith(exact, likely) && likely >= 0) {
    yield match(quote, text, { start: likely, end: likely + exact.length }, 0);
    return;
  }
  const from = Math.max(0, first - slack);
  const around = text.slice(from, last + exact.length + slack);
  let isThere = false;
  for (let at = around.indexOf(exact), n = 0; at >= 0 && n < maxCandidates; at = around.indexOf(exact, at + 1), n++) {
    isThere = true;
    yield match(quote, text, { start: from + at, end: from + at + exact.length }, 0);
  }
  const changes = Math.min(maxChanges, Math.floor(exact.length * changedShare));
  const like = isThere || changes === 0 ? null : align(exact, text, from, last + slack, changes);
  if (like) {
    yield match(quote, text, like, like.changes);
  }
}

function match({ exact, prefix, suffix }: Quote, text: string, { start, end }: Stretch, changes: number): Match {
  const before = text.slice(Math.max(0, start - prefix.length), start);
  const after = text.slice(end, end + suffix.length);
  const common = exact.length - 4 * changes + commonOf(prefix, before) + commonOf(suffix, after);
  return { start, end, common };
}

/** Returns the number of equal units of two texts, minus the differing ones. */
function commonOf(a: string, b: string): number {
  if (a === b) {
    return a.length;
  }
  const like = align(a, b, 0, b.length, a.length >> 1);
  return like ? Math.max(0, a.length - 2 * like.changes) : 0;
}

/**
 * Returns the range of the text that begins between `from` and `to` and differs least from the pattern. Returns null if
 * every range differs by more than `most` inserted, removed, or replaced units (Sellers 1980, in a band around the
 * diagonal).
 */
function align(
  pattern: string,
  text: string,
  from: number,
  to: number,
  most: number,
): (Stretch & { changes: number }) | null {
  const width = Math.max(0, Math.min(to, text.length) - from) + 2 * most + 1;
  // Cell d of row i: the pattern's first i units, ending at the text's `from - most + i + d`.
  let [changes, starts] = [new Int32Array(width + 1).fill(most + 1), new Int32Array(width + 1)];
  let [nextChanges, nextStarts] = [new Int32Array(width + 1), new Int32Array(width + 1)];
  for (let d = most; d < width - most; d++) {
    changes[d] = 0;
    starts[d] = from - most + d;
  }
  for (let i = 1; i <= pattern.length; i++) {
    nextChanges.fill(most + 1);
    const unit = pattern.charCodeAt(i - 1);
    let least = most + 1;
    for (let d = 0; d < width; d++) {
      const at = from - most + i + d;
      if (at < from || at > text.length) {
        continue;
      }
      const isSame = at > from && text.charCodeAt(at - 1) === unit;
      let cost = at > from ? (changes[d] ?? 0) + (isSame ? 0 : 1) : most + 1;
      let start = starts[d] ?? 0;
      const [without, more] = [(changes[d + 1] ?? 0) + 1, d > 0 ? (nextChanges[d - 1] ?? 0) + 1 : most + 1];
      if (without < cost) {
        [cost, start] = [without, starts[d + 1] ?? 0];
      }
      if (more < cost) {
        [cost, start] = [more, nextStarts[d - 1] ?? 0];
      }
      nextChanges[d] = cost;
      nextStarts[d] = start;
      least = Math.min(least, cost);
    }
    if (least > most) {
      return null;
    }
    [changes, starts, nextChanges, nextStarts] = [nextChanges, nextStarts, changes, starts];
  }
  let found = 0;
  for (let d = 1; d < width; d++) {
    if ((changes[d] ?? 0) < (changes[found] ?? 0)) {
      found = d;
    }
  }
  const end = from - most + pattern.length + found;
  const [start, cost] = [starts[found] ?? 0, changes[found] ?? 0];
  return cost > most || end <= start ? null : { start, end, changes: cost };
}
