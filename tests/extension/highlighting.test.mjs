// Whether highlights are available in a view, also if their script can't be loaded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

// nodes.ts reads the platform's getters from these. None of them is called here.
for (const name of 'Node CharacterData Element Text ShadowRoot DocumentFragment HTMLElement HTMLIFrameElement Document'.split(
  ' ',
))
  globalThis[name] = class {};

/** Listeners of the window and the document, and names of the requests to the background. */
const [listeners, messages] = [[], []];
globalThis.EventTarget = class {
  addEventListener(type) {
    listeners.push(type);
  }
};
globalThis.window = new EventTarget();
globalThis.document = new EventTarget();
globalThis.requestAnimationFrame = () => {};
globalThis.chrome = {
  runtime: {
    id: 'pith',
    async sendMessage({ kind }) {
      messages.push(kind);
      throw new Error('the extension is gone');
    },
  },
  extension: { inIncognitoContext: false },
};
const { offerHighlights } = await built(['content/session/highlighting']);

/** A view that is open. */
const session = (finding = { kind: 'found' }) => ({ finding, signal: new AbortController().signal });

test.beforeEach(() => {
  listeners.length = messages.length = 0;
  chrome.extension.inIncognitoContext = false;
});

test('a failed injection of the highlights script breaks nothing', async () => {
  const { highlightSelection } = offerHighlights(session());
  assert.deepEqual(listeners, ['keydown', 'selectionchange']);
  highlightSelection();
  highlightSelection();
  // An unhandled rejection would fail the test.
  await new Promise(setImmediate);
  assert.deepEqual(messages, ['inject-highlights']);
});

test('highlights are offered in private windows, but not if detection failed', async () => {
  chrome.extension.inIncognitoContext = true;
  offerHighlights(session()).highlightSelection();
  await new Promise(setImmediate);
  assert.deepEqual([listeners, messages], [['keydown', 'selectionchange'], ['inject-highlights']]);
  listeners.length = messages.length = 0;
  chrome.extension.inIncognitoContext = false;
  offerHighlights(session({ kind: 'failed', failure: '' })).highlightSelection();
  assert.deepEqual([listeners, messages], [[], []]);
});
