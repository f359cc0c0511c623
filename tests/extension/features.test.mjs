// The table of features: each feature is listed once, each finished one has tests, and each listed test exists.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const STATES = ['done', 'partly', 'missing'];
const FEATURES = 54;

/** Returns the rows of a table of features. A `|` in backticks doesn't end a cell. */
function rowsOf(text) {
  return [...text.matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(([, number, cells]) => {
    const [feature, state, lacks, tests] = cells.match(/(?:`[^`]*`|[^|`])+/g).map((cell) => cell.trim());
    const names = [...(tests ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    return { number: Number(number), feature, state, lacks, names };
  });
}

/** Returns the names of the tests in a text: Node's as in the source, and Rust's. */
function testsIn(text) {
  const node = text.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
  const rust = text.matchAll(/#\[test\](?:\s*#\[[^\]]*\])*\s*fn (\w+)/g);
  return [...[...node].map(([, , name]) => name), ...[...rust].map(([, name]) => name)];
}

function allTests() {
  const files = ['tests', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => /\.(?:mjs|rs)$/.test(file) && !file.includes('node_modules'));
  return new Set(sources.flatMap((file) => testsIn(readFileSync(join(root, file), 'utf8'))));
}

/** Returns a message for each fault of these rows. */
function faults(rows, tests) {
  return rows.flatMap(({ number, feature, state, lacks, names }) => [
    ...(feature ? [] : [`${number} has no name`]),
    ...(STATES.includes(state) ? [] : [`${number} is “${state}”`]),
    ...(state === 'done' && names.length === 0 ? [`${number} is done without a test`] : []),
    ...((state === 'done') === (lacks === '') ? [] : [`${number} is ${state}, and what lacks does not fit`]),
    ...names.filter((name) => !tests.has(name)).map((name) => `${number} names a test that is not there: ${name}`),
  ]);
}

const text = readFileSync(join(root, 'docs/features.md'), 'utf8');

test('the table lists every feature, in order', () => {
  const numbers = rowsOf(text).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    Array.from({ length: FEATURES }, (_, i) => i + 1),
  );
});

test('every finished feature has a test, and every named test exists', () => {
  const tests = allTests();
  assert.ok(tests.size > 500, 'tests are found');
  assert.deepEqual(faults(rowsOf(text), tests), []);
});

test('faults in a row are found (checks the check)', () => {
  const tests = new Set(
    testsIn("test('is there', () => {});\n#[test]\n#[cfg(unix)]\nfn so_is_this() {}\nfn no_test() {}"),
  );
  for (const [row, found] of [
    ['| 1 | a | done | | `is there`, `so_is_this` |', []],
    ['| 1 | a `b|c` | missing | all of it | |', []],
    ['| 1 | a | done | | |', ['1 is done without a test']],
    ['| 1 | a | done | | `no_test` |', ['1 names a test that is not there: no_test']],
    ['| 1 | a | partly | half | `is there!` |', ['1 names a test that is not there: is there!']],
    ['| 1 | a | partly | | |', ['1 is partly, and what lacks does not fit']],
    ['| 1 | a | done | half | `is there` |', ['1 is done, and what lacks does not fit']],
    ['| 1 | a | ready | half | |', ['1 is “ready”']],
  ])
    assert.deepEqual(faults(rowsOf(row), tests), found);
});
