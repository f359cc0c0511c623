// What users do with exports: click, paste, and open saved files.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initEpubFile } from '@lingo-reader/epub-parser';
import { until } from './session.mjs';

/** Returns the files in an uncompressed archive, by name. */
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

/**
 * Returns the parts of an e-book as read by a library for e-book readers: title, contents, pages, and the HTML of the
 * chapters.
 */
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
    /** Clicks a control of a view with the mouse. */
    async press(page, view, selector) {
      await page.mouse.click(...(await session.middleOf(page, view, selector)));
    },

    /** Pastes into a field, and returns the text. */
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

    /** Deletes all saved files. */
    emptied() {
      for (const file of readdirSync(session.downloads)) rmSync(join(session.downloads, file));
    },

    /** Returns the saved file once it exists. */
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
          // Firefox first writes it under another name.
          return null;
        }
      };
      const saved = await until(found, Boolean);
      assert.ok(saved, `${readdirSync(session.downloads)}`);
      return saved;
    },

    /** Returns the article of a view, saved as Markdown. */
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

    /** Clicks a row of that panel, which is opened first if it is closed. Removes earlier messages. */
    async exported(page, view, name) {
      if (!(await its.isExportOpen(page, view))) await its.openExport(page, view);
      await session.inView(page, view, (root) => {
        const said = root.querySelector('.toast:popover-open');
        said?.hidePopover();
        said?.querySelector('[role=status]').replaceChildren();
      });
      await its.press(page, view, `.exporter [role=group]:not(:has(.last-used)) .${name}`);
    },

    /**
     * Returns the extension page whose URL ends with `address`, opened by `act`. Puppeteer doesn't report it in
     * Firefox.
     */
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

    /** The last message of an export: over the view or the page, or in the panel. */
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
