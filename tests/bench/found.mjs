// Counts the highlights that are found again on saved pages after a tenth of the blocks has changed.

import { coreSource } from '../browser/built.mjs';
import { scriptOf } from '../extension/sources.mjs';

/** Timeout in ms for loading a page. After that, the page is used as loaded so far. */
const LOAD_TIMEOUT = 20_000;

/** Maximum number of highlights on a page. */
const MAX_HIGHLIGHTS = 20;

/**
 * Returns counts of the highlights on a page. `right`, `wrong`, and `lost` count those whose block still exists:
 * found in it, found elsewhere, and not found. `elsewhere` and `orphaned` count those whose block is gone: found
 * elsewhere, and not found. Null if the page has no text to highlight. The seed determines highlights and changes.
 */
export async function foundAgain(browser, url, seed) {
  const page = await browser.newPage();
  try {
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT }).catch((error) => {
      if (error.name !== 'TimeoutError') throw error;
    });
    const modules = [
      'content/panels/highlights/shown-text',
      'content/panels/highlights/anchors',
      'content/panels/highlights/anchoring',
      'content/dom/reading-position',
      'content/dom/time-slicing',
    ];
    await page.evaluate(
      `${coreSource()}\n${await scriptOf(modules, 'markModules')}\nglobalThis.markModules = markModules;`,
    );
    return await page.evaluate(changeAndFind, seed, MAX_HIGHLIGHTS);
  } finally {
    await page.close();
  }
}

/** In the page: highlights text, changes the page, analyzes it again, and looks for the highlights. */
function changeAndFind(seed, maxHighlights) {
  const { Blocks, pageText, anchorsOf, quoteOf, findQuotes, runSync } = globalThis.markModules;
  let state = seed;
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const read = () => {
    const blocks = new Blocks(globalThis.pithCore.detect());
    return { blocks, shown: runSync(pageText(blocks)) };
  };
  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const before = read();
  const textsOf = (block) => before.blocks.leaves(block).filter((leaf) => isText(leaf) && leaf.data.trim() !== '');
  const spanOf = (block) => before.shown.textRangeOfNodes(textsOf(block));
  const painted = before.blocks.all.filter((block) => textsOf(block).length > 0 && spanOf(block));

  // Highlights start anywhere in a block of the article, and are a few words to a whole paragraph long.
  const eligible = painted.filter((block) => block.content && spanOf(block).end - spanOf(block).start >= 12);
  if (eligible.length === 0) return null;
  const marks = Array.from({ length: Math.min(maxHighlights, eligible.length) }, () => {
    const block = eligible[below(eligible.length)];
    const whole = spanOf(block);
    const length = Math.min(whole.end - whole.start, 12 + below(189));
    const start = whole.start + below(whole.end - whole.start - length + 1);
    return { block, anchors: anchorsOf(before.shown, { start, end: start + length }) };
  });

  const words = painted.flatMap((block) => textsOf(block).flatMap(({ data }) => data.split(/\s+/).filter(Boolean)));
  const other = (count) => Array.from({ length: count }, () => words[below(words.length)]).join(' ');
  const gone = new Set();
  const changers = [
    // Replaces a tenth of the words, or of the characters if there are no spaces.
    (block) => {
      for (const text of textsOf(block)) {
        const parts = text.data.split(/(\s+)/);
        const units = parts.length > 2 ? parts : [...text.data];
        const places = [...units.keys()].filter((at) => units[at].trim() !== '');
        for (let changes = Math.ceil(places.length / 10); changes > 0; changes -= 1) {
          units[places[below(places.length)]] = parts.length > 2 ? other(1) : other(1).slice(0, 1);
        }
        text.data = units.join('');
      }
    },
    (block) => {
      gone.add(block);
      for (const text of textsOf(block)) text.remove();
    },
    (block) => {
      const [text] = textsOf(block);
      const paragraph = document.createElement('p');
      paragraph.textContent = `${other(8 + below(40))}.`;
      // Inserts it before the block, which may share its element with others.
      const holder = before.blocks.container(block);
      if (holder?.contains(text) && holder !== document.body) holder.before(paragraph);
      else text.before(paragraph);
    },
  ];
  for (let changes = Math.ceil(painted.length / 10); changes > 0; changes -= 1) {
    changers[below(changers.length)](painted[below(painted.length)]);
  }

  const after = read();
  const places = findQuotes(
    marks.map(({ anchors }) => quoteOf(anchors, after.shown)),
    after.shown.nodeText.folded,
  );
  const counts = { right: 0, wrong: 0, lost: 0, elsewhere: 0, orphaned: 0 };
  for (const [number, { block }] of marks.entries()) {
    const place = places[number];
    const node = place && after.shown.spansOf(place)[0]?.startContainer;
    if (gone.has(block)) counts[node ? 'elsewhere' : 'orphaned'] += 1;
    else if (!node) counts.lost += 1;
    else counts[textsOf(block).includes(node) ? 'right' : 'wrong'] += 1;
  }
  return counts;
}
