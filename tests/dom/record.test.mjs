// Pages recorded by the command, as read by the core.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';

const page = `<!doctype html><title>The ferry</title>
  <p>He watched the ferry go by from the gallery, waved once, and went back to polishing the lens.</p>
  <script>document.body.append('Written by a script.')</script>`;

test('a page is recorded with its scripts, or without them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pith-record-'));
  try {
    const file = join(folder, 'ferry.html');
    writeFileSync(file, page);
    const recorded = (...options) => {
      execFileSync('node', [join(root, 'tests/record.mjs'), file, '--out', folder, '--again', ...options]);
      return execFileSync(join(root, 'target/debug/pith'), ['scores', join(folder, 'ferry.snap')], {
        encoding: 'utf8',
      });
    };
    assert.match(recorded(), /Written by a script/);
    const still = recorded('--no-scripts');
    assert.match(still, /He watched the ferry/);
    assert.doesNotMatch(still, /Written by a script/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
