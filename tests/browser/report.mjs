// Reports as Node does by itself, but for the tests that `--test-name-pattern` leaves out. Fails where it leaves out all.
// The counts at the end go to the file that PITH_COUNTS names, where it names one, and before them what failed and why: the
// end is what is left of a long report.

import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec, tap } from 'node:test/reporters';

const isFiltered = process.execArgv.some((option) => option.startsWith('--test-name-pattern'));

const isLeftOut = ({ data }) => data.skip === 'test name does not match pattern';

/** Passes on all events but those of tests left out and of suites with nothing but such tests, and counts without them. */
async function* matching(source) {
  const leftOut = { tests: 0, suites: 0, skipped: 0 };
  let run = 0;
  // What begins is told when something of it is: a suite of tests left out is left out itself.
  let begun = [];
  for await (const event of source) {
    const { nesting, details, message } = event.data;
    const isSuite = details?.type === 'suite';
    if (event.type === 'test:start') {
      begun = [...begun.filter((other) => other.data.nesting < nesting), event];
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const isUntold = begun.at(-1)?.data.nesting === nesting;
      if (isLeftOut(event) || (isSuite && isUntold && event.type === 'test:pass')) {
        begun = begun.filter((other) => other.data.nesting < nesting);
        for (const kind of isSuite ? ['suites'] : ['tests', 'skipped']) leftOut[kind] += 1;
        continue;
      }
      yield* begun;
      begun = [];
      if (!isSuite) run += 1;
      yield event;
    } else if (event.type === 'test:diagnostic' && nesting === 0) {
      const [kind, number] = message.split(' ');
      if (Object.hasOwn(leftOut, kind)) event.data.message = `${kind} ${Number(number) - leftOut[kind]}`;
      yield event;
    } else if (event.type !== 'test:plan') {
      // A plan counts what is left out as well.
      yield event;
    }
  }
  if (run === 0) {
    process.exitCode = 1;
    yield { type: 'test:stderr', data: { message: 'There is no test of that name.\n' } };
  }
}

/** Passes on all events but the counts at the end, which it writes to the file, after a line for each test that failed. */
async function* countedIn(file, source) {
  const path = [];
  for await (const event of source) {
    const { nesting, name, message, details } = event.data;
    const isCount = event.type === 'test:diagnostic' && nesting === 0 && /^[a-z_]+ [\d.]+$/.test(message);
    if (event.type === 'test:start') path.splice(nesting, path.length, name);
    if (event.type === 'test:fail' && details.error.failureType !== 'subtestsFailed') {
      const why = (details.error.cause?.message ?? details.error.message).replace(/\s+/g, ' ').slice(0, 300);
      appendFileSync(file, `# failed: ${[...path.slice(0, nesting), name].join(' > ')}: ${why}\n`);
    }
    if (isCount) appendFileSync(file, `# ${message}\n`);
    else yield event;
  }
}

export default async function* report(source) {
  const { PITH_COUNTS: file } = process.env;
  const told = isFiltered ? matching(source) : source;
  const events = file ? countedIn(file, told) : told;
  yield* process.stdout.isTTY ? Readable.from(events).pipe(new spec()) : tap(events);
}
