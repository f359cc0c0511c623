// The checks of a simplified page: a correct page is broken in one way at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, measured } from './measures.mjs';

const TEXT = 'main .entry p:nth-child(3)';

/** Important declarations in a `style` attribute, which override those of Simplify, with the resulting fault. */
const WRONG = {
  'a hidden title': ['h1', 'display: none', /^title: nothing of it/],
  'a title above the page': ['h1', 'translate: 0 -500px', /^title: outside of the page/],
  'a title beside the page': ['h1', 'translate: 2000px 0', /^title: outside of the page/],
  'text over text': [TEXT, 'margin-top: calc(-1em - 2lh)', /^covered: .*: by the text/],
  'text after a gap': [TEXT, 'margin-top: 2000px', /^gap: /],
  'text above the preceding text': [TEXT, 'translate: 0 -420px', /^order: /],
  'empty space below the content': ['body', 'padding-bottom: 3000px', /^height: /],
  'text with too little contrast': [TEXT, 'color: #ddd', /^contrast: .*: 1\.\d\d$/],
};

/** Elements over the content: name, attributes, and whether that is a fault. */
const COVERS = [
  ['aside', {}],
  ['pith-note', {}],
  ['div', { 'data-pith': 'simplify' }],
];

const important = (declarations) => declarations.replace(/;|$/g, ' !important;');

/** Opens Simplify on a correct page, passes it to `change`, and returns the resulting faults. */
async function faultsAfter(session, change, path = 'layout.html?kind=bands behind the parts of the page') {
  let found;
  const before = await measured(session, encodeURI(path), {
    widths: [390],
    height: 600,
    each: async (page) => {
      assert.deepEqual(await faults(page), []);
      await change(page);
      found = await faults(page);
    },
  });
  assert.equal(before.length, 1);
  return found;
}

export function checks(session) {
  for (const [name, [selector, declarations, fault]] of Object.entries(WRONG)) {
    test(name, async () => {
      const found = await faultsAfter(session, (page) =>
        page.$eval(selector, (element, style) => (element.style.cssText = style), important(declarations)),
      );
      assert.match(found.join('\n'), new RegExp(fault.source, 'm'));
    });
  }

  for (const [name, attributes] of COVERS) {
    test(`an element over the text: ${name} ${JSON.stringify(attributes)}`, async () => {
      const style = important('all: initial; display: block; position: fixed; inset: 0 0 50%; background: teal');
      const found = await faultsAfter(session, (page) =>
        page.evaluate(
          (local, others) => {
            const cover = document.createElement(local);
            for (const [attribute, value] of Object.entries(others)) cover.setAttribute(attribute, value);
            document.querySelector('main').append(cover);
          },
          name,
          { ...attributes, style },
        ),
      );
      assert.match(found.join('\n'), new RegExp(`^covered: .*: by ${name}$`, 'm'));
    });
  }

  test("our own controls don't count as covering text, even with the page's ::before boxes", async () => {
    const found = await faultsAfter(session, async (page) => {
      await page.addStyleTag({
        content: 'div::before { content: ""; position: absolute; width: 1px; height: 1px; background: teal }',
      });
      await session.popup(page, 'simplify', 'text');
      const isUnder = await page.evaluate(() => {
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        const last = document.querySelector('main .entry p:last-child').getBoundingClientRect();
        const hit = document.elementFromPoint(innerWidth / 2, last.bottom - 8);
        return hit === document.querySelector(':root > [data-pith]');
      });
      assert.ok(isUnder, 'the panel is over no text, so this test checks nothing');
    });
    assert.deepEqual(found, []);
  });
}
