// Runs the core in a page of a real browser, and replays its snapshot natively.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreScripts, root } from '../browser/built.mjs';
import { serve } from '../browser/server.mjs';
import * as pages from './pages.mjs';

const program = (name) => join(root, 'target/debug', name);

export class Live {
  #scratch = mkdtempSync(join(tmpdir(), 'pith-dom-'));

  static async start(driver) {
    const live = new Live();
    const generated = Object.fromEntries(Object.entries(pages).map(([name, page]) => [`/${name}.html`, page]));
    live.server = await serve(live.#scratch, { generated });
    live.driver = await driver.launch({ proxy: live.server.address });
    return live;
  }

  async end() {
    await this.driver.close();
    await this.server.close();
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  /** Opens one of `pages.mjs`, runs `prepare` in it, and closes it after `use`. */
  async onPage(name, use, { prepare, policy = 'plain' } = {}) {
    const page = await this.driver.newPage(this.server.url(policy, `${name}.html`));
    try {
      if (prepare) await page.evaluate(prepare);
      return await use(page);
    } finally {
      await page.close();
    }
  }

  /** Returns what the source sees of a page of `pages.mjs`. */
  seen(name, options) {
    return this.onPage(name, (page) => this.read(page), options);
  }

  /** Returns what the source sees of the page that is open. */
  async read(page) {
    await load(page, 'inspection');
    return this.replayed(await page.evaluate(snapshot));
  }

  /** Returns the nodes in a base64-encoded snapshot. */
  replayed(text) {
    const lines = this.native('examples/page', text)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return new Seen(lines[0], lines.slice(1));
  }

  /** Returns the articles, as HTML, that the command line finds in HTML pages. */
  extracted(pages) {
    const requests = pages.map((html, id) => {
      const html_path = join(this.#scratch, `${id}.html`);
      writeFileSync(html_path, html);
      return JSON.stringify({ id, html_path });
    });
    const lines = execFileSync(program('pith'), ['batch'], {
      input: requests.join('\n'),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    return lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).html);
  }

  /** Returns the output of a native program for a snapshot. */
  native(name, text, ...options) {
    const file = join(this.#scratch, 'page.snap');
    writeFileSync(file, Buffer.from(text, 'base64'));
    return execFileSync(program(name), [...options, file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  }
}

/** `one-click` or `inspection`: the core of the extension, or the one with all methods. */
const source = (form) => coreScripts(join(root, 'target/pith', form === 'inspection' ? 'inspection' : ''));

/** Sets `globalThis.pithCore` in the page's own world. Returns `ready` or `refused`. */
export const load = (page, form = 'one-click') => page.evaluate(source(form));

/** In the page: returns the snapshot of one detection as base64. */
export function snapshot() {
  const detection = globalThis.pithCore.detect();
  try {
    return detection.snapshot().toBase64();
  } finally {
    detection.free();
  }
}

/** A page as read by the source. */
class Seen {
  constructor(info, nodes) {
    this.info = info;
    this.nodes = nodes;
  }

  /** Returns the painted words. */
  words() {
    const texts = this.nodes.filter(({ tag, hidden }) => tag === '#text' && !hidden);
    return texts.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '');
  }

  /** Returns the element that contains the text. */
  holder(text) {
    const node = this.nodes.find((node) => node.text.includes(text));
    if (!node) throw new Error(`The page has no text ${JSON.stringify(text)}.`);
    return this.nodes[node.parent];
  }

  all(tag) {
    return this.nodes.filter((node) => node.tag === tag);
  }

  attr(node, name) {
    return node.attrs.find(([attr]) => attr === name)?.[1];
  }
}
