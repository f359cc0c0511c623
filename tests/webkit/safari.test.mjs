// Tests of the package for Safari: its manifest with our linter, and its scripts compared with those of Chromium.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { complaintsAbout, dataVersion } from '../../extension/safari.mjs';
import { builtExtension, root } from '../browser/built.mjs';

/** Fallbacks for the oldest Safari in the scripts, by the name of the missing feature. */
const FALLBACKS = {
  requestIdleCallback: 'const requestIdleCallback = ',
  caretPositionFromPoint: 'Document.prototype.caretPositionFromPoint ??= ',
};

/** Scripts with code only for WebKit (`IN_WEBKIT`, a constant of the build). */
const WITH_OWN_CODE = ['reader.js'];

const manifestOf = (browser) => JSON.parse(readFileSync(join(builtExtension(browser), 'manifest.json'), 'utf8'));

test('Safari supports everything in its manifest', () => assert.deepEqual(complaintsAbout(manifestOf('safari')), []));

test('the linter reports foreign keys, unsupported permissions, and keys newer than the oldest version', () => {
  assert.ok(complaintsAbout(manifestOf('chromium')).includes('minimum_chrome_version: not a manifest key'));
  assert.ok(
    complaintsAbout(manifestOf('firefox')).some((line) => line.startsWith('browser_specific_settings.gecko: ')),
  );
  const safari = manifestOf('safari');
  const said = (change) => complaintsAbout({ ...safari, ...change });
  assert.deepEqual(said({ permissions: ['activeTab', 'downloads'] }), [
    'permissions.downloads: not supported by safari',
    'permissions.downloads: not supported by safari_ios',
  ]);
  assert.deepEqual(said({ invented: true }), ['invented: not a manifest key']);
  const old = { safari: { strict_min_version: '15.0' } };
  assert.ok(said({ browser_specific_settings: old }).includes('action: supported by safari only from 15.4 on'));
});

test('the Safari package has the files of Chromium, with fallbacks for what WebKit lacks', () => {
  const [safari, chromium] = ['safari', 'chromium'].map(builtExtension);
  assert.deepEqual(readdirSync(safari).toSorted(), readdirSync(chromium).toSorted());
  const scripts = readdirSync(safari).filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    const [own, other] = [safari, chromium].map((folder) => readFileSync(join(folder, name), 'utf8'));
    const needed = Object.keys(FALLBACKS).filter((lacked) => new RegExp(`\\b${lacked}\\b`).test(other));
    for (const [lacked, text] of Object.entries(FALLBACKS)) {
      assert.equal(own.includes(text), needed.includes(lacked), `${name}: ${lacked}`);
      assert.ok(!other.includes(text), name);
    }
    const isSame = needed.length === 0 && !/user-select/.test(other) && !WITH_OWN_CODE.includes(name);
    if (isSame || WITH_OWN_CODE.includes(name)) assert.equal(own === other, isSame, name);
  }
  assert.match(readFileSync(join(safari, 'article.css'), 'utf8'), /-webkit-user-select:text/);
});

test('docs/safari.md names the version of the data that the linter uses', () => {
  const { version, date } = dataVersion();
  const text = readFileSync(join(root, 'docs/safari.md'), 'utf8');
  assert.ok(text.includes(`\`@mdn/browser-compat-data\` ${version} of ${date}`));
});
