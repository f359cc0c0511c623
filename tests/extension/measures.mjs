// Makes the checks of Simplify from outside: in the page's own world, on what Highlight marks.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { markedRanges } from './contents.mjs';
import { shown, viewOf } from './session.mjs';

const entry = fileURLToPath(new URL('../../extension/src/content/views/simplify/checks.ts', import.meta.url));
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

/** Opens Simplify with its content held; returns the number of blocks, without any of which Highlight stays. */
export async function simplified(session, page) {
  await session.open(page);
  const title = await titleOf(page);
  await session.show(page, 'highlight');
  const blocks = await holdContent(page, title);
  if (blocks > 0) await session.show(page, 'simplify');
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

/**
 * Returns how the running text is set as it is laid out now, with what `holdContent` holds: the median characters in a
 * line that is followed by another, the median line height in multiples of the size, and px between the edges of text and
 * title, where that is neither centered nor in a box of its own; null for what the page does not have.
 */
export function setting(page) {
  return page.evaluate(() => {
    const { blocks, title } = globalThis.pithShown;
    const ranging = ([{ startContainer, startOffset, endContainer, endOffset }]) => {
      const range = document.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range;
    };
    const holderOf = ({ commonAncestorContainer: node }) =>
      node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    const boxes = (range) => [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const isRtl = ({ direction }) => direction === 'rtl';
    const edgeOf = (list, rtl) =>
      Math.round(rtl ? -Math.max(...list.map(({ right }) => right)) : Math.min(...list.map(({ left }) => left)));
    const [chars, leading, edges] = [[], [], new Map()];
    for (const range of blocks.map(ranging)) {
      const holder = holderOf(range);
      const text = String(range).replace(/\s+/g, ' ').trim();
      const lines = boxes(range);
      // Lines of one height, a formula in them at most a little higher.
      const rows = new Set(lines.map(({ bottom }) => Math.round(bottom / 8)));
      if (text.length < 120 || rows.size < 4 || holder.closest('pre, table')) continue;
      const style = getComputedStyle(holder);
      const size = parseFloat(style.fontSize);
      chars.push(text.length / (rows.size - 0.5));
      leading.push((parseFloat(style.lineHeight) || 1.2 * size) / size);
      const edge = edgeOf(lines, isRtl(style));
      edges.set(edge, (edges.get(edge) ?? 0) + text.length);
    }
    const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? null;
    const edge = [...edges].toSorted(([, a], [, b]) => b - a)[0]?.[0];
    let beside = null;
    if (title !== null && edge !== undefined) {
      const range = ranging(blocks[title]);
      const style = getComputedStyle(holderOf(range));
      const lines = boxes(range);
      // A box with a ground or a frame of its own has room inside its edge.
      let isBoxed = false;
      for (let at = holderOf(range); at && at !== document.body; at = at.parentElement) {
        const { backgroundColor, borderInlineStartWidth } = getComputedStyle(at);
        isBoxed ||= !/[,/] ?0\)$/.test(backgroundColor) || parseFloat(borderInlineStartWidth) > 0;
      }
      if (lines.length > 0 && !isBoxed && !style.textAlign.endsWith('center'))
        beside = Math.abs(edgeOf(lines, isRtl(style)) - edge);
    }
    return { chars: median(chars), leading: median(leading), beside };
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
    if ((await simplified(session, page)) === 0) return null;
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
