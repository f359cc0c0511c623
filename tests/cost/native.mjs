// Counts instructions of the command line by step, on three of our pages, with `lab bench --instructions`.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';
import { magazine } from '../pages/generated.mjs';

/** Elements of the generated page. */
const ELEMENTS = 2_000;
const WRITTEN = ['news', 'documentation'];

/** Returns millions of instructions by page and step. */
export function instructions() {
  const lab = join(root, 'target/debug/lab');
  const pith = join(root, 'target/counts/pith');
  for (const program of [lab, pith])
    if (!existsSync(program)) throw new Complaint(`${program} is not there: ./build.sh cost builds it.`);
  // Its profile differs from that of releases only in optimizations.
  if (readFileSync(pith).includes('PITH_TEST_FAULTS')) throw new Complaint(`${pith} contains the faults for tests.`);
  const folder = mkdtempSync(join(tmpdir(), 'pith-cost-'));
  try {
    const [generated, out] = [join(folder, 'magazine.html'), join(folder, 'counts.json')];
    writeFileSync(generated, magazine(ELEMENTS));
    const pages = [generated, ...WRITTEN.map((name) => join(root, `tests/pages/${name}.html`))];
    // The environment and the file path are on the program's stack, and would change the counts.
    execFileSync(lab, ['bench', '--instructions', ...pages, '--pith', pith, '--out', out], {
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    return JSON.parse(readFileSync(out, 'utf8')).instructions;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
