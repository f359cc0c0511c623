// Selects text in pages, and returns the highlighted text.

/** Selects a text of the page, or of the article if Reader is open. It may span several nodes. */
export function select(page, text) {
  return page.evaluate((wanted) => {
    const root = document.querySelector('[data-pith=reader] > article') ?? document.body;
    const nodes = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node);
    const whole = nodes.map(({ data }) => data).join('');
    const positionOf = (index) => {
      let left = index;
      for (const node of nodes) {
        if (left <= node.length) return [node, left];
        left -= node.length;
      }
      throw new Error(`no ${index}`);
    };
    const start = whole.indexOf(wanted);
    if (start < 0) throw new Error(`${wanted} is not there`);
    const [first, from] = positionOf(start + 1);
    first.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
    getSelection().setBaseAndExtent(first, from - 1, ...positionOf(start + wanted.length));
  }, text);
}

/** Returns the highlights shown on the page, each as `color: text`. */
export function shown(page) {
  return page.evaluate(() =>
    ['yellow', 'green', 'blue', 'pink', 'purple'].flatMap((color) =>
      [...(CSS.highlights.get(`pith-mark-${color}`) ?? [])].map((span) => {
        const range = document.createRange();
        range.setStart(span.startContainer, span.startOffset);
        range.setEnd(span.endContainer, span.endOffset);
        return `${color}: ${String(range).replace(/\s+/g, ' ')}`;
      }),
    ),
  );
}

/** Selects text in the frame or inner shadow tree of a page: these words, or a few of a paragraph. Returns them. */
export function selectInside(page, words) {
  return page.evaluate((wanted) => {
    const treesIn = (tree) =>
      [...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? [...treesIn(shadowRoot), shadowRoot] : [],
      );
    const holds = (tree) => tree.textContent.includes(wanted);
    const inside = document.querySelector('iframe')?.contentDocument ?? treesIn(document).find(holds);
    const paragraph = [...inside.querySelectorAll('p')].find(({ textContent }) =>
      wanted ? textContent.includes(wanted) : textContent.length > 150,
    );
    const node = [...paragraph.childNodes].find(({ data }) => data?.includes(wanted ?? '') && data.length > 40);
    const start = wanted ? node.data.indexOf(wanted) : 4;
    const end = start + (wanted?.length ?? 30);
    paragraph.scrollIntoView({ block: 'center', behavior: 'instant' });
    inside.defaultView?.focus();
    (inside.defaultView ?? window).getSelection().setBaseAndExtent(node, start, node, end);
    window.selectedInside = [node, start, end];
    return node.data.slice(start, end).replace(/\s+/g, ' ');
  }, words);
}

/** Returns the lower right corner of that selection, in the window. */
export function selectedInside(page) {
  return page.evaluate(() => {
    const [node, start, end] = window.selectedInside;
    const range = node.ownerDocument.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    const { right, bottom } = [...range.getClientRects()].at(-1);
    const frame = node.ownerDocument.defaultView.frameElement?.getBoundingClientRect();
    return [right + (frame?.left ?? 0), bottom + (frame?.top ?? 0)];
  });
}

/** Returns the highlighted texts of the page and its frame. */
export function shownInside(page) {
  return page.evaluate(() => {
    const inner = document.querySelector('iframe')?.contentWindow;
    return [window, ...(inner ? [inner] : [])].flatMap((view) =>
      [...view.CSS.highlights].flatMap(([name, spans]) =>
        name.startsWith('pith-mark-')
          ? [...spans].map(({ startContainer, startOffset, endOffset }) =>
              startContainer.data.slice(startOffset, endOffset).replace(/\s+/g, ' '),
            )
          : [],
      ),
    );
  });
}
