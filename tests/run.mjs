// Runs the tests written in JavaScript, in several processes at a time:
//
//     node tests/run.mjs [--all] [--name NAME] [--record] [--lanes N] PART...
//
// PART is `core`, `extension`, `layouts`, `www`, `npm`, `site`, or `webkit`. The suites of the extension are divided
// into jobs of about equal length, using the seconds in durations.json; each job has its own browser. `--all` also runs
// all tests in Firefox, which otherwise runs only samples of some suites. `--name` runs the tests whose name contains
// NAME, `--record` writes the measured seconds to durations.json, and `--lanes` sets the number of parallel jobs
// (default: twice the number of cores). The summary is printed, or appended to the file in PITH_SUMMARY.

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './browser/built.mjs';
import { Complaint, report } from './browser/complaint.mjs';
import { FOLDERS, jobsOf } from './jobs.mjs';

const DURATIONS = join(root, 'tests/durations.json');
const SLOWEST_SHOWN = 10;

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Runs a job in its own process. Resolves to the job with `{ results, isOk, output, took }`; `took` is in seconds. */
function run(job, results, { name: pattern, all }) {
  const patterns = (job.names?.map((name) => `/${escapeRegExp(name)}$/`) ?? (pattern ? [pattern] : [])).map(
    (wanted) => `--test-name-pattern=${wanted}`,
  );
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--test', '--test-reporter=./tests/browser/report.mjs', ...patterns, ...job.files],
    {
      cwd: root,
      env: {
        ...process.env,
        PITH_RESULTS: results,
        ...((all || pattern) && { PITH_ALL: '1' }),
        ...(job.suites && { PITH_SUITES: JSON.stringify(job.suites) }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (data) => {
      output += data;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const lines = existsSync(results) ? readFileSync(results, 'utf8').trimEnd().split('\n') : [];
      const found = lines.filter(Boolean).map((line) => JSON.parse(line));
      const took = (performance.now() - start) / 1000;
      resolve({ ...job, results: found, isOk: status === 0, output, took });
    });
  });
}

/** Returns the section about failed tests of a report, or the whole report if it has none. */
function failuresIn(output) {
  const at = output.lastIndexOf('failing tests:');
  return at === -1 ? output : output.slice(at);
}

const count = (tests, outcome) => tests.filter((test) => test.outcome === outcome).length;

/** Returns messages about problems of a job other than failed tests. */
function faultsOf({ label, results, isOk, names = [] }) {
  const tests = results.filter(({ suite }) => !suite);
  const missing = names.filter((name) => !tests.some(({ path }) => path.at(-1) === name));
  return [
    ...(!isOk && count(tests, 'failed') === 0 ? [`${label}: ended with an error`] : []),
    ...missing.map((name) => `${label}: no test named “${name}”`),
  ];
}

function summary(jobs) {
  const tests = jobs.flatMap(({ results }) => results.filter(({ suite }) => !suite));
  const faults = jobs.flatMap(faultsOf);
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  const skipped = grouped(tests.filter(({ outcome }) => outcome === 'skipped'));
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  const lines = [
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path.join(' > ')}`),
    ...[...skipped].map(([why, all]) => `skipped ${all.length}: ${why}`),
    ...failed.map(({ path, why }) => `failed: ${path.join(' > ')}: ${why}`),
    ...faults,
    `${count(tests, 'passed')} passed, ${failed.length + faults.length} failed, ${count(tests, 'skipped')} skipped`,
  ];
  return { lines, isOk: failed.length + faults.length === 0, tests };
}

function grouped(tests) {
  const groups = new Map();
  for (const test of tests) groups.set(test.why, [...(groups.get(test.why) ?? []), test]);
  return groups;
}

/** Returns `durations`, updated with those of every suite and file that ran completely. */
function measured(jobs, durations) {
  const found = structuredClone(durations);
  for (const { engine, results, files, suites: names, names: sample, took } of jobs) {
    if (sample) continue;
    if (!names) {
      if (files.length === 1) found[files[0]] = Math.ceil(took);
      continue;
    }
    for (const { path, seconds, suite } of results) {
      if (!suite || path.length !== 2) continue;
      const key = `extension/${engine}`;
      found[key] = { ...found[key], [path[1]]: Math.ceil(seconds) };
    }
  }
  return Object.fromEntries(
    Object.entries(found)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [
        key,
        typeof value === 'number'
          ? value
          : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  );
}

async function main() {
  const { values, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      lanes: { type: 'string', default: String(2 * availableParallelism()) },
      name: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  });
  const unknown = parts.find((part) => !Object.hasOwn(FOLDERS, part));
  if (unknown !== undefined || parts.length === 0)
    throw new Complaint(`Use one of the parts ${Object.keys(FOLDERS).join(', ')}.`);
  const durations = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
  const scratch = mkdtempSync(join(tmpdir(), 'pith-tests-'));
  // As a whole they haven't passed yet.
  const isWholeInWebKit = process.env.PITH_WEBKIT === 'all';
  const queue = parts
    .flatMap((part) => jobsOf(part, durations, { isAll: values.all, pattern: values.name, isWholeInWebKit }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .map((job, index) => ({ ...job, index }));
  const done = [];
  const lane = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const ended = await run(job, join(scratch, `${job.index}.jsonl`), values);
      const tests = ended.results.filter(({ suite }) => !suite);
      const isClean = ended.isOk && faultsOf(ended).length === 0;
      if (tests.length > 0 || !isClean) {
        console.log(`${isClean ? 'ok' : 'FAILED'}  ${tests.length} tests, ${ended.took.toFixed(0)} s  ${ended.label}`);
      }
      if (!isClean || (values.name && tests.length > 0))
        console.log(values.name ? ended.output : failuresIn(ended.output));
      done.push(ended);
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const { lines, isOk, tests } = summary(done);
  if (values.name && tests.length === 0) throw new Complaint(`No test name contains “${values.name}”.`);
  if (values.record) writeFileSync(DURATIONS, `${JSON.stringify(measured(done, durations), null, 2)}\n`);
  const text = `${lines.join('\n')}\n`;
  if (process.env.PITH_SUMMARY) appendFileSync(process.env.PITH_SUMMARY, text);
  else console.log(text);
  if (!isOk) process.exitCode = 1;
}

main().catch(report);
