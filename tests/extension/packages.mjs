// The packages as stores accept them. Firefox loads the zip file itself. Chromium rejects unsigned files, so it loads
// the unpacked folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packed } from '../browser/built.mjs';
import { Session, shown } from './session.mjs';

function unpacked(file, folder) {
  execFileSync('unzip', ['-q', file, '-d', folder]);
  return folder;
}

export function packages(driver) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-package-'));
  const session = new Session(driver, {
    built: () => {
      const file = packed(driver.name.toLowerCase());
      return driver.name === 'Firefox' ? file : unpacked(file, folder);
    },
  });
  before(() => session.start());
  after(async () => {
    await session.end();
    rmSync(folder, { recursive: true });
  });

  test('the packaged extension opens every view, and a click closes it', () =>
    session.inReader('news.html', {}, async (page) => {
      const { title } = await shown(page);
      assert.equal(title, 'Harbour town votes to bring back its night ferry');
      for (const view of ['simplify', 'inspect', 'reader']) await session.show(page, view);
      await session.leave(page);
    }));
}
