// The extension's built modules, outside a browser.

import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const resolveDir = fileURLToPath(new URL('../../extension/src', import.meta.url));

let modules = 0;

/**
 * Returns the exports of fresh modules, given by their paths below extension/src. Modules use the globals that exist
 * when they are loaded. `define` has values for names that the build fills in.
 */
export async function built(paths, define = {}) {
  const text = await bundled(paths, { format: 'esm', define });
  modules += 1;
  const source = Buffer.from(`${text}// ${modules}`).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

/** Returns a script for a page that sets a global name to the modules' exports. */
export function scriptOf(paths, globalName) {
  return bundled(paths, { format: 'iife', globalName });
}

async function bundled(paths, options) {
  const contents = paths.map((path) => `export * from './${path}.ts';`).join('\n');
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir },
    bundle: true,
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}
