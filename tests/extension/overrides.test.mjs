// The user's overrides on a page, which can all be undone and redone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const { Overrides, levels } = await built(['content/panels/removed/overrides']);

const numbers = (overrides) => [...overrides.numbers];
const [strict, found, , column] = levels.keys();

test('overrides are encoded as the level, then each leaf with its last override', () => {
  const overrides = new Overrides();
  assert.deepEqual(numbers(overrides), [found]);
  overrides.set([7, 9], 'keep');
  overrides.set([9], 'drop');
  overrides.setLevel('column');
  assert.deepEqual(numbers(overrides), [column, 7, 1, 9, 0]);
});

test('every override can be undone and redone, and a new one clears the redo steps', () => {
  const overrides = new Overrides();
  overrides.set([7], 'keep');
  overrides.setLevel('strict');
  overrides.undo();
  assert.deepEqual(numbers(overrides), [found, 7, 1]);
  overrides.undo();
  assert.deepEqual([numbers(overrides), overrides.canUndo, overrides.canRedo], [[found], false, true]);
  overrides.redo();
  overrides.redo();
  assert.deepEqual([numbers(overrides), overrides.canRedo], [[strict, 7, 1], false]);
  overrides.undo();
  overrides.set([8], 'drop');
  assert.deepEqual([numbers(overrides), overrides.canRedo], [[found, 7, 1, 8, 0], false]);
});

test('an override that the core rejects is deleted', () => {
  const overrides = new Overrides();
  overrides.set([7], 'keep');
  overrides.set([8], 'keep');
  overrides.discardLast();
  assert.deepEqual([numbers(overrides), overrides.canUndo, overrides.canRedo], [[found, 7, 1], true, false]);
});

test('saving a site rule can be undone, and overriding a node again unsaves that node', () => {
  const overrides = new Overrides();
  overrides.set([7, 9], 'keep');
  overrides.saveForSite([7, 9]);
  assert.deepEqual([...overrides.now.saved], [7, 9]);
  assert.deepEqual(numbers(overrides), [found, 7, 1, 9, 1]);
  overrides.set([9], 'drop');
  assert.deepEqual([...overrides.now.saved], [7]);
  overrides.undo();
  overrides.undo();
  assert.equal(overrides.now.saved.size, 0);
  overrides.redo();
  assert.deepEqual([...overrides.now.saved], [7, 9]);
});
