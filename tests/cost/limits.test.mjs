// Tests of the limits of costs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beyondReason, excess, raised } from './limits.mjs';

const limits = { calls: { most: 100 }, layouts: { most: 0 }, bytes: { most: 50, raised: ['a table more'] } };

test('a count may be at its limit and below, and not above', () => {
  assert.deepEqual(excess(limits, { calls: 100, layouts: 0, bytes: 1 }), []);
  const [fault, ...others] = excess(limits, { calls: 101, layouts: 0, bytes: 50 });
  assert.match(fault, /^calls: 101 .* 100 \(\+1\.0 %\)/);
  assert.deepEqual(others, []);
});

test('where the limit is zero one is too many', () => {
  assert.equal(excess(limits, { calls: 0, layouts: 1, bytes: 0 }).length, 1);
});

test('a count without a limit fails, and a limit that nothing counts', () => {
  assert.equal(excess(limits, { calls: 1, layouts: 0, bytes: 1, styles: 1 }).length, 1);
  assert.equal(excess(limits, { calls: 1, layouts: 0 }).length, 1);
});

test('a limit that grows keeps its reason', () => {
  assert.deepEqual(raised(limits, { calls: 90, layouts: 1, bytes: 50.01, new: 0.123456 }, 'marks'), {
    calls: { most: 90 },
    layouts: { most: 1, raised: ['marks'] },
    bytes: { most: 50.1, raised: ['a table more', 'marks'] },
    new: { most: 0.124 },
  });
});

test('a compressed size keeps three digits, because line numbers change it', () => {
  const { 'core gzipped': core } = raised({}, { 'core gzipped': 520_145 }, 'rules');
  assert.deepEqual(core, { most: 521_000 });
});

test('the package may not grow beyond 2.1 megabytes for any reason', () => {
  assert.deepEqual(beyondReason({ 'package zipped, bytes': 2_100_000 }), []);
  assert.match(beyondReason({ 'package zipped, bytes': 2_100_001 })[0], /package zipped, bytes: 2100001/);
});
