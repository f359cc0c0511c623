// Writes the pages and what they have to yield into a folder: node tests/threads/write.mjs FOLDER makes
// FOLDER/development/NAME.html with NAME.json beside it, and the same in FOLDER/unseen.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from './pages.mjs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node tests/threads/write.mjs FOLDER');
  process.exit(1);
}

for (const { name, system, split, url, html, truth } of pages) {
  mkdirSync(join(folder, split), { recursive: true });
  writeFileSync(join(folder, split, `${name}.html`), html);
  writeFileSync(join(folder, split, `${name}.json`), `${JSON.stringify({ url, system, ...truth }, undefined, 2)}\n`);
}
