// Limits to counts: `{ NAME: { most, raised } }`, `raised` being the reasons for which the limit once grew.

/** What a count may exceed its limit by. */
export const TOLERANCE = 0.02;

/** What no reason raises a limit beyond. */
const CEILINGS = { 'package zipped, bytes': 2_000_000 };

const exceeds = (count, { most }) => count > most * (1 + TOLERANCE);

/** Returns a sentence for every count that is above its limit or has none, and for every limit that nothing counts. */
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

/** Returns a sentence for every count that is above what any limit may be. */
export function beyondReason(counts) {
  const above = Object.entries(CEILINGS).filter(([name, most]) => counts[name] > most);
  return above.map(([name, most]) => `${name}: ${counts[name]} where ${most} is the most that any reason allows.`);
}

/** Returns the limits at what was counted; one that grows keeps the reason. */
export function raised(limits, counts, reason) {
  const entries = Object.entries(counts).map(([name, count]) => {
    const limit = limits[name];
    const most = Number.isInteger(count) ? count : Number(count.toPrecision(4));
    if (!limit) return [name, { most }];
    const reasons = exceeds(count, limit) ? [...(limit.raised ?? []), reason] : limit.raised;
    return [name, { most, ...(reasons && { raised: reasons }) }];
  });
  return Object.fromEntries(entries);
}
