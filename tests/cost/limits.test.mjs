// What the gate on costs lets pass.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beyondReason, excess, raised } from './limits.mjs';

const limits = { calls: { most: 100 }, layouts: { most: 0 }, bytes: { most: 50, raised: ['a table more'] } };

test('a count may be two per cent above its limit, and any amount below', () => {
  assert.deepEqual(excess(limits, { calls: 102, layouts: 0, bytes: 1 }), []);
  const [fault, ...others] = excess(limits, { calls: 103, layouts: 0, bytes: 51 });
  assert.match(fault, /^calls: 103 .* 100 \(\+3\.0 %\)/);
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
  assert.deepEqual(raised(limits, { calls: 90, layouts: 1, bytes: 50.001, new: 0.123456 }, 'marks'), {
    calls: { most: 90 },
    layouts: { most: 1, raised: ['marks'] },
    bytes: { most: 50, raised: ['a table more'] },
    new: { most: 0.1235 },
  });
});

test('the package may not grow beyond two megabytes for any reason', () => {
  assert.deepEqual(beyondReason({ 'package zipped, bytes': 2_000_000 }), []);
  assert.match(beyondReason({ 'package zipped, bytes': 2_000_001 })[0], /package zipped, bytes: 2000001/);
});
