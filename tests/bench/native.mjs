// Runs `lab bench`, the native part, on the same generated page, and on labeled pages if available.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';
import { magazine } from '../pages/generated.mjs';

/** Runs `lab bench`, which prints tables, and returns its figures (see lab/src/bench.rs). */
export function natively(elements) {
  const lab = join(root, 'target/release/lab');
  if (!existsSync(lab)) throw new Complaint(`${lab} is missing; ./build.sh bench builds it.`);
  const data = resolve(root, process.env.PITH_DATA ?? '../shared/data');
  const labeled = existsSync(data);
  if (!labeled)
    console.log(`There are no labeled pages in ${data} (PITH_DATA names another folder); a page of ours is measured.`);
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'));
  try {
    const [page, out] = [join(folder, 'magazine.html'), join(folder, 'figures.json')];
    writeFileSync(page, magazine(elements));
    execFileSync(lab, ['bench', page, '--out', out, ...(labeled ? ['--data', data] : [])], { stdio: 'inherit' });
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
