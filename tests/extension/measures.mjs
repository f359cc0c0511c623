// Makes the checks of Simplify from outside: in the page's own world, on what Highlight marks.

import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { markedRanges } from './contents.mjs';
import { viewOf } from './session.mjs';

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

/** The title that the open reader shows. */
export function titleOf(page) {
  return page.evaluate(() => document.querySelector('pith-reader > article h1')?.textContent ?? null);
}

/** With Highlight open: holds what is content, and which of it is the title, for `faults` in another view. */
export async function holdContent(page, title) {
  await page.evaluate(`${await checks()}; globalThis.pithChecks = pithChecks;`);
  const marked = await markedRanges(page, 'pith-content');
  return page.evaluate(
    (heading, [ranges]) => {
      const flat = (text) => text.replace(/\s+/g, '');
      const at = heading ? ranges.findIndex((range) => flat(String(range)) === flat(heading)) : -1;
      globalThis.pithShown = { blocks: ranges.map((range) => [range]), title: at < 0 ? null : at };
      return ranges.length;
    },
    title,
    marked,
  );
}

/** Returns the faults of the page as it is laid out now, as texts. */
export function faults(page) {
  return page.evaluate(() =>
    globalThis.pithChecks.faultsOf(globalThis.pithShown).map(({ check, detail }) => `${check}: ${detail}`),
  );
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
    await session.open(page, 10_000);
    const title = await titleOf(page);
    await session.show(page, 'highlight', 10_000);
    if ((await holdContent(page, title)) === 0) return null;
    const opened = await session.show(page, 'simplify', 10_000).then(
      () => true,
      () => false,
    );
    if (!opened) return 'reader';
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
