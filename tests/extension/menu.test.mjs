// The items in the browser's context menus, with a browser that records the calls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

/** Adds the items to the menus of a browser with some stored values. Returns them once they exist. */
async function menus(stored) {
  const made = new Map();
  globalThis.chrome = {
    runtime: { id: 'pith' },
    storage: { local: new Storage(stored) },
    i18n: { getMessage: (key) => key },
    contextMenus: {
      removeAll: (then) => then(),
      create: ({ id, ...entry }) => made.set(id, { visible: true, ...entry }),
      update: async (id, change) => void Object.assign(made.get(id), change),
    },
  };
  const { createMenuItems } = await built(['shared/menu-items']);
  createMenuItems();
  // One turn of the event loop for each item that is shown or hidden.
  for (let turn = 0; turn < 3 * made.size; turn += 1) await new Promise(setImmediate);
  return made;
}

const visible = (made) => [...made].filter(([, entry]) => entry.visible).map(([id]) => id);

test('all views are in the context menus of pages, selections, images, and links', async () => {
  const made = await menus({});
  for (const view of ['reader', 'simplify', 'inspect'])
    assert.deepEqual(made.get(view).contexts, ['page', 'selection', 'image', 'link']);
  assert.deepEqual(
    [...made.keys()].filter((id) => !visible(made).includes(id)),
    ['take-send'],
  );
});

test('menu items that are switched off stay hidden, and a configured server adds its item', async () => {
  const server = { version: 1, kind: 'other', address: 'https://own.example/', secrets: {} };
  const made = await menus({ menus: 'highlight take-saveEpub', server });
  const some = visible(made);
  assert.deepEqual(
    some,
    [...made.keys()].filter((id) => !['inspect', 'take-saveEpub'].includes(id)),
  );
});
