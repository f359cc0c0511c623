// The contents of the packages, and the findings of Mozilla's linter.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import linter from 'addons-linter';
import { builtExtension, root } from '../browser/built.mjs';

const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const PUBLISHED = readFileSync(fileURLToPath(import.meta.resolve('dompurify/dist/purify.min.js')));
const BROWSERS = ['chromium', 'firefox'];

/** Returns the linter's findings for a package. */
async function lint(file) {
  const config = { _: [file], logLevel: 'fatal', output: 'none', boring: true, shouldScanFile: () => true };
  const { errors, warnings, notices } = await linter.createInstance({ config, runAsBinary: false }).run();
  return [...errors, ...warnings, ...notices].map(({ code, file, line }) => ({ code, file, line }));
}

test('the linter of addons.mozilla.org reports only one line of DOMPurify', async () => {
  const found = await lint(join(root, 'dist/pith-firefox.zip'));
  // We don't change that file: the next test checks that it is the published one. The line sets `innerHTML` of an
  // element outside any document.
  assert.deepEqual(found, [{ code: 'UNSAFE_VAR_ASSIGNMENT', file: 'purify.min.js', line: 5 }]);
});

test('DOMPurify is the published file, and licenses.txt names its version', () => {
  const { version } = json('node_modules/dompurify/package.json');
  for (const browser of BROWSERS) {
    const folder = builtExtension(browser);
    assert.ok(PUBLISHED.equals(readFileSync(join(folder, 'purify.min.js'))), browser);
    assert.match(readFileSync(join(folder, 'licenses.txt'), 'utf8'), new RegExp(`dompurify ${version}, unchanged`));
  }
});

test('the packages contain the licenses of everything in them', () => {
  for (const browser of BROWSERS) {
    const text = readFileSync(join(builtExtension(browser), 'licenses.txt'), 'utf8');
    for (const part of [
      'MIT License',
      'Apache License',
      'wasm-bindgen 0.2.',
      'serde-wasm-bindgen ',
      'libm ',
      'postcard ',
      'the Rust standard library 1.',
      'Copyright (c) The Rust Project Developers',
    ]) {
      assert.ok(text.includes(part), `${browser}: ${part}`);
    }
  }
});

test('the packages have one version, and only Firefox has an ID, without a domain', () => {
  const { version } = json('package.json');
  const [chromium, firefox] = BROWSERS.map((browser) => json('dist', browser, 'manifest.json'));
  assert.deepEqual([chromium.version, firefox.version], [version, version]);
  assert.match(firefox.browser_specific_settings.gecko.id, /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/);
  assert.equal(chromium.browser_specific_settings, undefined);
});

test('the cores contain no test hooks', () => {
  // The hooks' messages and exports. `grow` has no message, and exports have short names in the wasm.
  const messages = ['a hanging test', 'somebody asked for it'];
  const hooks = readFileSync(join(root, 'src/wasm/inspection.rs'), 'utf8');
  for (const message of messages) assert.ok(hooks.includes(message), `${message} is a message of a hook`);
  for (const browser of BROWSERS) {
    const folder = builtExtension(browser);
    const [, base64] = readFileSync(join(folder, 'core-wasm.js'), 'utf8').match(/\/\*(AGFzbQEAAA.*?)\*\//);
    for (const core of [Buffer.from(base64, 'base64'), readFileSync(join(folder, 'export.wasm'))]) {
      assert.ok(core.includes('too many steps in'), 'messages are readable');
      for (const message of messages) assert.equal(core.includes(message), false, `${browser}: ${message}`);
    }
    const glue = readFileSync(join(folder, 'glue.js'), 'utf8');
    assert.match(glue, /\.detect=/);
    assert.doesNotMatch(glue, /\.(?:hang|grow|panic)=/, browser);
  }
});

test('SHA256SUMS contains the hashes of the packages', () => {
  const sums = readFileSync(join(root, 'dist/SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const found = sums.map((line) => line.split('  '));
  assert.deepEqual(
    found.map(([, name]) => name),
    ['pith-chromium.zip', 'pith-firefox.zip', 'pith-sources.zip'],
  );
  for (const [sum, name] of found) {
    const bytes = readFileSync(join(root, 'dist', name));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sum, name);
  }
});
