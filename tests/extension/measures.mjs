// Makes the checks of Simplify from outside: in the page's own world, on what Highlight marks.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { markedRanges } from './contents.mjs';
import { shown, viewOf } from './session.mjs';

const entry = fileURLToPath(new URL('../../extension/src/simplify/checks.ts', import.meta.url));
let bundled;

/** The checks as a classic script that defines `pithChecks`. */
function checks() {
  bundled ??= esbuild
    .build({
      entryPoints: [entry],
      bundle: true,
      format: 'iife',
      globalName: 'pithChecks',
      write: false,
      target: ['chrome140', 'firefox140'],
    })
    .then(({ outputFiles: [{ text }] }) => text);
  return bundled;
}

/** The title that the open reader shows; every article has one. */
export async function titleOf(page) {
  const { title } = await shown(page);
  assert.ok(title, 'the reader shows no title');
  return title;
}

/**
 * With Highlight open: holds what is content, and which of it is the title, for `faults` in another view. The title has
 * to be among it where the page shows it as a heading.
 */
export async function holdContent(page, title) {
  await page.evaluate(`${await checks()}; globalThis.pithChecks = pithChecks;`);
  const marked = await markedRanges(page, 'pith-content');
  const { blocks, isTitled, headings } = await page.evaluate(
    (heading, [ranges]) => {
      const flat = (text) => text.replace(/\s+/g, '');
      const at = ranges.findIndex((range) => flat(String(range)) === flat(heading));
      globalThis.pithShown = { blocks: ranges.map((range) => [range]), title: at < 0 ? null : at };
      const isTitle = (element) => element.checkVisibility() && flat(element.textContent) === flat(heading);
      return {
        blocks: ranges.length,
        isTitled: at >= 0,
        headings: [...document.querySelectorAll('h1, h2, h3')].filter(isTitle).map(({ outerHTML }) => outerHTML),
      };
    },
    title,
    marked,
  );
  assert.ok(isTitled || blocks === 0 || headings.length === 0, `the title is not checked: ${headings}`);
  return blocks;
}

/** Returns the faults of the page as it is laid out now, as texts. */
export function faults(page) {
  return page.evaluate(() => {
    const host = document.querySelector(':root > [data-pith]');
    return globalThis.pithChecks
      .faultsOf({ host, ...globalThis.pithShown })
      .map(({ check, detail }) => `${check}: ${detail}`);
  });
}

/** Waits until a view has laid out anew what it begins to in a frame after the window has changed. */
export async function settled(session, page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  const view = await viewOf(page);
  if (view !== null) await session.whole(page, view);
}

/**
 * Opens Simplify at the first of some widths, goes on to the others, and gives `{ width, faults }` for each; `null` where
 * there is no article, `'reader'` where Simplify has given way to the reader.
 */
export async function measured(session, path, { policy, widths, height = 900, each = () => {} }) {
  const [first] = widths;
  return session.onPage(path, { policy, viewport: { width: first, height } }, async (page) => {
    await session.open(page);
    const title = await titleOf(page);
    await session.show(page, 'highlight');
    if ((await holdContent(page, title)) === 0) return null;
    await session.show(page, 'simplify');
    const found = [];
    for (const width of widths) {
      if (width !== first) await page.setViewport({ width, height });
      await settled(session, page);
      if ((await viewOf(page)) !== 'simplify') return 'reader';
      await each(page, width);
      found.push({ width, faults: await faults(page) });
    }
    return found;
  });
}
