// The module of the settings as it is built, outside a browser.

import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const entry = fileURLToPath(new URL('../../extension/src/config.ts', import.meta.url));

let modules = 0;

/** Returns what `config.ts` exports, made anew: it takes the storage that is there when it is loaded. */
export async function config(storage = {}) {
  globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage } };
  const { outputFiles } = await esbuild.build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  modules += 1;
  const source = Buffer.from(`${outputFiles[0].text}// ${modules}`).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
