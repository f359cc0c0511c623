// On a page that forbids wasm: puts what the package says into `globalThis.told`.
import { detect } from './node_modules/pith-reader/dom/inline.js';
import { init } from './node_modules/pith-reader/dom.js';

const told = [];
for (const call of [() => init(), () => detect(document)]) {
  try {
    await call();
  } catch (error) {
    told.push(`${error.code}: ${error.message}`);
  }
}
globalThis.told = told;
