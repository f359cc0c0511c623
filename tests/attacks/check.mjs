// Watches for payloads that run, and checks and provokes what a view holds. All of it runs in the page.

/**
 * Counts the payloads that run: `runs` has the number of each, and whether it ran on one of the page's own nodes, below
 * `body`.
 */
export function listen() {
  // A picture of that name would be the body.
  const { body } = document;
  window.runs = [];
  window.ran = (number) => {
    const target = window.event?.target;
    const onPage = target === window || target === document || (target instanceof Node && body.contains(target));
    window.runs.push({ number, onPage });
  };
}

/** Whatever below `root` is no part of an article, as sentences. `lists` are those of the door (sanitize.ts). */
export function forbidden(root, lists) {
  const HTML = 'http://www.w3.org/1999/xhtml';
  const MATHML = 'http://www.w3.org/1998/Math/MathML';
  const schemes = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:', 'sms:', 'geo:', 'xmpp:'];
  const held = ['href', 'src', 'poster', 'cite', 'data-src'];
  const found = [];
  // Whatever is neither element nor text. By the prototype: the page may have a picture of that name.
  const walker = Document.prototype.createTreeWalker.call(root.ownerDocument, root, ~NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Element)) {
      found.push(`a node of the type ${node.nodeType}`);
      continue;
    }
    const known = node.namespaceURI === HTML ? lists.elements : node.namespaceURI === MATHML ? lists.mathElements : [];
    if (!known.includes(node.localName)) found.push(`<${node.localName}> of ${node.namespaceURI}`);
    if (node.shadowRoot) found.push(`a shadow tree in <${node.localName}>`);
    for (const { name, value } of node.attributes) {
      if (!lists.attributes.includes(name)) found.push(`${name}=${value}`);
      if (!held.includes(name)) continue;
      const address = URL.parse(value, 'https://example.org/');
      const kind = /^data:image\/([a-z+]+)[;,]/i.exec(value)?.[1]?.toLowerCase();
      // No script runs in a drawing that is an `img`, and nothing is requested for it.
      const isPicture =
        (name !== 'href' && /^(png|jpe?g|gif|webp|avif|bmp)$/.test(kind)) ||
        (name === 'src' && node.localName === 'img' && kind === 'svg+xml');
      if (address && !schemes.includes(address.protocol) && !isPicture) found.push(`${name}=${value}`);
    }
  }
  return found;
}

/**
 * Does to all below `root` what runs scripts that wait for it, and waits until every picture has come or failed and
 * nothing has run for a while.
 */
export async function provoke(root) {
  for (const node of root.querySelectorAll('*')) {
    for (const type of ['mouseover', 'focusin', 'pointerdown', 'keydown', 'animationstart', 'toggle']) {
      node.dispatchEvent(new Event(type, { bubbles: false }));
    }
    // Nothing leaves the page: what is asked is whether a script runs.
    const stays = (event) => {
      const { href } = event.target.closest?.('a, area') ?? {};
      if (!String(href?.baseVal ?? href ?? '').startsWith('javascript:')) event.preventDefault();
    };
    window.addEventListener('click', stays);
    window.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    if (node.matches('a, area, button, summary'))
      node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    window.removeEventListener('click', stays);
  }
  // A lazy one may never come.
  const pictures = [...root.querySelectorAll('img:not([loading=lazy])')];
  const end = performance.now() + 60_000;
  for (let before = -1; performance.now() < end; ) {
    const { length } = window.runs;
    if (length === before && pictures.every(({ complete }) => complete)) break;
    before = length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
