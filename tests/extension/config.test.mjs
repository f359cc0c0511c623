// The settings of an open view while they are changed here and stored elsewhere, with a storage that answers when told to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const entry = fileURLToPath(new URL('../../extension/src/config.ts', import.meta.url));

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** `storage.local` of an extension: what is asked of it is done only when the test says so. */
class Storage {
  values = {};
  reads = [];
  writes = [];
  listeners = new Set();

  onChanged = {
    addListener: (listener) => this.listeners.add(listener),
    removeListener: (listener) => this.listeners.delete(listener),
  };

  get() {
    const seen = { ...this.values };
    return new Promise((resolve) => this.reads.push(() => resolve(seen)));
  }

  set(change) {
    return new Promise((resolve) =>
      this.writes.push(() => {
        this.write(change);
        resolve();
      }),
    );
  }

  /** Stores at once, as another tab does, and tells of it. */
  write(change) {
    Object.assign(this.values, change);
    for (const listener of this.listeners) listener();
  }

  async answer(...kinds) {
    for (const kind of kinds) {
      this[kind].shift()();
      await settle();
    }
  }
}

let modules = 0;

/** Settings in a view, and the sizes and themes that it was shown one after the other. */
async function opened() {
  const storage = new Storage();
  globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage } };
  const { outputFiles } = await esbuild.build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  // A module of its own for each test: it takes the storage that is there when it is loaded.
  modules += 1;
  const source = Buffer.from(`${outputFiles[0].text}// ${modules}`).toString('base64');
  const { Preferences, defaults } = await import(`data:text/javascript;base64,${source}`);
  const shown = [];
  const over = new AbortController();
  const show = ({ size, theme }) => shown.push(`${size} ${theme}`);
  return { storage, shown, over, preferences: new Preferences(defaults, show, over.signal) };
}

test('what was read before the last change was stored takes nothing back', async () => {
  const { storage, shown, preferences } = await opened();
  preferences.change({ size: 115 });
  preferences.change({ size: 130 });
  await storage.answer('writes', 'writes');
  while (storage.reads.length > 0) await storage.answer('reads');
  assert.deepEqual([shown[0], ...new Set(shown.slice(1))], ['115 auto', '130 auto']);
  assert.equal(preferences.now.size, 130);
});

test('what another tab stores meanwhile is shown once the own change is stored', async () => {
  const { storage, shown, preferences } = await opened();
  preferences.change({ size: 115 });
  storage.write({ theme: 'dark' });
  await storage.answer('writes');
  while (storage.reads.length > 0) await storage.answer('reads');
  assert.deepEqual([shown[0], shown.at(-1)], ['115 auto', '115 dark']);
});

test('what is read after the view was left is not shown', async () => {
  const { storage, shown, over } = await opened();
  storage.write({ theme: 'dark' });
  over.abort();
  await storage.answer('reads');
  assert.deepEqual(shown, []);
});
