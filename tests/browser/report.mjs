// The reporter of tests/run.mjs. Prints the output of Node's `spec`, but omits tests excluded by `--test-name-pattern`.
// Writes one JSON line for each test and suite to the file PITH_RESULTS:
//
//     { "path": ["Chromium", "reading", NAME], "suite": true?, "seconds": 1.2, "outcome": "passed", "why": REASON? }

import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

const MAX_WHY = 300;

const isUnmatched = ({ data }) => data.skip === 'test name does not match pattern';

/** Forwards events, except those of unmatched tests and of suites that contain no other tests. */
async function* matching(source) {
  // A suite's start event is held back until one of its tests matches.
  let heldBack = [];
  for await (const event of source) {
    const { nesting, details } = event.data;
    const isSuite = details?.type === 'suite';
    if (event.type === 'test:start') {
      heldBack = [...heldBack.filter((other) => other.data.nesting < nesting), event];
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isEmptySoFar = heldBack.at(-1)?.data.nesting === nesting;
      if (isUnmatched(event) || (isSuite && isEmptySoFar && event.type === 'test:pass')) {
        heldBack = heldBack.filter((other) => other.data.nesting < nesting);
        continue;
      }
      yield* heldBack;
      heldBack = [];
      yield event;
    } else if (event.type !== 'test:plan') {
      // The plan includes unmatched tests.
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

/** Forwards events, except the final counts, and writes the results to the file. */
async function* recorded(file, source) {
  const path = [];
  for await (const event of source) {
    const { nesting, name, message, details } = event.data;
    if (event.type === 'test:start') path.splice(nesting, path.length, name);
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isSuite = details.type === 'suite';
      const hasOnlyFailedTests = event.type === 'test:fail' && details.error.failureType === 'subtestsFailed';
      const result = {
        path: [...path.slice(0, nesting), name],
        // A suite whose hook fails counts as a failed test.
        ...(isSuite && (hasOnlyFailedTests || event.type === 'test:pass') && { suite: true }),
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
