// Sync of settings between devices with one account: the storage of each device, and the shared one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

/** Storage that reports changes. The account's storage rejects items above a size. */
class Told extends Storage {
  listeners = [];
  largest = Infinity;

  async set(change) {
    for (const value of Object.values(change))
      if (JSON.stringify(value).length > this.largest) throw new Error('QUOTA_BYTES_PER_ITEM quota exceeded');
    const before = this.values;
    await super.set(change);
    const changes = Object.entries(change).filter(
      ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
    );
    if (changes.length > 0)
      for (const listener of this.listeners)
        await listener(Object.fromEntries(changes.map(([key, newValue]) => [key, { newValue }])));
  }
}

const account = () => Object.assign(new Told(), { largest: 8_192 });

/** Returns a device with saved values, in a browser with an account or without one. */
async function device(values, sync) {
  const local = new Told(values);
  globalThis.chrome = { runtime: { id: 'pith' }, storage: { local, sync } };
  const { onLocalChange, onSyncChange } = await built(['background/sync'], { MESSAGE_KEYS: '[]' });
  // Each device has its own browser.
  const own = globalThis.chrome;
  const here =
    (heard) =>
    (...changes) => {
      globalThis.chrome = own;
      heard(...changes);
    };
  local.listeners.push(here(onLocalChange));
  sync?.listeners.push(here(onSyncChange));
  return local;
}

/** Advances the clock and lets all pending callbacks run. Each exchange takes a few turns of the event loop. */
async function after(t, milliseconds) {
  for (const time of [0, milliseconds]) {
    t.mock.timers.tick(time);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  }
}

/** Advances the clock until a value is saved under a name. */
async function becomes(t, area, name, expected) {
  const isThere = () => JSON.stringify(area.values[name]) === JSON.stringify(expected);
  for (let step = 0; step < 40 && !isThere(); step += 1) await after(t, 100);
  assert.deepEqual(area.values[name], expected);
}

const clocked = (t) => t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });

test('nothing is synced unless sync is switched on', async (t) => {
  clocked(t);
  const sync = account();
  const local = await device({ theme: 'dark' }, sync);
  await local.set({ theme: 'sepia' });
  await local.set({ sync: false });
  await after(t, 2_000);
  assert.deepEqual(sync.values, {});
});

test("settings sync between devices with sync switched on, and other data doesn't", async (t) => {
  clocked(t);
  const sync = account();
  const one = await device(
    { theme: 'dark', size: 130, 'look:ferry.example': { size: 200 }, server: { version: 1 }, 'marks:a': [1] },
    sync,
  );
  await one.set({ sync: true });
  await becomes(t, one, 'syncHeld', []);
  assert.deepEqual(Object.keys(sync.values).toSorted(), ['setting:size', 'setting:theme']);
  const two = await device({ theme: 'light', font: 'sans' }, sync);
  await two.set({ sync: true });
  await becomes(t, two, 'theme', 'dark');
  await becomes(t, two, 'size', 130);
  assert.equal(two.values.font, 'sans');
  await becomes(t, one, 'font', 'sans');
});

test('a change is synced a second and a half after the last one', async (t) => {
  clocked(t);
  const sync = account();
  const local = await device({ size: 130 }, sync);
  await local.set({ sync: true });
  await becomes(t, local, 'syncHeld', []);
  await local.set({ size: 140 });
  await after(t, 1_000);
  await local.set({ size: 150 });
  await after(t, 1_499);
  assert.equal(sync.values['setting:size'].value, 130);
  await after(t, 1);
  assert.equal(sync.values['setting:size'].value, 150);
});

test('the latest change of each setting wins', async (t) => {
  clocked(t);
  const sync = account();
  const [one, two] = [await device({}, sync), await device({}, sync)];
  await one.set({ sync: true });
  await two.set({ sync: true });
  await one.set({ theme: 'dark' });
  await after(t, 20);
  await two.set({ theme: 'sepia' });
  await two.set({ size: 150 });
  await becomes(t, one, 'theme', 'sepia');
  await becomes(t, one, 'size', 150);
  await becomes(t, two, 'theme', 'sepia');
});

test('settings that the account refuses stay local, and are listed', async (t) => {
  clocked(t);
  const sync = account();
  const local = await device({ ownSheet: { text: 'p { color: red }'.repeat(900), sheet: 'p{}' }, size: 130 }, sync);
  await local.set({ sync: true });
  await becomes(t, local, 'syncHeld', ['ownSheet']);
  assert.deepEqual(Object.keys(sync.values), ['setting:size']);
});

test('invalid values in the account are ignored', async (t) => {
  clocked(t);
  const sync = account();
  sync.values = {
    'setting:theme': { value: 'green', time: 5 },
    'setting:size': { value: 150, time: 5 },
    'setting:width': 3,
    'setting:sync': { value: false, time: 9e15 },
    'setting:server': { value: { version: 1 }, time: 5 },
  };
  const local = await device({}, sync);
  await local.set({ sync: true });
  await becomes(t, local, 'size', 150);
  const { theme, width, server, sync: isOn } = local.values;
  assert.deepEqual([theme, width, server, isOn], [undefined, undefined, undefined, true]);
});

test('sync does nothing in a browser without an account', async (t) => {
  clocked(t);
  const local = await device({ theme: 'dark' }, undefined);
  await local.set({ sync: true });
  await after(t, 100);
  assert.deepEqual(local.values, { theme: 'dark', sync: true });
});
