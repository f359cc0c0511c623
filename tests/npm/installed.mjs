// The npm package as people get it: packed, and installed in an empty folder.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';

export const here = fileURLToPath(new URL('.', import.meta.url));

/** Makes a folder with the package installed and the consumers beside it. Returns its path, and what removes it. */
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

/** The path of a runtime or bundler that the lock beside this file names; null where this machine has none of it. */
export function program(name) {
  const packages = { bun: '@oven', deno: '@deno' };
  const folder = join(here, 'node_modules', packages[name]);
  if (!existsSync(folder)) return null;
  // Its scripts would fetch or move the program; it is here already.
  const found = readdirSync(folder).flatMap((built) => [join(folder, built, name), join(folder, built, 'bin', name)]);
  return found.find((path) => existsSync(path)) ?? null;
}

/** Writes HTML that names a script, below a folder. */
export function page(folder, name, html, script) {
  mkdirSync(folder, { recursive: true });
  const head = script ? `<script type="module" src="${script}"></script>` : '';
  writeFileSync(join(folder, name), html.replace('</head>', `${head}</head>`));
}
