// How the runner divides the tests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divided, jobsOf } from '../jobs.mjs';
import { chosen } from '../webkit/views.mjs';
import { suites } from './suites.mjs';

test('items are divided into groups of about equal seconds, each item once', () => {
  const seconds = { a: 50, b: 40, c: 30, d: 20, e: 20, f: 10 };
  const groups = divided(Object.keys(seconds), (item) => seconds[item], 60);
  assert.deepEqual(
    groups.map((group) => group.seconds),
    [60, 60, 50],
  );
  assert.deepEqual(groups.flatMap(({ items }) => items).toSorted(), Object.keys(seconds));
});

test('an item longer than a job gets its own job, and no items give no jobs', () => {
  const groups = divided([90, 5, 5], (item) => item, 60);
  assert.deepEqual(
    groups.map(({ items }) => items),
    [[90], [5, 5]],
  );
  assert.deepEqual(
    divided([], () => 1),
    [],
  );
});

const namesIn = (jobs, engine) =>
  jobs
    .filter(({ label }) => label.startsWith(engine))
    .flatMap((job) => job.suites)
    .toSorted();

test('every suite runs once per engine; in Firefox, sampled suites run only their sample', () => {
  const daily = suites.filter(({ needsData, isLong }) => !needsData && !isLong);
  const names = (wanted) => wanted.map(({ name }) => name).toSorted();
  const jobs = jobsOf('extension', {}, { isAll: false });
  assert.deepEqual(namesIn(jobs, 'chromium'), names(daily));
  assert.deepEqual(namesIn(jobs, 'firefox'), names(daily.filter(({ sample }) => sample?.length !== 0)));
  const samples = suites.flatMap(({ sample }) => sample ?? []);
  assert.deepEqual(jobs.flatMap(({ names }) => names ?? []).toSorted(), samples.toSorted());
});

test('with all tests, no suite is sampled, and suites that need data are included', () => {
  const jobs = jobsOf('extension', {}, { isAll: true });
  const fingers = suites.flatMap((suite) => suite.fingers ?? []);
  assert.deepEqual(
    jobs.flatMap(({ names }) => names ?? []),
    fingers,
  );
  assert.deepEqual(namesIn(jobs, 'firefox'), suites.map(({ name }) => name).toSorted());
});

test('the WebKit part has its own core tests and the chosen view tests', () => {
  const filesOf = (part) => jobsOf(part, {}, { isAll: true }).flatMap(({ files }) => files);
  assert.ok(!filesOf('core').some((file) => file.includes('webkit')));
  assert.ok(filesOf('webkit').includes('tests/dom/webkit.test.mjs'));
  const inWebKit = jobsOf('webkit', {}, { isAll: false }).flatMap(({ names }) => names ?? []);
  assert.deepEqual(inWebKit.toSorted(), Object.values(chosen).flat().toSorted());
  assert.ok(Object.keys(chosen).every((name) => suites.some((suite) => suite.name === name)));
});
