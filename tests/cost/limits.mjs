// Limits of counts: `{ NAME: { most, raised } }`. `raised` lists the reasons for past increases.

/** Limits that can't be raised for any reason. */
const CEILINGS = { 'package zipped, bytes': 2_100_000 };

/**
 * Significant digits of the limits of fractional counts, such as millions of instructions, and of compressed sizes.
 * They are rounded up: the same sources in a folder with another name make a program that differs in the fourth digit,
 * and a comment moves the line numbers of panics, which changes the compressed size but no other count.
 */
const DIGITS = 3;

const exceeds = (count, { most }) => count > most;

const isRounded = (name, count) => /zipped/.test(name) || !Number.isInteger(count);

/** Returns the limit for a count. */
function limitOf(name, count) {
  if (!isRounded(name, count)) return count;
  const unit = 10 ** (Math.floor(Math.log10(count)) + 1 - DIGITS);
  return Number((Math.ceil(count / unit) * unit).toPrecision(DIGITS));
}

/** Returns a message for every count that exceeds its limit or has none, and for every limit without a count. */
export function excess(limits, counts) {
  const faults = [];
  for (const [name, count] of Object.entries(counts)) {
    const limit = limits[name];
    if (!limit) faults.push(`${name}: there is no limit.`);
    else if (exceeds(count, limit)) {
      const percent = limit.most > 0 ? ` (+${((count / limit.most - 1) * 100).toFixed(1)} %)` : '';
      faults.push(`${name}: ${count} where the limit is ${limit.most}${percent}.`);
    }
  }
  for (const name of Object.keys(limits)) {
    if (!(name in counts)) faults.push(`${name}: there is a limit, and nothing was counted.`);
  }
  return faults;
}

/** Returns a message for every count above its absolute maximum. */
export function beyondReason(counts) {
  const above = Object.entries(CEILINGS).filter(([name, most]) => counts[name] > most);
  return above.map(([name, most]) => `${name}: ${counts[name]} where ${most} is the most that any reason allows.`);
}

/** Returns limits equal to the counts. An increased limit records the reason. */
export function raised(limits, counts, reason) {
  const entries = Object.entries(counts).map(([name, count]) => {
    const limit = limits[name];
    const most = limitOf(name, count);
    if (!limit) return [name, { most }];
    const reasons = exceeds(count, limit) ? [...(limit.raised ?? []), reason] : limit.raised;
    return [name, { most, ...(reasons && { raised: reasons }) }];
  });
  return Object.fromEntries(entries);
}
