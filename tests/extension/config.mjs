// The built module of the settings, outside a browser.

import { built } from './sources.mjs';

/** Returns the exports of a fresh `settings.ts`, which uses the storage that exists when it is loaded. */
export function config(storage = {}) {
  globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage } };
  return built(['shared/settings/settings', 'ui/live-settings']);
}
