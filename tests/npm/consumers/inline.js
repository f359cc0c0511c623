// Bundled with the wasm inside.
import { detect } from 'pith-reader/dom/inline';
import { extract } from 'pith-reader/html/inline';

globalThis.outcome = (async () => {
  const text = await (await fetch(location.href)).text();
  return { detected: detect(document), extracted: extract(text, location.href) };
})();
