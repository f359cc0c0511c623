// The texts and images for the stores: in every language, and within the stores' limits.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';

const folder = join(root, 'docs/store');
const locales = readdirSync(join(root, 'extension/_locales'));

/** Minimum and maximum characters that all stores accept, from docs/store/README.md. */
const LIMITS = { title: [1, 45], short: [1, 132], long: [250, 10_000] };

/** Returns the parts of a store text: a heading, a paragraph, and the rest. */
function parts(text) {
  const [heading, short, ...rest] = text.trimEnd().split('\n\n');
  return { title: heading.replace(/^# /, ''), short, long: rest.join('\n\n') };
}

const length = (text) => [...text].length;

/** Returns a message for each part beyond its limits. */
function beyond(found) {
  return Object.entries(LIMITS).flatMap(([name, [least, most]]) => {
    const characters = length(found[name]);
    return characters < least || characters > most
      ? [`${name}: ${characters} characters, not ${least} to ${most}`]
      : [];
  });
}

for (const locale of locales) {
  test(`the store texts in ${locale} are within the limits, and match the package`, () => {
    const found = parts(readFileSync(join(folder, `${locale}.md`), 'utf8'));
    assert.deepEqual(beyond(found), []);
    const messages = JSON.parse(readFileSync(join(root, 'extension/_locales', locale, 'messages.json'), 'utf8'));
    assert.deepEqual([found.title, found.short], [messages.extName.message, messages.extDescription.message]);
    // The stores show text as it is.
    assert.doesNotMatch(found.long, /[<>]|\*\*|\]\(|^#/m);
  });
}

test('every language has store texts, all with the same number of points', () => {
  const texts = readdirSync(folder).filter((name) => /^[a-z]{2}(?:_[A-Z]+)?\.md$/.test(name));
  assert.deepEqual(texts.map((name) => name.replace('.md', '')).toSorted(), locales.toSorted());
  const points = texts.map((name) => readFileSync(join(folder, name), 'utf8').match(/^• /gm).length);
  assert.deepEqual([...new Set(points)], [points[0]]);
});

test('texts beyond the limits are reported', () => {
  const found = beyond({ title: 'a'.repeat(46), short: 'a', long: 'a' });
  assert.deepEqual(found, ['title: 46 characters, not 1 to 45', 'long: 1 characters, not 250 to 10000']);
});

test('there are five JPEG images of 1280 x 800', () => {
  const pictures = readdirSync(join(folder, 'pictures'));
  assert.equal(pictures.length, 5);
  for (const name of pictures) {
    const { width, height } = jpegSize(readFileSync(join(folder, 'pictures', name)));
    assert.deepEqual({ name, width, height }, { name, width: 1280, height: 800 });
  }
});

test('every permission in the manifest has a reason', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(root, 'extension/manifest.json'), 'utf8'));
  const reasons = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  const { permissions, optional_permissions } = manifest;
  assert.deepEqual(reasons, [...permissions, ...optional_permissions, 'optional_host_permissions']);
});

/** Returns the size of a JPEG image (ITU T.81, B.2.2), from its first frame header. */
function jpegSize(bytes) {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new Error('no JPEG picture');
}
