// A browser session in which the extension has permission for sites.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { testExtension } from '../browser/built.mjs';
import { Session } from './session.mjs';

/** A copy of the extension that has permission for some sites, and others of the browser. */
function permitted(folder, sites, permissions) {
  cpSync(testExtension('chromium'), folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.host_permissions = sites.map((site) => `${site}/*`);
  manifest.permissions.push(...permissions);
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

/**
 * Returns a session for the suite that calls this, which starts and ends with it. The browser's question for a permission is
 * answered before it is asked: Firefox grants without asking, and the copy for Chromium has the permissions from the start.
 */
export function permittedSession(driver, { sites = ['http://plain.localhost'], permissions = [] } = {}) {
  const isFirefox = driver.name === 'Firefox';
  const folder = mkdtempSync(join(tmpdir(), 'pith-'));
  const session = new Session(driver, {
    built: () => (isFirefox ? testExtension('firefox') : permitted(folder, sites, permissions)),
    ...(isFirefox && { preferences: { 'extensions.webextOptionalPermissionPrompts': false } }),
  });
  before(() => session.start());
  after(async () => {
    await session.end();
    rmSync(folder, { recursive: true });
  });
  return session;
}
