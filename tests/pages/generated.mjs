// Pages too large or too odd to be written by hand. The same arguments always give the same page.

const SUBJECTS = [
  'The gardener',
  'A neighbour',
  'The night train',
  'An old map',
  'The ferryman',
  'Her brother',
  'The committee',
  'A retired pilot',
  'The well',
  'The orchestra',
  'Our postman',
  'The weather',
];
const VERBS = [
  'remembered',
  'left behind',
  'counted',
  'repaired',
  'avoided',
  'borrowed',
  'described',
  'carried home',
  'painted',
  'argued about',
  'returned',
  'measured',
];
const OBJECTS = [
  'the blue gate',
  'a crate of pears',
  'the last bus',
  'three letters',
  'the frozen canal',
  'a borrowed ladder',
  'the bells',
  'somebody else’s umbrella',
  'the long way round',
  'a jar of nails',
  'the empty theatre',
  'a small lie',
];
const ENDINGS = [
  'before the rain came',
  'without a word',
  'for the second time that week',
  'as if it were nothing',
  'in the year of the great frost',
  'and told nobody',
  'while the kettle boiled',
  'because it was Tuesday',
  'with both hands',
  'until the lamps were lit',
  'and was glad of it',
  'on the far side of the hill',
];

/** A fixed sequence of numbers below `limit` for each seed (a linear congruential generator; the high bits are used). */
function sequence(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function paragraph(next, sentences) {
  const made = [];
  for (let i = 0; i < sentences; i += 1) {
    const [subject, verb, object, ending] = [SUBJECTS, VERBS, OBJECTS, ENDINGS].map((list) => list[next(list.length)]);
    made.push(`${subject} ${verb} ${object}, ${ending}.`);
  }
  return made.join(' ');
}

/** Some paragraphs of a story. */
export function paragraphs(count) {
  const next = sequence(count);
  return Array.from({ length: count }, () => paragraph(next, 5));
}

/**
 * A magazine page of about `elements` elements: four fifths of them an article of sections, paragraphs, links and lists,
 * one fifth navigation, cards and comments around it.
 */
export function magazine(elements) {
  const next = sequence(elements);
  const around = Math.round(elements / 5);
  const article = [];
  let made = 40;
  for (let section = 1; made < elements - around; section += 1) {
    article.push(`<h2>Part ${section}</h2>`);
    made += 1;
    for (let i = 0; i < 6 && made < elements - around; i += 1) {
      article.push(
        `<p>${paragraph(next, 2 + next(3))} <a href="#n${made}">A note</a> says otherwise. ${paragraph(next, 1)} <em>${paragraph(next, 1)}</em></p>`,
      );
      made += 3;
    }
    article.push(`<ul>${Array.from({ length: 3 }, () => `<li>${paragraph(next, 1)}</li>`).join('')}</ul>`);
    made += 4;
  }
  const cards = [];
  const comments = [];
  for (let i = 0; i < around; i += 8) {
    cards.push(`<li><a href="#card${i}"><b>${OBJECTS[next(12)]}</b> <span>${ENDINGS[next(12)]}</span></a></li>`);
    comments.push(`<div class="comment"><b>reader ${i}</b><p>${paragraph(next, 1)}</p><button>Reply</button></div>`);
  }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A chronicle in ${elements} pieces – Long Magazine</title><meta name="author" content="The Almanac">
<style>body { margin: 0; font: 16px/1.5 serif; } .columns { display: grid; grid-template-columns: minmax(0, 1fr) 280px; gap: 32px; max-width: 1100px; margin: 0 auto; } nav { background: #333; padding: 12px; } nav a { color: #fff; margin-right: 12px; } .rail { font: 14px sans-serif; } .comment { border-top: 1px solid #ddd; font: 14px sans-serif; }</style></head>
<body><nav>${Array.from({ length: 12 }, (_, i) => `<a href="#s${i}">Section ${i}</a>`).join('')}</nav>
<div class="columns"><article><h1>A chronicle in ${elements} pieces</h1><p>By The Almanac, <time datetime="2026-01-05">5 January 2026</time></p>
${article.join('\n')}
</article><div class="rail"><h2>More to read</h2><ul>${cards.join('\n')}</ul></div></div>
<section id="comments"><h2>Comments</h2>${comments.join('\n')}</section></body></html>`;
}

/**
 * A page whose article stands `levels` elements deep. The nesting is made by script: parsers stop nesting at 512.
 */
export function deep(levels) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The staircase with ${levels} steps</title></head>
<body><nav><a href="#up">Up</a> <a href="#down">Down</a></nav><div id="top"></div>
<template id="article"><article><h1>The staircase with ${levels} steps</h1>
<p>Whoever goes down this staircase counts, and whoever counts gets it wrong. The builder is said to have forgotten the number himself, and to have carved a new one into the lowest step every time he was asked, so that it is now hollow like a spoon and full of rain.</p>
<p>At the bottom there is a door, and behind it the laundry of a large hotel, warm and loud and smelling of starch. People who come all this way for the sake of the depth are often disappointed, but they are always given a towel, and most of them are glad of it by then.</p>
<p>The way up is shorter, as everyone says who has taken it. There is a lift behind the mangles. It has been there since the hotel was built, and nobody who came by the stairs has ever asked about it before they had sat down for a while and had some tea.</p>
</article></template>
<script>
  let inner = document.getElementById('top');
  for (let i = 0; i < ${levels}; i += 1) inner = inner.appendChild(document.createElement('div'));
  inner.append(document.getElementById('article').content.cloneNode(true));
</script></body></html>`;
}

/** An article of which nothing below the screen is asked for before somebody scrolls there, nor its sound before it is played. */
export function late(pictures) {
  const next = sequence(pictures);
  const part = (i) => `<p>${paragraph(next, 4)}</p><p>${paragraph(next, 5)}</p><p>${paragraph(next, 4)}</p>
<figure><img loading="lazy" width="600" height="400" src="media/harbour.jpg?${i}" alt="The harbour, part ${i}"><figcaption>The harbour, part ${i}</figcaption></figure>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The harbour in ${pictures} parts</title></head>
<body><nav><a href="#up">Up</a> <a href="#down">Down</a></nav><article><h1>The harbour in ${pictures} parts</h1>
${Array.from({ length: pictures }, (_, i) => part(i)).join('\n')}
<p>${paragraph(next, 4)}</p><audio controls preload="none" src="media/harbour.mp3"></audio><p>${paragraph(next, 4)}</p>
<video controls preload="none" src="media/eyepiece.webm?late"></video><p>${paragraph(next, 4)}</p></article></body></html>`;
}

/** A page of a site that is made of one template: a story with a byline, a plug that reads like text, and links to share it. `bare`: with neither of the last two. */
export function chapter(number, bare) {
  const next = sequence(number);
  const plug = `<div class="plug"><p>Get our card today: <a href="#app">times of all the boats</a>, and the weather.</p></div>`;
  const share = `<aside class="share"><div><a href="#share">Share chapter ${number}</a></div><div><a href="#tell">Tell a friend of it</a></div><div><a href="#print">Print it for later</a></div></aside>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chapter ${number}: ${OBJECTS[number % 12]} – The Almanac</title></head>
<body><nav class="menu"><a href="#up">Up</a> <a href="#down">Down</a></nav><main class="story"><h1>Chapter ${number}: ${OBJECTS[number % 12]}</h1>
<p class="byline">By <a rel="author" href="#ines">Ines Calloway</a></p>
${Array.from({ length: 4 }, () => `<p>${paragraph(next, 4)}</p>`).join('\n')}
${bare ? '' : plug}
${Array.from({ length: 4 }, () => `<p>${paragraph(next, 4)}</p>`).join('\n')}
${bare ? '' : share}</main><footer class="imprint">Printed at 4 Ropewalk</footer></body></html>`;
}

/** A story with notes that are all alike, so that nothing tells one amid them from the rest. */
export function alike() {
  const next = sequence(7);
  const note = `<div class="note"><p>The boat was built on the island of its own oak, then.</p></div>\n`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nine boats – The Almanac</title></head>
<body><nav class="menu"><a href="#up">Up</a> <a href="#down">Down</a></nav><main class="story"><h1>Nine boats</h1>
${Array.from({ length: 6 }, () => `<p>${paragraph(next, 4)}</p>`).join('\n')}
${note.repeat(9)}</main></body></html>`;
}

/** Pages that are not given the first time they are asked for. */
const refused = new Set();

/** Returns what stands at the address of a page of an article that its site divides, in one of several ways. */
export function divided(kind, number) {
  const address = (page) => `/divided.html?kind=${kind}${page > 1 ? `&page=${page}` : ''}`;
  const last = { many: 500, two: 2 }[kind] ?? 3;
  if (number > 1) {
    if (kind === 'missing' && !refused.delete(number)) {
      refused.add(number);
      return { status: 404, html: '<title>Not here</title><p>There is no such page.' };
    }
    const moved = { login: '/nothing.html?login', away: 'http://plain-other.localhost/news.html?away' }[kind];
    if (moved) return { status: 302, headers: { location: moved }, html: '' };
    if (kind === 'same') return divided('same', 1);
  }
  const next = sequence(kind === 'many' ? 1 : number);
  const text = Array.from({ length: 5 }, (_, i) => `<p>Part ${number}.${i + 1}. ${paragraph(next, 4)}</p>`).join('\n');
  // It says that it is the first page.
  const own = kind === 'loop' ? 1 : number;
  const origin = kind === 'foreign' ? 'http://plain-other.localhost' : '';
  const link = (page, words) => (page === own ? words : `<a href="${origin}${address(page)}">${words}</a>`);
  const numbers = Array.from({ length: last }, (_, i) => link(i + 1, String(i + 1))).join(' ');
  const pager = kind === 'next' ? (number < last ? link(number + 1, 'Next page') : '') : `Pages: ${numbers}`;
  const script =
    number > 1
      ? `<script>document.title = 'ran'; fetch('/ran.html')</script><img src="/media/none.jpg" onerror="fetch('/ran.html')" alt="">`
      : '';
  const heading = kind === 'titles' && number > 1 ? 'The second crossing' : 'A crossing in three parts';
  const note = `<sup><a href="#note" id="mark">1</a></sup>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading} – The Almanac</title>
<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-14T09:00:00Z"></head>
<body><nav class="menu"><a href="#up">Up</a> <a href="#down">Down</a></nav><main class="story"><h1>${heading}</h1>
<p class="byline">By <a rel="author" href="#ines">Ines Calloway</a></p>
<p class="standfirst">For a hundred years the ferry has crossed the sound twice a day, and nobody has asked it why; we did.</p>
<figure><img src="/media/harbour.jpg" width="640" height="360" alt="The harbour"><figcaption>The harbour at noon</figcaption></figure>
${text}
<p>This has a note of its own, the one of part ${number}.${note}</p>${script}
<div class="pages">${pager}</div></main>
<ol class="footnotes"><li id="note">The note of part ${number}. <a href="#mark">↩</a></li></ol>
<footer class="imprint">Printed at 4 Ropewalk</footer></body></html>`;
}

/** A discussion of ten posts that its site divides into pages of four. `start`: how many stand on the pages before. */
export function dividedThread(start) {
  const next = sequence(start + 1);
  const address = (page) => `/board.html?t=7${page > 0 ? `&amp;start=${4 * page}` : ''}`;
  const people = ['tansy_', 'old_marrow', 'Bergamot', 'quince'];
  const post = (number) => {
    const name = people[number % people.length];
    return `<div class="post" id="p${700 + number}"><div class="postprofile"><a class="username" href="/user?u=${number % 4}">${name}</a><p>Posts: ${40 + number}</p></div>
<div class="postbody"><p class="author">by <b>${name}</b> » <time datetime="2026-01-${12 + number}T20:14:00+00:00">${12 + number} Jan 2026</time></p>
<div class="content">Post ${number + 1} of ten. ${paragraph(next, 5)}</div></div></div>`;
  };
  const posts = [0, 1, 2, 3].map((at) => start + at).filter((number) => number < 10);
  const pages = [0, 1, 2].map((page) =>
    4 * page === start ? `<strong>${page + 1}</strong>` : `<a href="${address(page)}">${page + 1}</a>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ten posts about one lemon tree - Windowsill Growers</title></head>
<body><div class="navbar"><a href="#faq">FAQ</a> <a href="#login">Log in</a></div><h1>Ten posts about one lemon tree</h1>
${posts.map(post).join('\n')}
<div class="pagination">10 posts • ${pages.join(' ')}</div><div class="copyright">Powered by nothing in particular</div></body></html>`;
}

/** An article with all that paper has to do something about: links, listings, tables and pictures. */
export function linked() {
  const next = sequence(11);
  const text = (count) => Array.from({ length: count }, () => `<p>${paragraph(next, 4)}</p>`).join('\n');
  const row = (number) => `<tr><td>${number}</td><td>${paragraph(next, 1)}</td><td>${paragraph(next, 1)}</td></tr>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The “pilot” of "the sound" – The Almanac</title><meta property="og:site_name" content="The Almanac"></head>
<body><nav class="menu"><a href="#up">Up</a> <a href="#down">Down</a></nav><main class="story"><h1>The “pilot” of "the sound"</h1>
<p>The tables are <a href="https://example.org/tides?year=2026&amp;place=sound">kept by hand</a>, and so are the names of <a href="https://example.org/pilots">the pilots</a>. Whoever sails at night reads <a href="https://example.org/tides?year=2026&amp;place=sound">both of them</a> before, or asks at <a href="https://example.org/">example.org</a> and <a href="#below">below</a>.</p>
${text(6)}
<pre><code>${'tide = sum(sine(hour * speed[n] + phase[n]) * height[n] for n in range(37)) # '.repeat(3)}
print(tide)</code></pre>
<figure><img src="/media/harbour.jpg" width="640" height="360" alt="The harbour"><figcaption>The harbour at noon</figcaption></figure>
${text(6)}
<h2 id="below">Every crossing</h2>
<table><thead><tr><th>No.</th><th>Out</th><th>Back</th></tr></thead><tbody>${Array.from({ length: 14 }, (_, i) => row(i + 1)).join('')}</tbody></table>
${text(3)}</main><footer class="imprint">Printed at 4 Ropewalk</footer></body></html>`;
}

/** What is said in the videos below: the second at which each line begins, and its words. */
const said = [
  [0, 'The bay has had no ferry after dark for eleven years, and tonight one sails again.'],
  [4, 'I am standing on the north quay, where about two hundred people are waiting for her.'],
  [9, 'Nobody here can say how many of them mean to cross, and how many came to look.'],
  [14, 'There she is, with every lamp lit, and somebody has begun to ring the harbour bell.'],
  [19, 'You can hear the engine now, which the yard took apart and put together all winter.'],
  [24, 'And with that she makes fast, six minutes late, as she always was.'],
];

const clock = (seconds) => `0:${String(seconds).padStart(2, '0')}`;

/** An article with a video and a sound. `kind` says what stands at them: see `words` for the files of the video. */
export function filmed(kind) {
  const next = sequence(17);
  const text = (count) => Array.from({ length: count }, () => `<p>${paragraph(next, 4)}</p>`).join('\n');
  const track = (src, more) => `<track src="${src}" ${more}>`;
  const tracks = {
    own:
      track('http://plain-other.localhost/words.vtt?kind=en', 'kind="captions" srclang="en" label="Elsewhere"') +
      track('/words.vtt?kind=en', 'kind="captions" srclang="en" label="English"') +
      track('/words.vtt?kind=de', 'kind="subtitles" srclang="de"') +
      track('/words.vtt?kind=chapters', 'kind="chapters" srclang="en"'),
    foreign: track('http://plain-other.localhost/words.vtt?kind=en', 'kind="captions" srclang="en"'),
  };
  const file = track(`/words.vtt?kind=${kind}`, 'srclang="en"');
  const lines = said.map(
    ([at, words]) => `<div class="cue"><span class="cue-time">${clock(at)}</span> <span>${words}</span></div>`,
  );
  const beside = `<div class="transcript" hidden><h3>What is said</h3>${lines.join('')}</div>`;
  const kept = said.map(([at, words]) => `<p>[${clock(at)}] ${words}</p>`).join('');
  const isTrack = !['beside', 'kept', 'frame'].includes(kind);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The night ferry sails – The Almanac</title></head>
<body><nav class="menu"><a href="#up">Up</a> <a href="#down">Down</a></nav><main class="story"><h1>The night ferry sails</h1>
<p class="byline">By <a rel="author" href="#ines">Ines Calloway</a></p>
${text(1)}
${
  isTrack
    ? `<figure><video controls preload="none" src="/voice.wav" poster="/media/harbour.jpg" width="640" height="360">${tracks[kind] ?? file}</video><figcaption>The north quay, at half past nine</figcaption></figure>`
    : kind === 'frame'
      ? `<div><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="The north quay" width="640" height="360"></iframe>${beside}</div>`
      : `<div><p>Hear it for yourself:</p><audio controls src="/voice.wav"></audio>${kind === 'beside' ? beside : kept}</div>`
}
${text(8)}</main><footer class="imprint">Printed at 4 Ropewalk</footer></body></html>`;
}

/** A file of timed text; of some kinds one that nobody can read. */
function words(kind) {
  const headers = { 'content-type': 'text/vtt; charset=utf-8' };
  const times = ([at], i) => {
    const time = (seconds) => `00:00:${String(seconds).padStart(2, '0')}.000`;
    return `${time(at)} --> ${time(said[i + 1]?.[0] ?? at + 5)}`;
  };
  const cues = (prefix) => said.map((line, i) => `${i + 1}\n${times(line, i)} align:start\n${prefix}${line[1]}`);
  if (kind === 'gone') return { status: 404, headers, html: 'WEBVTT' };
  if (kind === 'plain') return { headers, html: `WEBVTT\n\n${said.map(([, line]) => line).join('\n\n')}` };
  if (kind === 'large') return { headers, html: `WEBVTT\n\n${'x'.repeat(4_500_000)}` };
  if (kind === 'many') {
    const all = Array.from({ length: 3_000 }, (_, i) => {
      const at = (thousandths) => `00:${(thousandths / 1_000).toFixed(3).padStart(6, '0')}`;
      return `${at(9 * i)} --> ${at(9 * i + 9)}\nLine ${i + 1}`;
    });
    return { headers, html: `WEBVTT\n\n${all.join('\n\n')}` };
  }
  if (kind === 'moved')
    return { status: 302, headers: { location: 'http://plain-other.localhost/words.vtt?kind=en' }, html: '' };
  return {
    headers,
    html: `WEBVTT\n\n${cues(kind === 'de' ? '<v Ines>(auf Deutsch) ' : '<v Ines Calloway>').join('\n\n')}\n`,
  };
}

/** Half a minute of a low tone, so that something plays. */
function voice() {
  const rate = 3_000;
  const samples = Buffer.from(Array.from({ length: 30 * rate }, (_, i) => 128 + Math.round(4 * Math.sin(i / 8))));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A manual in which every section has much code: most of its length changes with the width of the column. */
function manual(sections) {
  const code = (i) =>
    Array.from(
      { length: 12 },
      (_, line) => `pier.moor(ferry_${i}_${line}, { rope: "${'hemp '.repeat(1 + (line % 9))}" });`,
    );
  const section = (i) => {
    const [first, second] = paragraphs(2).map((paragraph, half) => `Step ${i}.${half + 1}. ${paragraph}`);
    return `<h2>Mooring ${i}</h2><p>${first}</p><pre><code>${code(i).join('\n')}</code></pre><p>${second}</p>`;
  };
  return `<!doctype html><html lang="en"><title>How to moor</title><main><article><h1>How to moor</h1>${Array.from(
    { length: sections },
    (_, i) => section(i + 1),
  ).join('')}</article></main></html>`;
}

const RSS =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour news</title><link>http://plain.localhost/</link><description>News</description><item><title>The ferry is late</title></item></channel></rss>';

/** Documents by their types: none of them is an HTML page. */
const DOCUMENTS = {
  'application/xhtml+xml': xhtml(),
  'text/xml': xhtml(),
  'image/svg+xml':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><title>A pier</title><text y="20">A pier</text></svg>',
  'application/xml': RSS,
  'application/rss+xml': RSS,
  'application/json': JSON.stringify({ ferries: [{ name: 'Sandpiper', late: true }] }),
  'application/pdf': `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>`,
};

function xhtml() {
  const text = paragraphs(12)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The pier</title></head><body><main><h1>The pier</h1>${text}</main></body></html>`;
}

/** The paths under which the test server hands these pages out. */
export const generated = {
  '/manual.html': (query) => manual(Number(query.get('sections') ?? 80)),
  '/document': (query) => ({ headers: { 'content-type': query.get('type') }, html: DOCUMENTS[query.get('type')] }),
  '/filmed.html': (query) => filmed(query.get('kind') ?? 'own'),
  '/words.vtt': (query) => words(query.get('kind')),
  '/voice.wav': () => ({ headers: { 'content-type': 'audio/wav' }, html: voice() }),
  '/chapter.html': (query) => chapter(Number(query.get('number') ?? 1), query.has('bare')),
  '/alike.html': alike,
  '/linked.html': linked,
  '/divided.html': (query) => divided(query.get('kind') ?? 'plain', Number(query.get('page') ?? 1)),
  '/board.html': (query) => dividedThread(Number(query.get('start') ?? 0)),
  '/magazine.html': (query) => magazine(Number(query.get('elements') ?? 2000)),
  '/late.html': (query) => late(Number(query.get('pictures') ?? 20)),
  '/deep.html': (query) => deep(Number(query.get('levels') ?? 1500)),
};
