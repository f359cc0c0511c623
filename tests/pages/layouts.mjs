// One article in many layouts, each the smallest page that shows what such a layout can do to the article. The
// text is the same everywhere; `kinds` maps the name of a layout to its style sheet and its boxes;
// `ordered` says that the page shows the picture below the title, `hopeless` that nothing can be mended.

import { paragraphs } from './generated.mjs';

const title = 'The keeper of the tide gauge';
const [first, second, third, fourth, fifth] = paragraphs(5);
const picture = '<img src="media/harbour.jpg" alt="The harbour wall" width="640" height="360">';
/** What stands in for a picture until a script brings that. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const heading = `<h1>${title}</h1>`;
const text = (extra = '') => `<p>${first}</p><p>${second}</p>${extra}<p>${third}</p><p>${fourth}</p><p>${fifth}</p>`;
const menu = '<nav><a href="a.html">Home</a> <a href="b.html">Weather</a> <a href="c.html">Boats</a></nav>';
const story = (inside, above = heading) =>
  `${menu}<div class="site"><main class="column"><div class="head">${above}</div><div class="entry">${inside}</div></main></div>`;

export const kinds = {
  'a pseudo-element of a wrapper that covers the title': {
    style:
      '.site { position: relative; padding-top: 200px } .site::before { content: ""; position: absolute; inset: 0 0 auto; height: 320px; background: #246; z-index: 1 } .entry { padding-top: 160px }',
    body: story(text()),
  },
  'a negative margin that pulls the title above the page': {
    style:
      '.hero { height: 300px; background: #cde } .column { margin-top: -260px; position: relative } h1 { margin-top: -60px }',
    body: `${menu}<div class="hero"></div><div class="site"><main class="column">${heading}${text()}</main></div>`,
  },
  'a pseudo-element far below the page': {
    style:
      '.site { overflow: hidden; position: relative } .column { position: relative } .column::before { content: ""; position: absolute; width: 1px; top: 0; bottom: -99999px; background: #ccc }',
    body: story(text()),
  },
  'bands behind the parts of the page': {
    style:
      'body { margin: 0; background: #fff } .head { background: #333; color: #fff; padding: 120px 40px } .entry { background: #f3ead7; padding: 40px } .entry p:nth-child(2) { background: #eee }',
    body: story(text()),
  },
  'a disc over the text': {
    style:
      '.media { position: relative } .media button { position: absolute; right: 12px; bottom: -40px; width: 64px; height: 64px; border-radius: 50%; background: #c22; border: 0; z-index: 3 } .media img { display: block; width: 100%; height: auto }',
    body: story(text(`<div class="media">${picture}<button type="button" aria-label="Expand"></button></div>`)),
  },
  'pictures that scripts have yet to bring': {
    style:
      '.lazy { width: 100%; height: 300px; background: #ddd } .ratio { position: relative; padding-bottom: 50%; background: #ddd } .ratio.drawn { padding: 0 } .ratio.drawn::before { content: ""; display: block; padding-top: 50% } .ratio img { position: absolute; inset: 0; width: 100%; height: 100% }',
    body: story(
      text(
        `<figure><img class="lazy" src="${nothing}" data-src="media/harbour.jpg" alt="The harbour"><figcaption>The harbour in the evening.</figcaption></figure><div class="ratio"><img src="${nothing}" data-lazy-src="media/harbour.jpg" alt="The wall"></div><p>${first}</p><div class="ratio drawn"><img src="${nothing}" data-original="media/harbour.jpg" alt="The ferry"></div><p>${second}</p><figure><img class="lazyload" data-srcset="media/harbour.jpg 960w" alt="The pier"><noscript><img src="media/harbour.jpg" alt="The pier"></noscript></figure>`,
      ),
    ),
  },
  'a column without room at its edges': {
    style:
      'body { margin: 0 } .site { margin: 0 -24px; padding: 0 24px } .column { width: 100vw; margin-left: calc(50% - 50vw) } .entry { margin: 0 -30px }',
    body: story(text()),
  },
  'a picture that order puts below the title': {
    style:
      '.column { display: flex; flex-direction: column } .lead { order: 2 } .head { order: 1 } .entry { order: 3 }',
    body: `${menu}<div class="site"><main class="column"><div class="lead"><figure>${picture}<figcaption>The gauge stands behind the harbour wall.</figcaption></figure></div><div class="head">${heading}</div><div class="entry">${text()}</div></main></div>`,
    ordered: true,
  },
  'a picture that grid areas put below the title': {
    style:
      '.column { display: grid; grid-template: "head" "lead" "entry" / 1fr } .lead { grid-area: lead } .head { grid-area: head } .entry { grid-area: entry }',
    body: `${menu}<div class="site"><main class="column"><div class="lead"><figure>${picture}<figcaption>The gauge stands behind the harbour wall.</figcaption></figure></div><div class="head">${heading}</div><div class="entry">${text()}</div></main></div>`,
    ordered: true,
  },
  'text around a logo': {
    style: '.logo { float: left; width: 180px; height: 260px; margin: 0 16px 16px 0 }',
    body: story(text(), `<img class="logo" src="media/harbour.jpg" alt="The tide gauge">${heading}`),
  },
  'moved and turned boxes': {
    style:
      '.site { transform: translate(120px, -90px) rotate(2deg) } .entry { translate: 0 -70px } .entry p:nth-child(3) { transform: translateY(-140px) }',
    body: story(text()),
  },
  'boxes cut to a shape': {
    style:
      '.site { clip-path: inset(0 0 60% 0) } .entry { max-height: 300px; overflow: hidden; -webkit-mask-image: linear-gradient(#000, transparent); mask-image: linear-gradient(#000, transparent) } .entry p:nth-child(2) { clip-path: circle(20%) }',
    body: story(text()),
  },
  'absolute children': {
    style:
      '.column { position: relative; height: 1400px } .head { position: absolute; top: 40px; left: 0; right: 0 } .entry { position: absolute; top: 160px; left: 0; right: 0 } .film { position: relative; height: 0; padding-bottom: 56.25% } .film img { position: absolute; inset: 0; width: 100%; height: 100% }',
    body: story(text(`<div class="film">${picture}</div>`)),
  },
  'a heading as high as the window': {
    style: '.head { min-height: 100vh; display: grid; place-content: center } h1 { margin: 60vh 0 50vh; color: #bbb }',
    body: story(text()),
  },
  'a film far from the edges of its box': {
    style: '.film { height: 3000px } .film img { margin: 1500px 0 0 }',
    body: story(text(`<div class="film">${picture}</div>`)),
  },
  'a title that nothing moves': {
    style: 'nav { height: 400px }',
    body: story(text(), `<h1 style="transform: translateY(-200px) !important">${title}</h1>`),
    hopeless: true,
  },
  'parts of the text beside each other': {
    style: '.entry { display: grid; grid-template-columns: 1fr 1fr; gap: 32px } .entry p { margin: 0 }',
    body: story(text()),
  },
};

/** The page of a layout. */
export function laidOut(kind) {
  const { style, body } = kinds[kind];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body { font: 17px/1.5 sans-serif; color: #222 } img { max-width: 100% } ${style}</style>${body}<footer><a href="d.html">Imprint</a> <a href="e.html">Contact</a></footer>`;
}
