// Helpers for tests: the panel of removed parts in any view, and the picker in an article.

import assert from 'node:assert/strict';
import { READER, shown, until } from './session.mjs';

/** Returns functions for the panel of removed parts of a view. */
export function panelIn(session, page, view = 'reader') {
  const inView = (body, ...values) => session.inView(page, view, body, ...values);
  return {
    inView,
    line: () =>
      view === 'reader'
        ? page.$eval(`${READER} > article .pith-left`, ({ textContent }) => textContent)
        : inView((root) => root.querySelector('.pith-left').textContent),
    whole: () => session.whole(page, view),
    isOpen: () => inView((root) => root.querySelector('.sheet.removed')?.matches(':popover-open') ?? false),
    /** Returns the text of each listed part. */
    items: () => inView((root) => [...root.querySelectorAll('.removed .row')].map((row) => row.textContent)),
    status: () => inView((root) => root.querySelector('.removed .status').textContent),
    /** Opens the panel by keyboard, with all its groups, and waits until it is filled. */
    async open() {
      // Until then, the view may still take the focus.
      await this.whole();
      if (view === 'reader') await page.$eval(`${READER} > article .pith-show`, (button) => button.focus());
      else await inView((root) => root.querySelector('button.removed-parts').focus());
      await page.keyboard.press('Enter');
      const count = () =>
        this.items().then(
          ({ length }) => length,
          () => 0,
        );
      assert.ok((await until(count, (length) => length > 0)) > 0, 'the panel is empty');
      await inView((root) => {
        for (const fold of root.querySelectorAll('.removed .group-toggle[aria-expanded=false]')) fold.click();
      });
    },
    /** Focuses a control of the part that contains some words. */
    async focus(words, control = '.toggle') {
      const isThere = await inView(
        (root, text, name) => {
          const row = [...root.querySelectorAll('.removed .row')].find((item) => item.textContent.includes(text));
          row?.querySelector(name)?.focus();
          return Boolean(row?.querySelector(name));
        },
        words,
        control,
      );
      assert.ok(isThere, `no part says “${words}”`);
    },
    /** Clicks the button of the part that contains some words, and waits until its label changes. */
    async press(words) {
      const named = () =>
        inView((root, text) => {
          const row = [...root.querySelectorAll('.removed .row')].find((item) => item.textContent.includes(text));
          return row?.querySelector('.toggle')?.ariaLabel ?? '';
        }, words);
      const before = await named();
      await this.focus(words);
      await page.keyboard.press('Enter');
      assert.notEqual(await until(named, (now) => now !== before), before);
      await this.whole();
    },
    async changed(before) {
      const now = await until(
        () => this.line(),
        (line) => line !== before,
      );
      assert.notEqual(now, before);
      await this.whole();
      return now;
    },
  };
}

/** Removes a paragraph of Reader's article that contains some words (by default the last one) with the picker. */
export async function removed(session, page, words, place = -1) {
  const isOn = () => session.inFrame(page, (root) => root.querySelector('.picker') !== null);
  await page.keyboard.press('x');
  assert.equal(await until(isOn, Boolean), true);
  const count = () => shown(page).then(({ text }) => text.split(words).length);
  const before = await count();
  const point = await page.evaluate(
    async (wanted, at) => {
      const all = [...document.querySelectorAll('[data-pith=reader] .pith-body :is(p, td, th, li)')];
      const found = all
        .filter((one) => one.textContent.includes(wanted) && one.checkVisibility())
        .filter((one) => ![...one.children].some(({ textContent }) => textContent.includes(wanted)))
        .at(at);
      // A restored part may still be scrolled to: the place counts once two frames agree on it.
      for (let before; ; ) {
        found.scrollIntoView({ block: 'start', behavior: 'instant' });
        const { left, top } = found.getBoundingClientRect();
        if (before === top) return [left + 20, top + 8];
        before = top;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    },
    words,
    place,
  );
  await page.mouse.click(...point);
  assert.ok((await until(count, (now) => now < before)) < before, words);
  await page.keyboard.press('Escape');
  assert.equal(await until(isOn, (on) => !on), false);
}

/** Deletes saved changes of pages, so that the next test finds the pages unchanged. */
export const forgetChanges = async (session) => session.store({}, Object.keys(await session.stored('changes:')));
