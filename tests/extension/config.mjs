// The module of the settings as it is built, outside a browser.

import { built } from './sources.mjs';

/** Returns what `settings.ts` exports, made anew: it takes the storage that is there when it is loaded. */
export function config(storage = {}) {
  globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage } };
  return built(['shared/settings/settings', 'ui/live-settings']);
}
