// Asked for as it is, with an import map: nothing is bundled, and the wasm is fetched from beside the modules.
import { detect, init } from 'pith-reader/dom';
import { extract, init as initHtml } from 'pith-reader/html';

globalThis.outcome = (async () => {
  const text = await (await fetch(location.href)).text();
  await Promise.all([init(), initHtml()]);
  return { detected: detect(document), extracted: extract(text, location.href) };
})();
globalThis.detect = detect;
