// The reporter of tests/run.mjs: prints what Node's `spec` prints, without the tests that `--test-name-pattern` leaves out,
// and writes one JSON line for each test and each suite to the file that PITH_RESULTS names:
//
//     { "path": ["Chromium", "reading", NAME], "suite": true?, "seconds": 1.2, "outcome": "passed", "why": REASON? }

import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

const MAX_WHY = 300;

const isUnmatched = ({ data }) => data.skip === 'test name does not match pattern';

/** Passes on all events but those of unmatched tests and of suites with nothing but such tests. */
async function* matching(source) {
  // A suite begins when one of its tests does: until a test matches, its beginning is held back.
  let begun = [];
  for await (const event of source) {
    const { nesting, details } = event.data;
    const isSuite = details?.type === 'suite';
    if (event.type === 'test:start') {
      begun = [...begun.filter((other) => other.data.nesting < nesting), event];
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isHeldBack = begun.at(-1)?.data.nesting === nesting;
      if (isUnmatched(event) || (isSuite && isHeldBack && event.type === 'test:pass')) {
        begun = begun.filter((other) => other.data.nesting < nesting);
        continue;
      }
      yield* begun;
      begun = [];
      yield event;
    } else if (event.type !== 'test:plan') {
      // A plan counts unmatched tests as well.
      yield event;
    }
  }
}

function outcomeOf({ type, data }) {
  if (type === 'test:fail') {
    const { error } = data.details;
    return { outcome: 'failed', why: (error.cause?.message ?? error.message).replace(/\s+/g, ' ').slice(0, MAX_WHY) };
  }
  const reason = data.skip ?? data.todo;
  return reason === undefined ? { outcome: 'passed' } : { outcome: 'skipped', why: String(reason) };
}

/** Passes on all events but the counts at the end, and writes the results to the file. */
async function* recorded(file, source) {
  const path = [];
  for await (const event of source) {
    const { nesting, name, message, details } = event.data;
    if (event.type === 'test:start') path.splice(nesting, path.length, name);
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isSuite = details.type === 'suite';
      const isOnlyOfParts = event.type === 'test:fail' && details.error.failureType === 'subtestsFailed';
      const result = {
        path: [...path.slice(0, nesting), name],
        // A suite whose hook failed counts as a failed test.
        ...(isSuite && (isOnlyOfParts || event.type === 'test:pass') && { suite: true }),
        seconds: Math.round(details.duration_ms) / 1000,
        ...outcomeOf(event),
      };
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    }
    const isCount = event.type === 'test:diagnostic' && nesting === 0 && /^[a-z_]+ [\d.]+$/.test(message);
    if (!isCount) yield event;
  }
}

export default async function* report(source) {
  yield* Readable.from(recorded(process.env.PITH_RESULTS, matching(source))).pipe(new spec());
}
