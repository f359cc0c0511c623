// Problem reports: one file on this device, which the command line can read. Nothing is sent.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { root } from '../browser/built.mjs';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { forgetChanges, panelIn } from './removed-panel.mjs';
import { watch, written } from './removed-parts-over-page.mjs';
import { shown, until, viewOf } from './session.mjs';

const COMMENT = 'saltmarsh_joe';
const NOTE = 'A remark of mine: does d make it dark?';

/** Runs this tree's command line on a file. */
const pith = (...args) =>
  execFileSync(join(root, 'target/debug/pith'), ['extract', ...args], { encoding: 'utf8', maxBuffer: 64 << 20 });

/** Returns the letters and digits in the text of HTML. */
const said = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:\w+|#\d+);/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

export function reporting(session) {
  afterEach(() => forgetChanges(session));

  const inView = (page, view, body, ...values) => session.inView(page, view, body, ...values);

  /** Opens the panel of removed parts in Reader and restores the comment. */
  async function bringBack(page) {
    const removed = panelIn(session, page);
    await removed.open();
    await removed.press(COMMENT);
    const text = () => shown(page).then((found) => found.text);
    assert.ok((await until(text, (now) => now.includes(COMMENT))).includes(COMMENT));
  }

  /** Opens the report with its button in the panel of removed parts. */
  async function opened(page) {
    await inView(page, 'reader', (shadow) => shadow.querySelector('.report-problem').click());
    await panel(page, 'reader', true);
  }

  /** Waits until the panel is open or closed. */
  async function panel(page, view, isOpen) {
    const isShown = () =>
      inView(page, view, (shadow) => shadow.querySelector('.report')?.matches(':popover-open') ?? false);
    assert.equal(await until(isShown, (open) => open === isOpen), isOpen, `the panel is ${isOpen ? 'closed' : 'open'}`);
  }

  const check = (page, view, number, checked) =>
    inView(
      page,
      view,
      (shadow, at, is) => {
        const box = shadow.querySelectorAll('.report .choice input')[at];
        if (box.checked !== is) box.click();
      },
      number,
      checked,
    );

  /** Saves the file. Returns its path and content. After the boxes for problems come those for texts and URL. */
  async function saved(page, view) {
    for (const file of readdirSync(session.downloads)) rmSync(join(session.downloads, file));
    await inView(page, view, (shadow) => shadow.querySelector('.report .save').click());
    const says = () => inView(page, view, (shadow) => shadow.querySelector('.report [role=status]').textContent);
    assert.match(await until(says, Boolean), /^Saved as pith-report-[\dT-]+\.json\. Nothing was sent\.$/);
    const whole = () => {
      const [name] = readdirSync(session.downloads).filter((file) => /\.json$/.test(file));
      try {
        const path = join(session.downloads, name);
        return { path, report: JSON.parse(readFileSync(path, 'utf8')) };
      } catch {
        return null;
      }
    };
    const file = await until(async () => whole(), Boolean);
    assert.ok(file, `${readdirSync(session.downloads)}`);
    return file;
  }

  test('a report contains the corrected page, and the command line renders the same article', () =>
    session.inReader('news.html', {}, async (page) => {
      await bringBack(page);
      const { html } = await shown(page);
      await opened(page);
      await check(page, 'reader', 1, true);
      await check(page, 'reader', 6, false);
      await inView(page, 'reader', (shadow) => shadow.querySelector('.report textarea').focus());
      await page.keyboard.type(NOTE);
      const mark = session.server.requests.length;
      const { path, report } = await saved(page, 'reader');
      assert.deepEqual(session.requestsSince(mark), []);
      const links = await inView(page, 'reader', (shadow) =>
        [...shadow.querySelectorAll('.report .issues a')].map((link) => [link.textContent, link.checkVisibility()]),
      );
      assert.deepEqual(links, [['https://code.example/pith/issues', true]]);
      assert.deepEqual(report.wrong, ['extra']);
      assert.equal(report.note, NOTE);
      assert.equal(report.view, 'reader');
      assert.equal(report.address, page.url());
      assert.equal(report.isAnonymized, false);
      // Keys are for the field, and aren't shortcuts of Reader.
      assert.equal(await inView(page, 'reader', (shadow) => shadow.querySelector('dialog').dataset.theme), 'light');
      assert.equal(said(pith('--format', 'html', path)), said(html));
      const explained = pith('--explain', path);
      assert.match(explained, /^! wrong\textra\n! note\tA remark of mine/);
      assert.match(explained, /user-override: kept/);
      assert.ok(!said(pith('--format', 'html', '--as-found', path)).includes('saltmarshjoe'));
      await page.keyboard.press('Escape');
      await panel(page, 'reader', false);
      assert.equal(await viewOf(page), 'reader');
      const focused = () => inView(page, 'reader', (shadow) => shadow.activeElement?.className);
      assert.equal(await until(focused, (name) => name?.includes('report-problem')), 'btn quiet small report-problem');
    }));

  test('a report can anonymize its texts and omit the URL', () =>
    session.inReader('news.html', {}, async (page) => {
      await bringBack(page);
      const { html, title } = await shown(page);
      await opened(page);
      const { report: plain } = await (async () => {
        await check(page, 'reader', 6, false);
        return saved(page, 'reader');
      })();
      await check(page, 'reader', 6, true);
      await check(page, 'reader', 7, true);
      const { path, report } = await saved(page, 'reader');
      assert.equal(report.isAnonymized, true);
      assert.equal(report.address, null);
      assert.deepEqual(report.kept, plain.kept);
      assert.deepEqual(report.blocks, plain.blocks);
      assert.equal(report.title.length, title.length);
      const whole = readFileSync(path, 'utf8') + Buffer.from(report.page, 'base64').toString();
      for (const word of ['Harbour', 'ferry', 'saltmarsh', 'Calloway', new URL(page.url()).hostname.split('.')[0]]) {
        assert.ok(!whole.toLowerCase().includes(word.toLowerCase()), word);
      }
      assert.ok(whole.includes('Comments'), 'keywords of rules stay');
      const text = said(pith('--format', 'html', path));
      assert.ok(Math.abs(text.length - said(html).length) < said(html).length / 20, `${text.length}`);
      // With its texts, the report always contains the URL.
      await check(page, 'reader', 6, false);
      const address = await inView(page, 'reader', (shadow) => {
        const { checked, disabled } = shadow.querySelectorAll('.report .choice input')[7];
        return { checked, disabled };
      });
      assert.deepEqual(address, { checked: false, disabled: true });
    }));

  for (const [why, path, policy] of variants([
    ['on a page that forbids wasm', 'news.html', 'strict'],
    ['on a page that the background reads', 'magazine.html?elements=5000', 'plain'],
  ])) {
    test(`a report ${why} yields the same article`, () =>
      session.inReader(path, { policy }, async (page) => {
        await panelIn(session, page).open();
        const { html } = await shown(page);
        await opened(page);
        await check(page, 'reader', 6, false);
        const { path: file } = await saved(page, 'reader');
        assert.equal(said(pith('--format', 'html', file)), said(html));
      }));
  }

  test('on a sandboxed page, a message says that downloads might be blocked', () =>
    session.inReader('news.html', { policy: 'sandbox' }, async (page) => {
      await panelIn(session, page).open();
      await opened(page);
      await inView(page, 'reader', (shadow) => shadow.querySelector('.report .save').click());
      const says = () => inView(page, 'reader', (shadow) => shadow.querySelector('.report [role=status]').textContent);
      const sentence = await until(says, Boolean);
      assert.match(
        sentence,
        /^This page might block downloads\. If pith-report-[\dT-]+\.json isn’t in your downloads, /,
      );
    }));

  for (const view of variants(['simplify', 'inspect'])) {
    test(`${view}: a report can be made by keyboard, without changing the page`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const removed = panelIn(session, page, view);
        await removed.open();
        await watch(page);
        await inView(page, view, (shadow) => shadow.querySelector('.report-problem').focus());
        await page.keyboard.press('Enter');
        await panel(page, view, true);
        assert.deepEqual(await axeIn(session, page, view), []);
        // The first is Close.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press(' ');
        const { report } = await saved(page, view);
        assert.deepEqual(report.wrong, ['missing']);
        assert.equal(report.view, view);
        assert.equal(report.isAnonymized, true);
        await page.keyboard.press('Escape');
        await panel(page, view, false);
        assert.equal(await viewOf(page), view);
        const focused = () => inView(page, view, (shadow) => shadow.activeElement?.className);
        assert.equal(
          await until(focused, (name) => name?.includes('report-problem')),
          'btn quiet small report-problem',
        );
        assert.deepEqual(await written(page), []);
      }));
  }
}
