// Stands for what translates pages: it acts on pages whose address asks for it, in one of the ways in which such extensions do.
//
// - `translate`: replaces "boat" by "pacchetto" in all text, whenever something changes.
// - `translate=text`: changes all text nodes; `wrap`: puts `font` elements in their place, as Chromium's own translation does;
//   `inside`: adds the translation at the end of each paragraph, as a line of its own; `after`: as a paragraph after it.
//   What it says is the same with other vowels. It begins when it hears the event `translate-now` on the document, and goes on
//   with what is added.

const way = new URL(location.href).searchParams.get('translate');
const texts = () => {
  const all = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) all.push(text);
  return all;
};
/** Acts now, and a moment after each change. */
const watch = (act) => {
  let timer = 0;
  const later = () => {
    timer ||= setTimeout(() => {
      timer = 0;
      act();
    }, 50);
  };
  act();
  new MutationObserver(later).observe(document.documentElement, { childList: true, subtree: true });
};
const others = { a: 'e', e: 'i', i: 'o', o: 'u', u: 'a', A: 'E', E: 'I', I: 'O', O: 'U', U: 'A' };
const said = (text) => text.replace(/[aeiou]/gi, (vowel) => others[vowel]);
/** What was made; the shortest text that is translated would stand in many others. */
const made = [];
const isOwn = (text) => text.trim().length > 12 && !made.some((one) => text.includes(one));
const make = (text) => {
  made.push(said(text.trim()));
  return said(text);
};
const left = 'script, style, noscript, title, textarea, pre, code, kbd, samp, math, [translate=no]';
const ways = {
  text() {
    for (const text of texts().filter((one) => isOwn(one.data) && !one.parentElement?.closest(left))) {
      text.data = make(text.data);
    }
  },
  wrap() {
    for (const text of texts().filter((one) => isOwn(one.data) && !one.parentElement?.closest(left))) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = make(text.data);
      outer.style.verticalAlign = 'inherit';
      outer.append(inner);
      text.replaceWith(outer);
    }
  },
  inside() {
    for (const paragraph of document.querySelectorAll('p, li, h1, h2, h3')) {
      if (paragraph.closest(left) || !isOwn(paragraph.textContent)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.className = 'notranslate translated-below';
      outer.lang = 'it';
      inner.textContent = make(paragraph.textContent.trim());
      outer.append(document.createElement('br'), inner);
      paragraph.append(outer);
    }
  },
  after() {
    for (const paragraph of document.querySelectorAll('p, h1, h2, h3')) {
      const isDone = paragraph.nextElementSibling?.textContent === said(paragraph.textContent.trim());
      if (isDone || paragraph.closest(left) || !isOwn(paragraph.textContent)) continue;
      const added = document.createElement(paragraph.localName);
      added.className = 'translated-below';
      added.lang = 'it';
      added.textContent = make(paragraph.textContent.trim());
      paragraph.after(added);
    }
  },
};
if (way === '') {
  const translate = () => {
    for (const text of texts()) {
      if (/\bboat\b/.test(text.data)) text.data = text.data.replace(/\bboat\b/g, 'pacchetto');
    }
  };
  new MutationObserver(translate).observe(document.documentElement, { childList: true, subtree: true });
} else if (way !== null) {
  document.addEventListener('translate-now', () => watch(ways[way]), { once: true });
}
