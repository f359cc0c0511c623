// The built site: every document has a page that the sidebar links to, and nothing is loaded from other sites.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import config from '../../site/.vitepress/config.mjs';
import { root } from '../browser/built.mjs';

const site = join(root, 'dist-site');
const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(site, join(entry.parentPath, entry.name)));
const text = (file) => readFileSync(join(site, file), 'utf8');
const listed = config.themeConfig.sidebar.flatMap(({ items }) => items.map(({ link }) => link));

test('every document has a page, and the sidebar links to it', () => {
  const documents = ['/', '/docs/', '/packages/npm/', '/packages/python/'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.md$/.test(name))
      .map((name) => folder + name.replace(/(?:README)?\.md$/, '')),
  );
  documents.push('/docs/store/');
  assert.deepEqual(listed.toSorted(), documents.toSorted());
  for (const link of listed) {
    const page = link.endsWith('/') ? `${link}index.html` : `${link}.html`;
    assert.match(text(page), /<h1/, page);
  }
});

test('the site includes the demonstration page', () => {
  for (const file of ['index.html', 'core-wasm.js']) assert.ok(existsSync(join(site, 'demonstration', file)), file);
});

test('the home page starts with a sentence, two buttons, and one image', () => {
  const [opening] = text('index.html').split('<h2');
  assert.match(opening, /<p>Pith is a reader view/);
  const actions = [...opening.matchAll(/<a class="action(?: plain)?" href="([^"]+)"/g)].map(([, href]) => href);
  assert.deepEqual(actions, ['#install', '/demonstration/index.html']);
  assert.equal(opening.match(/<picture>/g).length, 1);
  assert.doesNotMatch(opening, /<table/);
});

test('the home page has its images, and no page loads anything from other sites', () => {
  const page = text('index.html');
  const pictures = [...page.matchAll(/(?:src|srcset)="(\/[^"]+\.(?:webp|svg))"/g)].map(([, path]) => path);
  assert.ok(pictures.length >= 4, `${pictures.length} pictures`);
  for (const path of pictures) assert.ok(existsSync(join(site, path)), path);
  for (const file of files.filter((name) => /^(?!demonstration\/).*\.html$/.test(name))) {
    assert.doesNotMatch(
      text(file),
      /<(?:script|link|img|source|iframe)\b[^>]*(?:src|srcset|href)="(?:https?:)?\/\//,
      file,
    );
  }
  for (const file of files.filter((name) => /^assets\/.*\.css$/.test(name))) {
    assert.doesNotMatch(text(file), /url\(\s*["']?(?:https?:)?\/\//, file);
  }
});
