// What a person does with what is taken along: presses, pastes, and opens what was saved.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initEpubFile } from '@lingo-reader/epub-parser';
import { until } from './session.mjs';

/** The files in an archive of stored ones, by name. */
export function filesIn(bytes) {
  const found = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26);
    const end = start + bytes.readUInt32LE(at + 22);
    found[bytes.toString('utf8', at + 30, start)] = bytes.subarray(start, end);
    at = end;
  }
  return found;
}

/** What a library that readers are built on makes of a book: its title, its list of contents, its pages and the HTML of its chapters. */
export async function readBook(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-book-'));
  try {
    writeFileSync(join(folder, 'book.epub'), bytes);
    const book = await initEpubFile(join(folder, 'book.epub'), join(folder, 'pictures'));
    const chapters = await Promise.all(book.getSpine().map(({ id }) => book.loadChapter(id)));
    const read = {
      title: book.getMetadata().title,
      contents: book.getToc().map(({ label }) => label),
      pages: book.getPageList()?.pageTargets.map(({ label }) => label) ?? [],
      chapters: chapters.map(({ html }) => html),
    };
    book.destroy();
    return read;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function pageActions(session) {
  const its = {
    /** Presses a control of a view as a person does. */
    async press(page, view, selector) {
      await page.mouse.click(...(await session.middleOf(page, view, selector)));
    },

    /** What is pasted into a field, as a person does it. */
    async pasted(page) {
      await page.bringToFront();
      await page.evaluate(() => {
        const field = document.createElement('textarea');
        document.body.replaceChildren(field);
        field.addEventListener(
          'paste',
          ({ clipboardData }) => (window.pastedMarkup = clipboardData.getData('text/html')),
        );
        field.focus();
      });
      await page.keyboard.down('Control');
      await page.keyboard.press('v', session.browser.name === 'Chromium' ? { commands: ['paste'] } : {});
      await page.keyboard.up('Control');
      const text = () => page.$eval('textarea', ({ value }) => value);
      return { text: await until(text, Boolean), markup: await page.evaluate(() => window.pastedMarkup) };
    },

    /** Takes everything away that was saved. */
    emptied() {
      for (const file of readdirSync(session.downloads)) rmSync(join(session.downloads, file));
    },

    /** The file that is saved, once it is there. */
    async downloaded() {
      const file = () => readdirSync(session.downloads).find((other) => /\.(?:md|html|epub)$/.test(other));
      let last;
      const found = () => {
        const name = file();
        const isStill = name !== undefined && name === last;
        last = name;
        if (!isStill) return null;
        try {
          const bytes = readFileSync(join(session.downloads, name));
          return bytes.length > 0 ? { name, text: bytes.toString(), bytes } : null;
        } catch {
          // Firefox writes it under another name first.
          return null;
        }
      };
      const saved = await until(found, Boolean);
      assert.ok(saved, `${readdirSync(session.downloads)}`);
      return saved;
    },

    /** The article of a view as it is saved as Markdown. */
    async markdown(page, view) {
      its.emptied();
      await its.exported(page, view, 'saveMarkdown');
      const { text } = await its.downloaded();
      const isOpen = () => its.isExportOpen(page, view);
      assert.equal(await until(isOpen, (open) => !open), false, 'the panel closes');
      return text;
    },

    isExportOpen: (page, view) =>
      session.inView(page, view, (root) => root.querySelector('.exporter.sheet')?.matches(':popover-open') ?? false),

    /** Opens the panel Save or share, and waits for it. */
    async openExport(page, view) {
      await its.press(page, view, 'button.share');
      assert.ok(await until(() => its.isExportOpen(page, view), Boolean), 'the panel opens');
    },

    /** Presses a row of that panel, which is opened if it is closed. Earlier messages are taken away. */
    async exported(page, view, name) {
      if (!(await its.isExportOpen(page, view))) await its.openExport(page, view);
      await session.inView(page, view, (root) => {
        const said = root.querySelector('.toast:popover-open');
        said?.hidePopover();
        said?.querySelector('[role=status]').replaceChildren();
      });
      await its.press(page, view, `.exporter [role=group]:not(:has(.last)) .${name}`);
    },

    /** The page of the extension that something opens, whose address ends so. Puppeteer does not hear of it in Firefox. */
    async appears(address, act) {
      const all = () => session.browser.browser.pages();
      const known = new Set(await all());
      await act();
      const made = async () => {
        for (const page of await all()) {
          const href = known.has(page) ? '' : await page.evaluate(() => location.href).catch(() => '');
          if (address.test(href)) return { page, href };
        }
        return null;
      };
      const found = await until(made, Boolean);
      assert.ok(found, `${address}`);
      return found;
    },

    /** What an export said last: over the view or the page, or in the panel. */
    exportSaid: (page, view) =>
      session.inView(
        page,
        view,
        (root) =>
          root.querySelector(':is(.toast, .export-status, .exporter):popover-open [role=status]:not(:empty)')
            ?.textContent ?? '',
      ),
  };
  return its;
}
