/**
 * Finds quotes in a text that may have changed since. What is still the same is found one after the other. The rest is
 * looked for by pieces of quotes and of what stands around them, all in one pass over the text, and then by alignment at
 * the places where most pieces are.
 *
 * The time is linear in the text and in the quotes. All texts are folded (text.ts), all lengths in UTF-16 units.
 */

/** A quote, and what stood before and after it; the latter may be empty. */
export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
  /** Where the quote once was; null where that is not known. Decides between places that are alike. */
  at: number | null;
}

/** A stretch of the text. */
export interface Stretch {
  start: number;
  end: number;
}

/** Length of a piece: long enough to be rare, short enough that some piece of a sentence outlives the change of a word. */
const pieceLength = 8;

/** Pieces of a quote at most, evenly spread. */
const maxPieces = 24;

/** Number of pieces from which on one alone says nothing. */
const manyPieces = 12;

/** Places of one piece that count at most: what is on the page more often than that says nothing. */
const maxPositions = 256;

/** By how much what pieces say of a quote's place may differ: words that were put in or taken out around it. */
const slack = 32;

/** Places of a quote that are aligned at most. */
const maxCandidates = 8;

/** The share of the pieces of the best place that another has to have, to be looked at as well. */
const candidateShare = 0.25;

/** The share of a quote that may have changed, and the most units. */
const changedShare = 0.25;
const maxChanges = 64;

/** Units of quote and surroundings that have to be the same at least; those of East Asian scripts count twice. */
const minCommon = 24;

/** Returns the place of each quote; null where nothing in the text is near enough to it. */
export function anchor(quotes: readonly Quote[], text: string): (Stretch | null)[] {
  const places = unchanged(quotes, text);
  const changed = quotes.filter((_, number) => !places[number]);
  const votes = changed.length > 0 ? collectVotes(changed, text) : [];
  const found = new Map(
    changed.map((quote, number) => [quote, best(quote, text, candidates(quote, text, votes[number] ?? []))]),
  );
  return quotes.map((quote, number) => places[number] ?? found.get(quote) ?? null);
}

/** Units before and after its place in which a quote that has not changed is looked for first. */
const nearby = 4_096;

/** Quotes at most that the whole text is searched for when they are not there. */
const maxSearches = 4;

/**
 * Returns the places of quotes that are the same with all that stands around them: where they once were, moved as far as
 * the one before has moved, else after that one.
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

/** A place that a quote may be at: where its first character would be, at the earliest and at the latest. */
interface Candidate {
  first: number;
  last: number;
  /** Where most pieces say that it is. */
  likely: number;
  /** Number of pieces. */
  votes: number;
}

/** Returns for each quote where its pieces say that it begins. */
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

/** A rolling hash of so many units: the sum of each times a power of the base, modulo 2³². */
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
  // Too short for any piece: where it stands for the first time.
  const at = found.length === 0 && exact.length > 0 ? text.indexOf(exact) : -1;
  if (at >= 0) {
    found.push({ first: at, last: at, likely: at, votes: 1 });
  }
  // One piece of many is by chance wherever it is.
  const least = pieces > manyPieces ? 2 : 1;
  return found.filter((place) => place.votes >= least).toSorted((a, b) => b.votes - a.votes);
}

/** A stretch of the text with what it has in common with a quote and its surroundings. */
interface Match extends Stretch {
  common: number;
}

function best(quote: Quote, text: string, all: readonly Candidate[]): Stretch | null {
  const { exact, prefix, suffix } = quote;
  const scale = /[\u2e80-\ud7ff\uf900-\ufaff]/.test(exact) ? 2 : 1;
  // Where many places are alike, those near to where it once was.
  const alike = all.filter(({ votes }) => votes === all[0]?.votes);
  const nearest = alike.length > 1 ? nearestFirst(alike, quote) : alike;
  const enough = (all[0]?.votes ?? 0) * candidateShare;
  const others = all.slice(alike.length).filter(({ votes }) => votes > enough);
  const whole = exact.length + prefix.length + suffix.length;
  const least = Math.min(minCommon, scale * whole);
  let found: Match | null = null;
  for (const candidate of [...nearest, ...others].slice(0, maxCandidates)) {
    if (found?.common === whole) {
      // Those that are alike come with the nearest first.
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

/** Returns what is like the quote at a place: itself, else what differs least from it. */
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

/** Returns the units that two texts have in common, less what differs. */
function commonOf(a: string, b: string): number {
  if (a === b) {
    return a.length;
  }
  const like = align(a, b, 0, b.length, a.length >> 1);
  return like ? Math.max(0, a.length - 2 * like.changes) : 0;
}

/**
 * Returns the stretch of the text that begins between `from` and `to` and differs least from the pattern; null where all
 * differ by more than `most` units put in, taken out or replaced (Sellers 1980, in a band around the diagonal).
 */
function align(
  pattern: string,
  text: string,
  from: number,
  to: number,
  most: number,
): (Stretch & { changes: number }) | null {
  const width = Math.max(0, Math.min(to, text.length) - from) + 2 * most + 1;
  // Cell d of row i stands for the pattern's first i units ending at the text's `from - most + i + d`.
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
