(() => {
  const { title, byline, content } = new Readability(document.cloneNode(true)).parse();
  const host = document.createElement('div');
  host.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; overflow: auto; background: #fff; color: #222';
  const shadow = host.attachShadow({ mode: 'closed' });
  shadow.innerHTML = `<style>
      article { max-width: 38em; margin: 2em auto; padding: 0 1em; font: 20px/1.6 Georgia, serif }
      img { max-width: 100%; height: auto }
    </style>
    <article><h1></h1><p></p>${DOMPurify.sanitize(content)}</article>`;
  const [heading, author] = shadow.querySelectorAll('h1, p');
  heading.textContent = title;
  author.textContent = byline;
  document.documentElement.append(host);
})();
