// Custom properties read by the article's style sheets are ours: `reset.css` overrides the page's values of those that
// come from outside the article.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';

const folder = join(root, 'extension/src/content/views/reader');

/** Returns the files of a folder whose names match, one after another. */
const texts = (path, form) =>
  readdirSync(path)
    .filter((name) => form.test(name))
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n');

const names = (text, form) => [...new Set([...text.matchAll(form)].map(([, name]) => name))].toSorted();

/**
 * Returns the custom properties that style sheets read, except those set by themselves or by the scripts that build the
 * article.
 */
function fromOutside(sheets, scripts) {
  const own = [
    ...names(sheets, /(--pith-[\w-]+):(?!\s*inherit)/g),
    ...names(scripts, /setProperty\(\s*["'](--pith-[\w-]+)/g),
  ];
  return names(sheets, /var\((--pith-[\w-]+)/g).filter((name) => !own.includes(name));
}

test("the page cannot set custom properties that the article's style sheets read", () => {
  const sheets = texts(join(folder, 'article'), /\.css$/);
  // `frame.ts` sets its properties on the dialog, outside the article.
  const read = fromOutside(sheets, texts(folder, /^(?!frame\.).*\.ts$/));
  const takenBack = names(sheets, /(--pith-[\w-]+): inherit/g);
  assert.ok(read.includes('--pith-spacing') && read.length > 10, `${read}`);
  assert.deepEqual(
    read.filter((name) => !takenBack.includes(name)),
    [],
  );
});

test('every design token is used', () => {
  const source = join(root, 'extension/src');
  const files = readdirSync(source, { recursive: true }).filter((name) => /\.css$/.test(name));
  const all = files.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  const read = new Set(names(all, /var\(\s*(--pith-[\w-]+)/g));
  const tokens = names(readFileSync(join(source, 'ui/tokens.css'), 'utf8'), /^\s*(--pith-[\w-]+):/gm);
  assert.ok(tokens.length > 50, `only ${tokens.length} tokens were found`);
  assert.deepEqual(
    tokens.filter((name) => !read.has(name)),
    [],
  );
});

test('properties from outside are distinguished from those set within the article', () => {
  const sheets = 'p { --pith-box: 1px; margin: var(--pith-box) var(--pith-links, 0) var(--pith-width) }';
  assert.deepEqual(fromOutside(sheets, 'box.style.setProperty("--pith-width", "1px")'), ['--pith-links']);
});
