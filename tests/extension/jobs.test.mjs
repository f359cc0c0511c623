// How the runner divides the tests.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';
import { divided, jobsOf } from '../jobs.mjs';
import { elsewhere, exceptions, lackedBy, sample } from '../webkit/views.mjs';
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

test('the WebKit part has its own core tests, and samples of the suites, or all that can run there', () => {
  const jobs = (part, isAll) => jobsOf(part, {}, { isAll, isWholeInWebKit: isAll });
  const isCore = ({ files }) => files.includes('tests/dom/webkit.test.mjs');
  assert.ok(!jobs('core', true).some(isCore) && jobs('webkit', false).some(isCore));
  const sampled = jobs('webkit', false).flatMap(({ names }) => names ?? []);
  assert.deepEqual(sampled.toSorted(), Object.values(sample).flat().toSorted());
  const wanted = suites.filter(({ name, needsData }) => !elsewhere[name] && !needsData).map(({ name }) => name);
  assert.deepEqual(namesIn(jobs('webkit', true), 'webkit'), wanted.toSorted());
});

test('a test runs in WebKit unless it or its suite is listed, also in docs/browser.md', () => {
  const listed = [sample, elsewhere, exceptions].flatMap((list) => Object.keys(list));
  const unknown = listed.filter((name) => !suites.some((suite) => suite.name === name));
  assert.deepEqual(unknown, []);
  const text = readFileSync(join(root, 'docs/browser.md'), 'utf8');
  const undocumented = [...Object.keys(elsewhere), ...Object.keys(exceptions)].filter((name) => !text.includes(name));
  assert.deepEqual(undocumented, []);
  const lacking = Object.entries(sample).flatMap(([suite, names]) => names.filter((name) => lackedBy(suite, name)));
  assert.deepEqual(lacking, []);
  assert.match(lackedBy('printing', 'A4 and Letter PDFs have pages of that size'), /^PDFs/);
  assert.equal(lackedBy('printing', 'any other test'), undefined);
  assert.equal(lackedBy('settings', 'any test'), elsewhere.settings);
});

test('the table of what runs where agrees with the suites', () => {
  const [, table] = readFileSync(join(root, 'docs/browser.md'), 'utf8').split('## What runs where');
  const rows = table.match(/^\| (?!---).*\|$/gm).slice(1);
  assert.ok(rows.length > 10);
  for (const row of rows) {
    const [feature, , , inSafari, , cell] = row
      .split('|')
      .map((text) => text.trim())
      .slice(1);
    const names = cell.split(', ').filter(Boolean);
    const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
    assert.deepEqual(unknown, [], feature);
    if (names.length === 0) continue;
    const isTested = inSafari.includes('WebKit');
    const agrees = isTested
      ? names.some((name) => sample[name])
      : names.every((name) => elsewhere[name] ?? exceptions[name]);
    assert.ok(agrees, `${feature}: ${inSafari}`);
  }
});
