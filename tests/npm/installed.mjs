// The npm package as users get it: packed, and installed in an empty folder.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';

export const here = fileURLToPath(new URL('.', import.meta.url));

/** Creates a folder with the installed package and the consumers. Returns its path, and a function to remove it. */
export function installed() {
  const dist = join(root, 'dist-npm');
  const packed = existsSync(dist) ? readdirSync(dist).find((file) => /\.tgz$/.test(file)) : undefined;
  if (!packed) throw new Complaint(`The npm package is not built: ${dist} has none. Run ./build.sh npm first.`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pith-npm-')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...flags, join(dist, packed)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(join(here, 'consumers'), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns the path of a runtime from the lock file in this folder; null if this machine doesn't have it. */
export function program(name) {
  const packages = { bun: '@oven', deno: '@deno' };
  const folder = join(here, 'node_modules', packages[name]);
  if (!existsSync(folder)) return null;
  // Its install scripts would download or move the program, which is already here.
  const found = readdirSync(folder).flatMap((built) => [join(folder, built, name), join(folder, built, 'bin', name)]);
  return found.find((path) => existsSync(path)) ?? null;
}

/** Writes HTML that loads a script, below a folder. */
export function page(folder, name, html, script) {
  mkdirSync(folder, { recursive: true });
  const head = script ? `<script type="module" src="${script}"></script>` : '';
  writeFileSync(join(folder, name), html.replace('</head>', `${head}</head>`));
}
