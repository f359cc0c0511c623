// Creates an extension in textbook style for comparison, as a folder that browsers can load.

import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../browser/built.mjs';

/** Paths of its libraries below `node_modules`. */
export const LIBRARIES = ['@mozilla/readability/Readability.js', 'dompurify/dist/purify.min.js'];

/** Writes the extension into a new temporary folder and returns the folder. */
export function textbookExtension() {
  const folder = mkdtempSync(join(tmpdir(), 'pith-textbook-'));
  cpSync(join(root, 'tests/bench/textbook'), folder, { recursive: true });
  for (const file of LIBRARIES) cpSync(join(root, 'node_modules', file), join(folder, basename(file)));
  return folder;
}
