// A browser session in which the extension has permission for some sites.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { testExtension } from '../browser/built.mjs';
import { Session } from './session.mjs';

/** Returns a copy of the extension with permission for some sites, and with other permissions. */
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
 * Returns a session for the calling suite, which starts and ends with it. There is no permission prompt: Firefox grants
 * without asking, and the copy for Chromium has the permissions from the start.
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
