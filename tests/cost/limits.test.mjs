// Tests of the limits of costs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beyondReason, excess, raised } from './limits.mjs';

const limits = { calls: { most: 100 }, layouts: { most: 0 }, bytes: { most: 50, raised: ['a table more'] } };

test('a count may reach its limit, but not exceed it', () => {
  assert.deepEqual(excess(limits, { calls: 100, layouts: 0, bytes: 1 }), []);
  const [fault, ...others] = excess(limits, { calls: 101, layouts: 0, bytes: 50 });
  assert.match(fault, /^calls: 101 .* 100 \(\+1\.0 %\)/);
  assert.deepEqual(others, []);
});

test('a limit of zero allows no count above zero', () => {
  assert.equal(excess(limits, { calls: 0, layouts: 1, bytes: 0 }).length, 1);
});

test('a count without a limit fails, and so does a limit without a count', () => {
  assert.equal(excess(limits, { calls: 1, layouts: 0, bytes: 1, styles: 1 }).length, 1);
  assert.equal(excess(limits, { calls: 1, layouts: 0 }).length, 1);
});

test('a raised limit keeps its reasons', () => {
  assert.deepEqual(raised(limits, { calls: 90, layouts: 1, bytes: 50.01, new: 0.123456 }, 'marks'), {
    calls: { most: 90 },
    layouts: { most: 1, raised: ['marks'] },
    bytes: { most: 50.1, raised: ['a table more', 'marks'] },
    new: { most: 0.124 },
  });
});

test('the limit of a compressed size is rounded up to three digits', () => {
  const { 'core gzipped': core } = raised({}, { 'core gzipped': 520_145 }, 'rules');
  assert.deepEqual(core, { most: 521_000 });
});

test('the package may never exceed 2.1 megabytes', () => {
  assert.deepEqual(beyondReason({ 'package zipped, bytes': 2_100_000 }), []);
  assert.match(beyondReason({ 'package zipped, bytes': 2_100_001 })[0], /package zipped, bytes: 2100001/);
});
