// One page of each common kind: what Reader must show, and what it must not show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';
import { shown, until } from './session.mjs';

const KINDS = [
  {
    name: 'a blog post',
    path: 'blog.html',
    title: 'What a broken clock taught me about patience',
    byline: /Harriet Quill/,
    has: [
      'My neighbour left a mantel clock',
      'First I cleaned it',
      'Turns of the key',
      '11:20',
      'Take the back off last.',
      'has put it in the hall.',
    ],
    lacks: [
      'Glue, ranked by regret',
      'October 2025 (5)',
      'The Slow Lathe',
      'I mended a radio the same way',
      'Powered by tea',
    ],
  },
  {
    name: 'documentation',
    path: 'documentation.html',
    title: 'Retrying a delivery',
    has: [
      'A pigeon that does not come back',
      'The retry policy',
      'A message may arrive twice',
      'The time from the first pigeon to the second',
      'does not arrive when the storm is over.',
    ],
    lacks: ['Falcons and other failures', 'A first message', 'On this page', 'Built from revision'],
    async more(page) {
      const code = await page.$eval('[data-pith=reader] pre', (pre) => pre.textContent);
      assert.ok(
        code.includes('\n        attempts: 4,\n        first_wait: Duration::from_secs(30),\n'),
        `white space is lost in ${JSON.stringify(code)}`,
      );
      assert.equal(await page.$$eval('[data-pith=reader] table tr', (rows) => rows.length), 5);
    },
  },
  {
    name: 'code blocks, inline SVG, callouts, and lazy images',
    path: 'structure.html',
    title: 'A tide gauge of our own',
    has: [
      'All heights are above the harbour',
      'Mind the ladder',
      'How deep the pipe must stand',
      'One week in March, in centimetres.',
      'the drawer is open.',
    ],
    lacks: ['Harbours', 'Copy', 'Printed on recycled light.'],
    async more(page) {
      const code = await page.$eval('[data-pith=reader] pre', (pre) => pre.textContent);
      const lines = [
        'import time',
        '',
        'while True:',
        '    print(time.time(), gauge.read())',
        '    time.sleep(60)',
        '',
      ];
      assert.equal(code, lines.join('\n'));
      const loaded = (pictures) =>
        pictures.map((picture) => {
          picture.scrollIntoView();
          return [picture.alt, picture.naturalWidth > 0];
        });
      const pictures = await until(
        () => page.$$eval('[data-pith=reader] article img', loaded),
        (found) => found.every(([, isThere]) => isThere),
      );
      assert.deepEqual(pictures, [
        ['Heights of a week, as bars', true],
        ['The gauge beside the ladder', true],
      ]);
      const found = await page.$eval('[data-pith=reader] article', (article) => ({
        callouts: [...article.querySelectorAll('[data-callout]')].map((box) => box.dataset.callout),
        heading: article.querySelector('h2').querySelector('a'),
        folded: article.textContent.includes('measures mud'),
      }));
      assert.deepEqual(found, { callouts: ['note', 'danger', 'tip'], heading: null, folded: true });
    },
  },
  {
    name: 'a forum thread',
    path: 'forum.html',
    title: 'Leaves of my lemon tree curl upwards in winter',
    has: [
      'the leaves roll up at the edges like little gutters',
      'Too wet for how cold it is',
      'Same stairwell story here',
      'Board is in place',
    ],
    lacks: ['Register', 'Users reading this thread'],
  },
  {
    name: 'Chinese news',
    path: 'zh.html',
    title: '老茶馆里的夜校：六十岁学写毛笔字',
    byline: /沈若溪/,
    lang: /^zh/,
    has: [
      '每逢星期三晚上七点',
      '一横写了两个月',
      '过江的人，从来不怕慢',
      '木牌还要挂下去',
      '每个人都把砚台洗得干干净净',
    ],
    lacks: ['热门新闻', '菜市场的早班车', '秋山眼镜', '渡船的最后一班', '版权所有', '数字报'],
  },
  {
    name: 'Arabic, right to left',
    path: 'ar.html',
    title: 'خبّاز الفجر الذي يعلّم أطفال الحي القراءة',
    byline: /سلمى الحدّاد/,
    lang: /^ar/,
    direction: 'rtl',
    has: ['قبل أن يستيقظ الحي بساعتين', 'مكتبة تفوح منها رائحة السمسم', 'صاروا يأتون بعد العشاء'],
    lacks: ['الأكثر قراءة', 'نظارات الضحى', 'جميع الحقوق محفوظة', 'اتصل بنا'],
  },
  {
    name: 'an article in open shadow roots and slots',
    path: 'shadow.html',
    title: 'The library under the runway',
    has: [
      'nobody could find the key to lock it',
      'They dried without a wave in the paper.',
      'in letters large enough to be read',
      'a label in neat handwriting',
    ],
    lacks: ['A week without north', 'All letters', 'get one letter a month'],
  },
  {
    name: 'an article in a frame of the same origin',
    path: 'frame.html',
    title: 'The pond gets its heron back',
    has: ['there was no heron at the mill pond', 'missing toe', 'the way a bank manager looks at coins'],
    lacks: ['Lost and found', 'put together by volunteers'],
  },
  {
    name: 'an article in a frameset',
    path: 'frameset.html',
    title: 'Harbour town votes to bring back its night ferry',
    has: ['412 people'],
    lacks: ['Goods in'],
  },
  {
    name: 'an article behind an open dialog that hides it from assistive technology',
    path: 'dialog.html',
    title: 'Why bells are rung backwards',
    byline: /Corin Vale/,
    has: ['A peal that runs from the lightest bell', 'Not to be repeated.', 'We have been warned more loudly since.'],
    lacks: ['Your privacy matters to us', 'our partners'],
  },
  {
    name: 'a recipe',
    path: 'recipe.html',
    title: 'Overnight rye loaf with caraway',
    byline: /Pia Holt/,
    has: [
      'This is the loaf I bake when there is no time to bake.',
      '350 g wholemeal rye flour',
      'Tip the dough onto a floured board',
      'Three cuts are enough',
    ],
    lacks: ['Oat rolls for people in a hurry', 'Soups'],
  },
  {
    name: 'a poem',
    path: 'poem.html',
    title: 'Inventory of a Tide Pool',
    has: [
      'One crab the size of a shirt button,',
      'Four limpets keeping an appointment',
      'to see what is on the other side.',
    ],
    lacks: ['Send us yours'],
    async more(page) {
      const breaks = await page.$$eval('[data-pith=reader] .pith-body br', (list) => list.length);
      assert.equal(breaks, 12, "the poem's lines are joined");
    },
  },
  {
    name: 'images, formulas, ruby, code, and video',
    path: 'media.html',
    title: 'How to weigh a star with a stopwatch',
    byline: /Lena Marsh/,
    has: [
      'You cannot put a star on a scale',
      'Eight of my forty-one drawings',
      'A kitchen clock will do',
      'all of the movement is in the years between',
    ],
    lacks: ["Tonight's sky", 'Gear'],
    async more(page) {
      const found = await page.evaluate(() => {
        const article = document.querySelector('[data-pith=reader] .pith-body');
        return {
          pictures: [...article.querySelectorAll('img')].map((img) => new URL(img.currentSrc || img.src).pathname),
          math: article.querySelectorAll('math mfrac').length,
          ruby: article.querySelector('ruby rt')?.textContent,
          code: article.querySelector('pre')?.textContent.includes('2026-01-30  23:14  sep'),
          video: article.querySelectorAll('video').length,
        };
      });
      assert.deepEqual(found, {
        pictures: ['/media/telescope.jpg', '/media/telescope.jpg'],
        math: 1,
        ruby: 'れんせい',
        code: true,
        video: 1,
      });
    },
  },
];

export function articles(session) {
  for (const kind of KINDS) {
    test(kind.name, () =>
      session.inReader(kind.path, {}, async (page) => {
        const { title, facts, lang, dir, direction, text, whole } = await shown(page);
        assert.ok(text, `no article is shown, but “${whole}”`);
        const missing = kind.has.filter((part) => !text.includes(part));
        const foreign = kind.lacks.filter((part) => text.includes(part));
        // All at once, so one failure reports every fault.
        assert.deepEqual({ title, missing, foreign }, { title: kind.title, missing: [], foreign: [] });
        if (kind.byline) assert.match(facts ?? '', kind.byline);
        if (kind.lang) assert.match(lang, kind.lang);
        if (kind.direction) assert.deepEqual([dir, direction], [kind.direction, kind.direction]);
        await kind.more?.(page);
      }),
    );
  }

  // In the page, in the background, and if the core may not run in the page.
  for (const [where, policy] of [
    ['plain', 'plain'],
    ['under a policy', 'strict'],
  ]) {
    test(`LaTeX-only formulas are converted after the article opens, ${where}`, () =>
      session.inReader(`formulas.html?${where}`, { policy }, async (page) => {
        const of = (selector) =>
          page.$$eval(`[data-pith=reader] .pith-body ${selector}`, (found) =>
            found.map((one) => [one.getAttribute('display') ?? '', one.textContent]),
          );
        const formulas = await until(
          () => of('math'),
          ({ length }) => length === 5,
        );
        assert.deepEqual(formulas, [
          ['', 'h'],
          ['', 'H'],
          ['block', 'dhdt=H−hτ'],
          ['', 'τ=Ak'],
          ['', 'τ<60'],
        ]);
        assert.deepEqual(await of('code'), [['', '\\lighthouse{3}']], 'unreadable LaTeX stays as code');
      }));
  }

  test('an article 1,500 elements deep', (t) =>
    isRead(session, t, 'deep.html?levels=1500', ['Whoever goes down this staircase', 'had some tea.']));

  test('a page of 20,000 elements', whenAll, (t) =>
    isRead(session, t, 'magazine.html?elements=20000', ['Part 1 ', 'Part 100 ', 'Part 600 ']),
  );
}

async function isRead(session, t, path, parts) {
  await session.onPage(path, {}, async (page) => {
    const start = performance.now();
    await session.open(page, 60_000);
    t.diagnostic(`open after ${Math.round(performance.now() - start)} ms`);
    // Not as painted, because only the visible part of a long article is painted.
    const text = await page.$eval('[data-pith=reader] > article', (article) =>
      article.textContent.replace(/\s+/g, ' '),
    );
    assert.deepEqual(
      parts.filter((part) => !text.includes(part)),
      [],
    );
    await session.leave(page, 60_000);
  });
}
