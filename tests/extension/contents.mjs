// The contents of each view of a page, measured in the page itself.

/**
 * Returns the painted text without white space, and layout faults: elements that overflow sideways, text that is too
 * small, and text with too little contrast.
 */
export function painted(page) {
  return page.evaluate(() => {
    const scrolls = (element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    const children = (node) => {
      if (node.localName === 'slot' && node.assignedNodes().length > 0) return node.assignedNodes();
      if (node.localName === 'iframe') return node.contentDocument?.body ? [node.contentDocument.body] : [];
      return (node.shadowRoot ?? node).childNodes;
    };
    const words = [];
    const small = [];
    const outside = [];
    const limit = document.documentElement.clientWidth;
    const walk = (node) => {
      if (node.nodeType === 3) {
        if (node.data.trim() === '') return;
        const range = node.ownerDocument.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
        const holder = node.parentElement;
        const style = getComputedStyle(holder);
        if (rects.length === 0 || style.visibility !== 'visible' || parseFloat(style.fontSize) === 0) return;
        words.push(node.data);
        if (parseFloat(style.fontSize) < 15.99 && !holder.closest('sup, sub, rt, rp, math, svg'))
          small.push(`${style.fontSize} ${node.data.trim().slice(0, 40)}`);
        if (
          node.ownerDocument === document &&
          rects.some(({ left, right }) => left < -0.5 || right > limit + 0.5) &&
          !scrolls(node)
        ) {
          outside.push(`${holder.localName}: ${node.data.trim().slice(0, 40)}`);
        }
      } else if (
        node.nodeType === 1 &&
        !/^(?:script|style|template|noscript|svg|head|video|audio|canvas|textarea|select)$/.test(node.localName) &&
        !node.dataset?.pith
      ) {
        if (getComputedStyle(node).display === 'none') return;
        const rect = node.getBoundingClientRect();
        if (
          node.localName === 'img' &&
          (rect.right > limit + 0.5 || rect.left < -0.5) &&
          rect.width > 1 &&
          !scrolls(node)
        )
          outside.push(`img ${node.src.slice(-40)}`);
        for (const child of children(node)) walk(child);
      }
    };
    walk(document.body);
    return {
      text: words.join('').replace(/\s+/g, ''),
      small: small.slice(0, 8),
      outside: outside.slice(0, 8),
      sideways: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    };
  });
}

/** Returns a handle of the ranges that Inspect highlights under a name, in a list per document. */
export function markedRanges(page, name) {
  return page.evaluateHandle((tint) => {
    const ranging = ({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = startContainer.ownerDocument.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range;
    };
    const views = [
      window,
      ...[...document.querySelectorAll('iframe')]
        .filter((frame) => frame.contentDocument)
        .map((frame) => frame.contentWindow),
    ];
    return views.map((view) => [...(view.CSS.highlights.get(tint) ?? [])].map(ranging));
  }, name);
}

/**
 * Returns the text highlighted by Inspect, by block, without white space. Text hidden by the page is in a separate
 * block.
 */
export async function marked(page) {
  return page.evaluate(
    (documents) => {
      const isPainted = (text) => {
        const range = text.ownerDocument.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
      };
      // Inspect highlights in reading order. Ranges of different trees can't be compared.
      const inDocument = (ranges) => {
        const comparable = (a, b) => a.startContainer.getRootNode() === b.startContainer.getRootNode();
        return ranges.toSorted((a, b) => (comparable(a, b) ? a.compareBoundaryPoints(Range.START_TO_START, b) : 0));
      };
      return documents.flatMap(inDocument).map((range) => {
        const { commonAncestorContainer: root } = range;
        const texts = [];
        const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let text = root.nodeType === 3 ? root : walker.nextNode(); text; text = walker.nextNode()) {
          if (range.intersectsNode(text) && text.data.trim() !== '' && isPainted(text)) texts.push(text.data);
        }
        return texts.join('').replace(/\s+/g, '');
      });
    },
    await markedRanges(page, 'pith-content'),
  );
}

/** Returns the texts of the blocks in Reader, without white space. Title and facts are separate. */
export function read(page) {
  return page.evaluate(() => {
    const article = document.querySelector('[data-pith=reader] > article');
    const flat = (node) => node?.textContent.replace(/\s+/g, '') ?? '';
    return { body: flat(article.querySelector('.pith-body')), head: flat(article.querySelector('header')) };
  });
}

/** Returns the index, among these texts, of the paragraph at the top edge of the viewport. */
export function topOf(page, paragraphs) {
  return page.evaluate((known) => {
    const reader = document.querySelector('[data-pith=reader] .pith-body');
    // The toolbar is above the text, on phones too.
    const isBelow = document.querySelector(':root > :is([data-pith=reader], [data-pith=simplify])') !== null;
    const edge = isBelow ? (innerWidth < 600 ? 56 : 52) / Math.min(visualViewport.scale, 1) : 0;
    const flat = (node) => node.textContent.replace(/\s+/g, '');
    const numbers = new Map(known.map((text, number) => [text, number]));
    for (const paragraph of (reader ?? document.body).querySelectorAll('p, h2, li')) {
      const { bottom, height } = paragraph.getBoundingClientRect();
      const number = numbers.get(flat(paragraph));
      // Paragraphs of unrendered parts have positions too, which may be outside these parts.
      const isPainted = paragraph.checkVisibility({ contentVisibilityAuto: true });
      if (number !== undefined && height > 0 && bottom > edge + 2 && isPainted) return number;
    }
    return null;
  }, paragraphs);
}

/** Returns the texts of a page's paragraphs, headings, and list items below `selector`. */
export function paragraphsOf(page, selector) {
  return page.evaluate(
    (below) =>
      [...document.querySelector(below).querySelectorAll('p, h2, li')].map((node) =>
        node.textContent.replace(/\s+/g, ''),
      ),
    selector,
  );
}

/** Returns a point on the first line of the first paragraph that starts in Reader's viewport. */
export function firstShown(page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('[data-pith=reader] .pith-body p')].find(
      (p) => p.getBoundingClientRect().top > 60,
    );
    const box = shown.getClientRects()[0];
    return [box.left + 4, box.top + 12];
  });
}
