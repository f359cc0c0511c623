// What a person wishes of a page: one wish after another, each to be taken back and made again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const entry = fileURLToPath(new URL('../../extension/src/tray/wishes.ts', import.meta.url));
const { outputFiles } = await esbuild.build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
const { Wishes, levels } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

const numbers = (wishes) => [...wishes.numbers];
const [strict, found, , column] = levels.keys();

test('wishes are numbers: the level, then each leaf with what is wished of it last', () => {
  const wishes = new Wishes();
  assert.deepEqual(numbers(wishes), [found]);
  wishes.set([7, 9], true);
  wishes.set([9], false);
  wishes.setLevel('column');
  assert.deepEqual(numbers(wishes), [column, 7, 1, 9, 0]);
});

test('each wish is taken back and made again, and another ends what could be made again', () => {
  const wishes = new Wishes();
  wishes.set([7], true);
  wishes.setLevel('strict');
  wishes.undo();
  assert.deepEqual(numbers(wishes), [found, 7, 1]);
  wishes.undo();
  assert.deepEqual([numbers(wishes), wishes.canUndo, wishes.canRedo], [[found], false, true]);
  wishes.redo();
  wishes.redo();
  assert.deepEqual([numbers(wishes), wishes.canRedo], [[strict, 7, 1], false]);
  wishes.undo();
  wishes.set([8], false);
  assert.deepEqual([numbers(wishes), wishes.canRedo], [[found, 7, 1, 8, 0], false]);
});

test('a wish that cannot be fulfilled is forgotten', () => {
  const wishes = new Wishes();
  wishes.set([7], true);
  wishes.set([8], true);
  wishes.drop();
  assert.deepEqual([numbers(wishes), wishes.canUndo, wishes.canRedo], [[found, 7, 1], true, false]);
});
