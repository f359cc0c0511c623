// Runs the checks of Simplify from outside: in the page's own world, on the content highlighted by Inspect.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { markedRanges } from './contents.mjs';
import { shown, viewOf } from './session.mjs';

const entry = fileURLToPath(new URL('../../extension/src/content/views/simplify/checks.ts', import.meta.url));
let bundled;

/** Returns the checks as a classic script that defines `pithChecks`. */
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

/** Returns the title in the open Reader. Every article has one. */
export async function titleOf(page) {
  const { title } = await shown(page);
  assert.ok(title, 'the reader shows no title');
  return title;
}

/**
 * With Inspect open: records the content, and the title in it, for `faults` in another view. If the page shows the
 * title as a heading, the content must include it.
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

/** Opens Simplify with the recorded content. Returns the number of blocks. Without any, Inspect stays open. */
export async function simplified(session, page) {
  await session.open(page);
  const title = await titleOf(page);
  await session.show(page, 'inspect');
  const blocks = await holdContent(page, title);
  if (blocks > 0) await session.show(page, 'simplify');
  return blocks;
}

/** Returns the faults of the page's current layout, as texts. */
export function faults(page) {
  return page.evaluate(() => {
    const host = document.querySelector(':root > [data-pith]');
    return globalThis.pithChecks
      .faultsOf({ host, ...globalThis.pithShown })
      .map(({ check, detail }) => `${check}: ${detail}`);
  });
}

/**
 * Returns the typography of the running text in its current layout, using the content recorded by `holdContent`: the
 * median characters per line (except last lines), the median line height as a multiple of the font size, and the px
 * between the edges of text and title, if the title is neither centered nor in a box with its own style. Null for
 * values that the page doesn't have.
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
      // Lines of one height. A formula in them is at most a little taller.
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
      // A box with its own background or border has padding.
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

/** Waits until a view has finished the layout that it starts in a frame after the window has changed. */
export async function settled(session, page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  const view = await viewOf(page);
  if (view !== null) await session.whole(page, view);
}

/**
 * Opens Simplify at the first of some widths, resizes to the others, and returns `{ width, faults }` for each; `null`
 * if there is no article, `'reader'` if Simplify has opened Reader instead.
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
