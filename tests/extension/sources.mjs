// The extension's modules as they are built, outside a browser.

import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const resolveDir = fileURLToPath(new URL('../../extension/src', import.meta.url));

let modules = 0;

/**
 * Returns what modules export, given by their paths below extension/src, made anew: they take what the browser has when they
 * are loaded. `define` has values for names that the build fills in.
 */
export async function built(paths, define = {}) {
  const contents = paths.map((path) => `export * from './${path}.ts';`).join('\n');
  const stdin = { contents, resolveDir };
  const { outputFiles } = await esbuild.build({ stdin, bundle: true, format: 'esm', write: false, define });
  modules += 1;
  const source = Buffer.from(`${outputFiles[0].text}// ${modules}`).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
