// Bundled with the addresses of the wasm handed in.
import { detect, init } from 'pith-reader/dom';
import domWasm from 'pith-reader/dom.wasm';
import { extract, init as initHtml } from 'pith-reader/html';
import htmlWasm from 'pith-reader/html.wasm';

globalThis.outcome = (async () => {
  const text = await (await fetch(location.href)).text();
  const address = (file) => new URL(file, import.meta.url);
  await Promise.all([init(fetch(address(domWasm))), initHtml(address(htmlWasm))]);
  return { detected: detect(document), extracted: extract(text, location.href) };
})();
