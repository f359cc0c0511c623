// The native part: instructions of one page by step, where valgrind is installed, and pages at once.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../browser/built.mjs';
import { magazine } from '../pages/generated.mjs';

const pith = join(root, 'target/release/pith');

/** Steps by a pattern of the function that is all of them; the first match counts. */
const STEPS = {
  'html5ever’s parse': /^html5ever::tokenizer::Tokenizer<.*>::run$/,
  'parse and page': /^pith::front::html::read$/,
  'detection and article': /^pith::extract::extract_with$/,
  metadata: /^pith::metadata::metadata$/,
  selection: /^pith::select::select/,
  article: /^pith::article::Article::new$/,
};

/** Millions of instructions by step, inclusive; null where there is no valgrind. */
export function instructions(elements) {
  if (spawnSync('valgrind', ['--version']).status !== 0) return null;
  return inFolder((folder) => {
    const page = join(folder, 'page.html');
    writeFileSync(page, magazine(elements));
    const out = join(folder, 'callgrind');
    execFileSync('valgrind', ['--tool=callgrind', `--callgrind-out-file=${out}`, pith, 'extract', page], {
      stdio: 'ignore',
    });
    const listing = execFileSync('callgrind_annotate', ['--inclusive=yes', '--threshold=100', out], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const rows = [...listing.matchAll(/^ *([\d,]+) \([^)]*\) +\S*?:(.+?)(?: \[.*\])?$/gm)].map(([, count, name]) => [
      name,
      Number(count.replaceAll(',', '')) / 1e6,
    ]);
    const total = Number(/^ *([\d,]+) .*PROGRAM TOTALS/m.exec(listing)?.[1].replaceAll(',', '')) / 1e6;
    const steps = Object.entries(STEPS).map(([step, pattern]) => [
      step,
      rows.find(([name]) => pattern.test(name))?.[1] ?? null,
    ]);
    return { all: total, ...Object.fromEntries(steps) };
  });
}

/** Seconds that a batch of pages takes with one and with two at once. */
export function jobs(elements, pages) {
  return inFolder((folder) => {
    const page = join(folder, 'page.html');
    writeFileSync(page, magazine(elements));
    const input = `${JSON.stringify({ html_path: page })}\n`.repeat(pages);
    const seconds = (count) => {
      const start = performance.now();
      execFileSync(pith, ['batch', '--jobs', String(count)], { input, maxBuffer: 2 ** 30 });
      return (performance.now() - start) / 1000;
    };
    return { one: seconds(1), two: seconds(2) };
  });
}

function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
