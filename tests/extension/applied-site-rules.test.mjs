// Applying site rules to a finding, after which views get the new result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

globalThis.chrome = { runtime: { id: 'pith' } };
// Their getters are read when the modules load.
for (const name of [
  'CharacterData',
  'Document',
  'DocumentFragment',
  'Element',
  'HTMLElement',
  'HTMLIFrameElement',
  'Node',
  'ShadowRoot',
  'Text',
])
  globalThis[name] = class {};
const { applySiteRules, emptySite, readSiteRules } = await built([
  'content/session/site-rules',
  'content/session/stored-site-rules',
  'shared/site-rules/site-rules',
]);

/** Returns a finding without site rules. `apply` is the core's answer. */
function found(apply) {
  let state = 'before';
  const detection = {
    async applySiteRules(bytes) {
      const applied = apply(bytes);
      state = 'after';
      return applied;
    },
    summary: () => state,
    blocks: () => [state],
  };
  return { kind: 'found', detection, summary: 'before', blocks: { all: ['before'] } };
}

const said = ({ summary, blocks, siteRules: { applied, problem } }) => [summary, blocks.all, applied, problem];
const bylines = { ...emptySite(), bylines: true };

test('summary and blocks are reread after site rules are applied', async () => {
  const finding = found((bytes) => [...bytes]);
  await applySiteRules(finding, readSiteRules(bylines));
  assert.deepEqual(said(finding), ['after', ['after'], [0x11], null]);
  assert.deepEqual(finding.siteRules.site, bylines);
});

test("without site rules, the core isn't called", async () => {
  for (const [stored, problem] of [
    [emptySite(), null],
    [{ version: 2 }, 'newer'],
  ]) {
    const finding = found(() => assert.fail('the core was called'));
    await applySiteRules(finding, readSiteRules(stored));
    assert.deepEqual(said(finding), ['before', ['before'], [], problem]);
    assert.deepEqual(finding.siteRules.site, emptySite());
  }
});

test('rules the core rejects leave the finding unchanged and are reported as broken', async (t) => {
  t.mock.method(console, 'error', () => {});
  const finding = found(() => {
    throw new Error('a rule is cut off');
  });
  await applySiteRules(finding, readSiteRules(bylines));
  assert.deepEqual(said(finding), ['before', ['before'], [], 'broken']);
});
