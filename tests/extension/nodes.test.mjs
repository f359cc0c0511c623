// No file of the shell reads a property of a page's node directly, because a form control or an image may have that
// name. `extension/src/ui/nodes.ts` reads them through the platform's own getters.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../extension/src', import.meta.url));

/** Properties of the page's nodes that the shell needs, and that may be the names of controls or images. */
const SHADOWED =
  'adoptedStyleSheets|activeElement|assignedSlot|body|children|clientHeight|clientLeft|clientTop|clientWidth|closest|contentDocument|currentCSSZoom|defaultView|documentElement|getBoundingClientRect|getRootNode|isContentEditable|localName|matches|nodeValue|ownerDocument|parentElement|parentNode|querySelectorAll|scrollHeight|scrollLeft|scrollTop|scrollWidth|shadowRoot|showPopover|styleSheets|textContent';

/** Files that only read our nodes, or none, or that run on pages of the extension. */
const OURS =
  /^(?:ui\/(?:nodes|build|components|settings-panel|popover)\.ts|pages\/.*|shared\/(?:unreadable|core|removal-reasons|export\/image)\.ts|content\/(?:session\/clicks\.ts|views\/(?:switcher|toolbar|toolbar-panels)\.ts|views\/reader\/.*|tools\/.*|panels\/comments\/.*|panels\/removed\/(?!summary-line).*|panels\/highlights\/(?:note-panel|selection-bar|list)\.ts|views\/inspect\/card\.ts))$/;

/** Receivers that are ours: private fields, newly created elements, and ranges. */
const OWN_RECEIVER = /(?:this\.#(?:\w+)|style|range)$/;

/** Returns source code without comments, strings, spreads, and media queries. */
function code(text) {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|\.\.\.|matchMedia\([^)]*\)\.matches/g,
    ' ',
  );
}

/**
 * Finds reads of such properties: `node.children`, `node?.children`, `const { children } = node`, and any of
 * `document`.
 */
export function reads(text) {
  const bare = code(text);
  const found = [];
  for (const [whole, receiver, name] of bare.matchAll(
    new RegExp(`([\\w#.\\])]+?)\\??\\.(${SHADOWED})\\b(?!\\s*[:=](?!=))`, 'g'),
  )) {
    if (!OWN_RECEIVER.test(receiver)) found.push(`${whole} (${name})`);
  }
  for (const [, names, after] of bare.matchAll(
    /\{([^{}]*)\}\s*(=(?!>)[^=;]*|:\s*(?:Element|Node|HTMLElement|Document|ShadowRoot)\b)/g,
  )) {
    for (const name of names.split(',').map((part) => part.trim().split(/[\s:=]/)[0])) {
      if (new RegExp(`^(?:${SHADOWED})$`).test(name)) found.push(`{ ${name} } ${after.trim()}`);
    }
  }
  found.push(...[...bare.matchAll(/(?<![\w.])document\.\w+/g)].map(([whole]) => whole));
  return found;
}

test('the check detects every way to read a property', () => {
  for (const text of [
    'node.children',
    'f(a)?.parentElement',
    'const { parentNode, x } = node;',
    'document.body',
    'list[0].localName',
    '({ ownerDocument }: Element) => 1',
  ]) {
    assert.notDeepEqual(reads(text), [], text);
  }
  for (const text of [
    'childrenOf(node)',
    '// node.children',
    'this.#bar.matches(x)',
    '"node.body"',
    'observer.observe(document, {})',
  ]) {
    assert.deepEqual(reads(text), [], text);
  }
});

test('the shell reads nodes of the page only through nodes.ts', () => {
  const files = readdirSync(sources, { recursive: true }).filter((file) => file.endsWith('.ts') && !OURS.test(file));
  assert.ok(files.length > 15, `${files.length} files`);
  const found = files.flatMap((file) =>
    reads(readFileSync(join(sources, file), 'utf8')).map((read) => `${file}: ${read}`),
  );
  assert.deepEqual(found, []);
});
