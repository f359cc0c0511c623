// The consumers as built by each bundler, each in a page with the same article.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { root } from '../browser/built.mjs';
import { page } from './installed.mjs';

const html = readFileSync(join(root, 'tests/pages/news.html'), 'utf8');

/** Builds all of them below a folder in which the package is installed. Returns the paths of the pages, by name. */
export async function bundles(folder) {
  const out = (name) => join(folder, 'out', name);
  const packed = { bundle: true, format: 'esm', minify: true, logLevel: 'warning', absWorkingDir: folder };

  await esbuild.build({ ...packed, entryPoints: ['inline.js'], outdir: out('inline') });
  page(out('inline'), 'news.html', html, 'inline.js');

  await esbuild.build({ ...packed, entryPoints: ['handed.js'], outdir: out('esbuild'), loader: { '.wasm': 'file' } });
  page(out('esbuild'), 'news.html', html, 'handed.js');

  page(folder, 'news.html', html.replaceAll('media/', 'http://plain.localhost/media/'), './page.js');
  await vite({
    root: folder,
    configFile: false,
    logLevel: 'error',
    base: './',
    worker: { format: 'es' },
    build: { outDir: out('vite'), rollupOptions: { input: join(folder, 'news.html') } },
  });

  await bundled({
    context: folder,
    mode: 'production',
    entry: './page.js',
    output: { path: out('webpack'), filename: 'page.js' },
    performance: { hints: false },
  });
  page(out('webpack'), 'news.html', html, 'page.js');

  const modules = '/node_modules/pith-reader';
  const imports = { 'pith-reader/dom': `${modules}/dom.js`, 'pith-reader/html': `${modules}/html.js` };
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  page(out('plain'), 'news.html', html.replace('</head>', `${map}</head>`), '/plain.js');

  return Object.fromEntries(
    ['inline', 'esbuild', 'vite', 'webpack', 'plain'].map((name) => [name, `out/${name}/news.html`]),
  );
}

/** Runs webpack. Rejects with its errors and warnings. */
function bundled(settings) {
  return new Promise((resolve, reject) => {
    webpack(settings, (error, stats) => {
      const found = error ?? stats.toJson({ errors: true, warnings: true });
      if (error || found.errors.length + found.warnings.length > 0) {
        reject(error ?? new Error([...found.errors, ...found.warnings].map(({ message }) => message).join('\n')));
      } else {
        resolve();
      }
    });
  });
}
