// Checks that the core's articles pass both sanitizers of the extension unchanged: the browser's own, and DOMPurify.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { load } from './live.mjs';

const sources = fileURLToPath(new URL('../../extension/src', import.meta.url));

/** Returns the sanitizers as one script that sets `globalThis.door`, in the order of the extension's scripts. */
export async function bundle() {
  const bundled = async (contents, globalName) => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: sources },
      bundle: true,
      format: 'iife',
      globalName,
      alias: { dompurify: `${sources}/content/dom/purify.ts` },
      write: false,
    });
    return outputFiles[0].text;
  };
  const published = readFileSync(fileURLToPath(import.meta.resolve('dompurify/dist/purify.min.js')), 'utf8');
  const before = await bundled('import "./content/dom/before-purify.ts";');
  const own = await bundled('export * from "./content/dom/sanitize.ts"; import "./content/dom/sanitizer.ts";', 'door');
  return `${before}\n${published}\n${own}`;
}

/** Uses the page `everything` of pages.mjs, for which the core outputs everything that it can. */
export async function nothingIsLost(live) {
  const script = await bundle();
  const { rendered, lists, doors, untranslated } = await live.onPage('everything', async (page) => {
    await load(page);
    await page.evaluate(`${script}; globalThis.door = door;`);
    return page.evaluate(() => {
      const { door, pithCore } = globalThis;
      const detection = pithCore.detect();
      const html = detection.html();
      detection.free();
      const inert = document.implementation.createHTMLDocument();
      inert.body.innerHTML = html;
      const described = (root) => ({
        text: root.textContent,
        elements: [...root.querySelectorAll('*')].map((e) => [
          e.localName,
          e.namespaceURI,
          ...[...e.attributes].map(({ name, value }) => `${name}=${value}`).toSorted(),
        ]),
      });
      const doors = { DOMPurify: described(door.sanitize(html)) };
      delete globalThis.pithSanitizer;
      if (Element.prototype.setHTML) doors.setHTML = described(door.sanitize(html));
      return {
        rendered: described(inert.body),
        lists: { elements: [...door.elements, ...door.mathElements], attributes: door.attributes },
        doors,
        untranslated: door.untranslated,
      };
    });
  });
  const names = (list) => [...new Set(list)].toSorted();
  const used = {
    elements: names(rendered.elements.map(([name]) => name)),
    attributes: names(rendered.elements.flatMap(([, , ...pairs]) => pairs.map((pair) => pair.split('=')[0]))),
  };
  const without = (a, b) => a.filter((name) => !b.includes(name));
  for (const [kind, list] of Object.entries(lists)) {
    assert.deepEqual(
      { unused: without(list, used[kind]), unlisted: without(used[kind], list) },
      { unused: [], unlisted: [] },
      `the sanitizer's ${kind}`,
    );
  }
  // Sanitizers add only the attribute that keeps code and formulas from being translated.
  const expected = rendered.elements.map(([name, namespace, ...pairs]) => [
    name,
    namespace,
    ...names(untranslated.includes(name) ? [...pairs, 'translate=no'] : pairs),
  ]);
  for (const [name, found] of Object.entries(doors)) {
    assert.deepEqual(found, { ...rendered, elements: expected }, name);
  }
}
