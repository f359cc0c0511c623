// Site rules in storage and in files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

// Browsers have them; Node only since version 25.
Uint8Array.fromBase64 ??= (text) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new SyntaxError('no base64');
  return new Uint8Array(bytes);
};
Uint8Array.prototype.toBase64 ??= function toBase64() {
  return Buffer.from(this).toString('base64');
};

const local = new Storage();
globalThis.chrome = { runtime: { id: 'pith' }, storage: { local } };
const own = await built([
  'shared/site-rules/site-rules',
  'shared/site-rules/stored',
  'background/site-rules/store',
  'pages/options/site-rules-file',
  'background/site-rules/requests',
]);

const rule = (number, change = {}) => ({
  bytes: new Uint8Array([0x12, number]).toBase64(),
  words: `box ${number}`,
  made: '2026-11-25T05:00:00.000Z',
  isOff: false,
  ...change,
});
const stored = (site) => local.values[`site:${site}`];
const words = (site) => stored(site)?.rules.map((one) => one.words) ?? [];
const clear = (values = {}) => {
  local.values = structuredClone(values);
  local.room = Infinity;
};
const site = 'marrow.example';
const change = (more) => own.changeSiteRules([{ site, ...more }]);

test('limits for rules and bytes match the core', () => {
  const limit = (text, name) => Number(new RegExp(`const ${name}[^=]*= (\\d+);`).exec(text)?.[1]);
  const core = (file) => readFileSync(new URL(`../../src/select/site_rules/${file}.rs`, import.meta.url), 'utf8');
  assert.equal(own.maxRules, limit(core('site'), 'MAX_RULES'));
  assert.equal(own.maxRuleBytes, limit(core('rule'), 'MAX_BYTES'));
});

test('a site is its host without www., or the scheme for files', () => {
  for (const [href, name] of [
    ['https://www.marrow.example/a?b#c', site],
    ['http://marrow.example/', site],
    ['https://news.marrow.example/', 'news.marrow.example'],
    ['https://marrow.example:8080/', `${site}:8080`],
    ['file:///a/b.html', 'file:'],
  ])
    assert.equal(own.siteOf(href), name, href);
});

test('the core gets a flag byte and the rules in use, or nothing if there are none', () => {
  const of = (bylines, ...rules) => [...own.encodeSiteRules({ version: 1, bylines, rules })];
  assert.deepEqual(of(false), []);
  assert.deepEqual(of(true), [0x11]);
  assert.deepEqual(of(false, rule(1), rule(2, { isOff: true }), rule(3)), [0x10, 0x12, 1, 0x12, 3]);
  assert.deepEqual(of(false, rule(2, { isOff: true })), []);
});

test('concurrent changes of two tabs are merged', async () => {
  clear();
  const refusals = await Promise.all([
    change({ put: [rule(1)] }),
    change({ put: [rule(2)] }),
    change({ bylines: true }),
    change({ put: [rule(3)], remove: [rule(1).bytes] }),
    own.changeSiteRules([{ site: 'other.example', put: [rule(1)] }]),
    change({ turn: { bytes: rule(2).bytes, isOff: true } }),
    change({ turn: { bytes: rule(9).bytes, isOff: true } }),
  ]);
  assert.deepEqual(new Set(refusals), new Set([null]));
  assert.deepEqual(stored(site), { version: 1, bylines: true, rules: [rule(2, { isOff: true }), rule(3)] });
  assert.deepEqual(words('other.example'), ['box 1']);
});

test('several changes of one site in one request all apply', async () => {
  clear();
  await own.changeSiteRules([
    { site, put: [rule(1)] },
    { site, bylines: true },
    { site, put: [rule(2)] },
  ]);
  assert.deepEqual(stored(site), { version: 1, bylines: true, rules: [rule(1), rule(2)] });
});

test('a rule saved again becomes the newest, and the oldest beyond the limit are deleted', async () => {
  clear();
  for (let number = 0; number < own.maxRules + 2; number += 1) await change({ put: [rule(number)] });
  await change({ put: [rule(2)] });
  assert.equal(words(site).length, own.maxRules);
  assert.deepEqual([words(site)[0], words(site).at(-1)], ['box 3', 'box 2']);
});

test('a site without rules has no record', async () => {
  clear();
  await change({ put: [rule(1)], bylines: true });
  await change({ remove: [rule(1).bytes] });
  assert.deepEqual(stored(site), { version: 1, bylines: true, rules: [] });
  await change({ bylines: false });
  assert.deepEqual(local.values, {});
  await change({ remove: [rule(1).bytes] });
  assert.deepEqual(local.values, {});
});

test('a failed save changes nothing and is reported', async () => {
  const before = { version: 1, bylines: false, rules: [rule(1)] };
  clear({ [`site:${site}`]: before });
  local.room = JSON.stringify(local.values).length;
  assert.equal(await change({ put: [rule(2)] }), 'full');
  assert.deepEqual(stored(site), before);
  assert.equal(await change({ remove: [rule(1).bytes] }), null, 'deleting needs no space');
  clear({ [`site:${site}`]: { version: 2, table: [] } });
  assert.equal(await change({ put: [rule(2)] }), 'newer');
  const others = { site: 'other.example', put: [rule(1)] };
  assert.equal(await own.changeSiteRules([others, { site, put: [rule(2)] }]), 'newer');
  assert.deepEqual(local.values, { [`site:${site}`]: { version: 2, table: [] } }, 'all changes or none');
});

test('sites beyond the limit are refused, but saved ones can still be changed', async () => {
  const entries = Array.from({ length: own.maxSites }, (_, i) => [
    `site:host-${i}`,
    { version: 1, bylines: true, rules: [] },
  ]);
  clear(Object.fromEntries(entries));
  assert.equal(await change({ put: [rule(1)] }), 'many');
  assert.equal(stored(site), undefined);
  assert.equal(await own.changeSiteRules([{ site: 'host-7', put: [rule(1)] }]), null);
  // A newer version may have saved more.
  local.values['site:one-more'] = { version: 1, bylines: true, rules: [] };
  assert.equal(await own.changeSiteRules([{ site: 'host-8', put: [rule(1)] }]), null);
});

test('saved sites are read, without invalid or excess rules', async () => {
  const version1 = { version: 1, bylines: true, rules: [rule(1), rule(2, { isOff: true })] };
  assert.deepEqual(own.parseSite(version1), version1);
  assert.equal(own.parseSite({ version: 2, rules: [] }), 'newer');
  for (const none of [undefined, null, 7, [], {}, { version: '1' }]) assert.equal(own.parseSite(none), null);
  const broken = [7, {}, { bytes: 7 }, { bytes: '' }, { bytes: '?' }, { bytes: new Uint8Array(61).toBase64() }];
  assert.deepEqual(own.parseSite({ version: 1, rules: [...broken, { bytes: rule(1).bytes }] }), {
    version: 1,
    bylines: false,
    rules: [rule(1, { words: '', made: '' })],
  });
  const long = { ...rule(1), words: 'x'.repeat(81), made: '2'.repeat(31) };
  const [read] = own.parseSite({ version: 1, rules: [long] }).rules;
  assert.deepEqual([read.words.length, read.made], [80, '']);
  const many = Array.from({ length: own.maxRules + 1 }, (_, number) => rule(number));
  assert.deepEqual(own.parseSite({ version: 1, rules: many }).rules, many.slice(1));
  assert.deepEqual(own.parseSite({ version: 1, rules: 'many' }), { version: 1, bylines: false, rules: [] });
});

test('a page gets the rules of its site, or learns that a newer version saved them', async () => {
  clear({
    [`site:${site}`]: { version: 1, bylines: false, rules: [rule(1)] },
    'site:newer.example': { version: 9 },
  });
  assert.deepEqual((await own.loadSite('https://www.marrow.example/a')).rules, [rule(1)]);
  assert.equal(await own.loadSite('https://newer.example/'), 'newer');
  assert.deepEqual(await own.loadSite('https://none.example/'), own.emptySite());
});

test('sites with rules are listed by name, and can all be deleted', async () => {
  const one = { version: 1, bylines: true, rules: [] };
  clear({
    'site:birch.example': one,
    'site:alder.example': one,
    'site:cedar.example': { version: 9 },
    always: {},
    size: 100,
  });
  const { sites, newer } = await own.loadSiteRules();
  assert.deepEqual([[...sites.keys()], newer], [['alder.example', 'birch.example'], 1]);
  assert.equal(await own.deleteSiteRules(), null);
  assert.deepEqual(local.values, { always: {}, size: 100 });
});

test('an exported file can be imported unchanged, and invalid files are rejected', () => {
  const sites = new Map([
    ['alder.example', { version: 1, bylines: true, rules: [rule(1), rule(2, { isOff: true })] }],
    ['birch.example', { version: 1, bylines: false, rules: [rule(3)] }],
  ]);
  const file = own.toFile(sites);
  assert.deepEqual(own.fromFile(`\ufeff${file}`), [
    { site: 'alder.example', put: [rule(1), rule(2, { isOff: true })], bylines: true },
    { site: 'birch.example', put: [rule(3)] },
  ]);
  assert.equal(own.fromFile(file.slice(0, -10)), 'broken');
  assert.equal(own.fromFile('milk'), 'broken');
  assert.equal(own.fromFile(file.replace('"version": 1', '"version": 2')), 'newer');
  for (const foreign of ['7', '[]', '{}', '{"format": "other", "version": 1}', '{"format": "pith-corrections"}'])
    assert.equal(own.fromFile(foreign), 'foreign', foreign);
  const of = (...entries) => own.fromFile(JSON.stringify({ format: 'pith-corrections', version: 1, sites: entries }));
  assert.deepEqual(of(), []);
  assert.equal(own.fromFile('{"format": "pith-corrections", "version": 1}'), 'faulty');
  const good = { site: 'alder.example', rules: [rule(1)] };
  for (const faulty of [
    7,
    { site: 'alder.example' },
    { rules: [] },
    { site: '', rules: [] },
    { site: 'a b', rules: [] },
    { site: 'x'.repeat(301), rules: [] },
    { site: 'alder.example', rules: [{ bytes: '?' }] },
    { site: 'alder.example', rules: Array.from({ length: own.maxRules + 1 }, (_, i) => rule(i)) },
  ])
    assert.equal(of(good, faulty), 'faulty', JSON.stringify(faulty).slice(0, 60));
  assert.equal(of(...Array.from({ length: own.maxSites + 1 }, () => good)), 'huge');
});

test('private windows neither save nor delete site rules', async () => {
  clear();
  const request = { changes: [{ site, put: [rule(1)] }] };
  assert.deepEqual(await own.siteRuleHandlers['change-sites'](request, { id: 1, incognito: true }), {
    refusal: 'private',
  });
  assert.deepEqual(local.values, {});
  assert.deepEqual(await own.siteRuleHandlers['change-sites'](request, { id: 1, incognito: false }), { refusal: null });
  assert.deepEqual(words(site), ['box 1']);
  assert.deepEqual(await own.siteRuleHandlers['forget-sites'](undefined, { id: 1, incognito: true }), {
    refusal: 'private',
  });
  assert.deepEqual(words(site), ['box 1']);
});

test('the words of a long part are shortened to their beginning', () => {
  assert.equal(own.excerpt('box'), 'box');
  const long = own.excerpt('x'.repeat(81));
  assert.deepEqual([long.length, long.at(-1)], [80, '…']);
  assert.equal(own.excerpt('x'.repeat(80)), 'x'.repeat(80));
});
