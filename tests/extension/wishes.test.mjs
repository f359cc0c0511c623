// What a person wishes of a page: one wish after another, each to be taken back and made again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const { Overrides, levels } = await built(['content/panels/removed/overrides']);

const numbers = (wishes) => [...wishes.numbers];
const [strict, found, , column] = levels.keys();

test('wishes are numbers: the level, then each leaf with what is wished of it last', () => {
  const wishes = new Overrides();
  assert.deepEqual(numbers(wishes), [found]);
  wishes.set([7, 9], 'keep');
  wishes.set([9], 'drop');
  wishes.setLevel('column');
  assert.deepEqual(numbers(wishes), [column, 7, 1, 9, 0]);
});

test('each wish is taken back and made again, and another ends what could be made again', () => {
  const wishes = new Overrides();
  wishes.set([7], 'keep');
  wishes.setLevel('strict');
  wishes.undo();
  assert.deepEqual(numbers(wishes), [found, 7, 1]);
  wishes.undo();
  assert.deepEqual([numbers(wishes), wishes.canUndo, wishes.canRedo], [[found], false, true]);
  wishes.redo();
  wishes.redo();
  assert.deepEqual([numbers(wishes), wishes.canRedo], [[strict, 7, 1], false]);
  wishes.undo();
  wishes.set([8], 'drop');
  assert.deepEqual([numbers(wishes), wishes.canRedo], [[found, 7, 1, 8, 0], false]);
});

test('a wish that cannot be fulfilled is forgotten', () => {
  const wishes = new Overrides();
  wishes.set([7], 'keep');
  wishes.set([8], 'keep');
  wishes.drop();
  assert.deepEqual([numbers(wishes), wishes.canUndo, wishes.canRedo], [[found, 7, 1], true, false]);
});

test('what is to be remembered is a step as well, and another wish about a node is remembered only if that is said anew', () => {
  const wishes = new Overrides();
  wishes.set([7, 9], 'keep');
  wishes.remember([7, 9]);
  assert.deepEqual([...wishes.now.remembered], [7, 9]);
  assert.deepEqual(numbers(wishes), [found, 7, 1, 9, 1]);
  wishes.set([9], 'drop');
  assert.deepEqual([...wishes.now.remembered], [7]);
  wishes.undo();
  wishes.undo();
  assert.equal(wishes.now.remembered.size, 0);
  wishes.redo();
  assert.deepEqual([...wishes.now.remembered], [7, 9]);
});
