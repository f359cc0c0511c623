// Divides the tests into jobs for tests/run.mjs: files and suites, with their engine and duration.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './browser/built.mjs';
import { suites } from './extension/suites.mjs';
import { elsewhere, sample } from './webkit/views.mjs';

const ENGINES = ['chromium', 'firefox'];
/** The engine that runs every suite in full. */
const MAIN_ENGINE = 'chromium';
/** The core's tests in WebKit. They belong to the part `webkit`, because not every machine has WebKit. */
const CORE_IN_WEBKIT = 'tests/dom/webkit.test.mjs';
/** The suites of the extension in WebKit. */
const VIEWS_IN_WEBKIT = 'tests/webkit/views.test.mjs';
/** Tests for Firefox without a mouse. Only selected tests of the suites run. */
const FINGERS = 'tests/extension/fingers.test.mjs';
/** Target duration of a job with several suites, in seconds. */
const JOB_SECONDS = 240;
/** Assumed seconds of a suite without a measurement. */
const UNKNOWN_SECONDS = 20;
/** Assumed seconds of a test in a sample. */
const SAMPLE_SECONDS = 6;
/** The folder of each part's test files. `webkit` also includes `CORE_IN_WEBKIT`. */
export const FOLDERS = {
  core: 'dom',
  extension: 'extension',
  layouts: 'extension',
  www: 'www',
  npm: 'npm',
  site: 'site',
  webkit: 'webkit',
};

/** Divides items into groups of about equal duration. */
export function divided(items, secondsOf, jobSeconds = JOB_SECONDS) {
  const total = items.reduce((sum, item) => sum + secondsOf(item), 0);
  const groups = Array.from({ length: Math.max(1, Math.ceil(total / jobSeconds)) }, () => ({ items: [], seconds: 0 }));
  for (const item of items.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const shortest = groups.reduce((min, group) => (group.seconds < min.seconds ? group : min));
    shortest.items.push(item);
    shortest.seconds += secondsOf(item);
  }
  return groups.filter((group) => group.items.length > 0);
}

function testsIn(folder) {
  const path = join(root, folder);
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.test.mjs')) : [];
}

/** Returns the jobs for the extension's suites in one engine. */
function suiteJobs(engine, wanted, durations, { isWhole }) {
  const known = { ...durations[`extension/${MAIN_ENGINE}`], ...durations[`extension/${engine}`] };
  const file = engine === 'webkit' ? VIEWS_IN_WEBKIT : `tests/extension/${engine}.test.mjs`;
  const whole = wanted.filter(({ sample }) => isWhole || !sample);
  const job = (list, more) => ({
    label: `${engine}: ${list.map(({ name }) => name).join(', ')}`,
    files: [file],
    suites: list.map(({ name }) => name),
    ...more,
  });
  const jobs = divided(whole, ({ name }) => known[name] ?? UNKNOWN_SECONDS).map(({ items, seconds }) =>
    job(items, { seconds, engine }),
  );
  const sampled = wanted.filter((suite) => !whole.includes(suite) && suite.sample.length > 0);
  if (sampled.length > 0) {
    for (const { items, seconds } of divided(sampled, ({ sample }) => SAMPLE_SECONDS * sample.length)) {
      const names = items.flatMap(({ sample }) => sample);
      jobs.push(job(items, { label: `${engine}: samples of ${items.length} suites`, names, seconds }));
    }
  }
  return jobs;
}

/** Returns the jobs for the extension's suites in WebKit: samples of them, or all their tests that can run there. */
function viewJobs(durations, isWhole) {
  const wanted = suites.filter(({ name, needsData }) => !elsewhere[name] && !needsData);
  const sampled = wanted.map(({ name }) => ({ name, sample: sample[name] ?? [] }));
  return suiteJobs('webkit', sampled, durations, { isWhole });
}

/** Returns the job for Firefox without a mouse. */
function fingersJob() {
  const names = suites.flatMap(({ fingers = [] }) => fingers);
  return { label: 'Firefox without a mouse', files: [FINGERS], names, seconds: SAMPLE_SECONDS * names.length };
}

/** Returns the jobs of a part: `{ label, files, seconds, suites?, names?, engine? }`. `pattern` is from `--name`;
 * `isWholeInWebKit` is true if the part `webkit` isn't sampled. */
export function jobsOf(part, durations, { isAll, pattern, isWholeInWebKit }) {
  const folder = `tests/${FOLDERS[part]}`;
  const path = (file) => `${folder}/${file}`;
  const files = testsIn(folder).filter((file) => part !== 'core' || path(file) !== CORE_IN_WEBKIT);
  const isOfEngine = (file) => ENGINES.some((engine) => file === `${engine}.test.mjs`);
  if (part === 'layouts') {
    const wanted = suites.filter(({ needsData }) => needsData);
    return ENGINES.flatMap((engine) => suiteJobs(engine, wanted, durations, { isWhole: true }));
  }
  const single = (path) => ({ label: path, files: [path], seconds: durations[path] ?? UNKNOWN_SECONDS });
  if (part === 'webkit') {
    const whole = [CORE_IN_WEBKIT, ...files.map(path)].filter((file) => pattern || file !== VIEWS_IN_WEBKIT);
    return [...whole.map(single), ...(pattern ? [] : viewJobs(durations, isWholeInWebKit))];
  }
  if (part !== 'extension' || pattern) return files.map((file) => single(path(file)));
  const withoutBrowser = files
    .filter((file) => !isOfEngine(file))
    .map(path)
    .filter((file) => file !== FINGERS);
  const wanted = suites.filter(({ needsData, isLong }) => isAll || !(needsData || isLong));
  return [
    { label: 'extension, without a browser', files: withoutBrowser, seconds: UNKNOWN_SECONDS },
    ...(isAll ? [fingersJob()] : []),
    ...ENGINES.flatMap((engine) => suiteJobs(engine, wanted, durations, { isWhole: isAll || engine === MAIN_ENGINE })),
  ];
}
