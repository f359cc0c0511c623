// Bundled, or asked for as it is: puts what the package makes of the page into `globalThis.outcome`.
import { detect, init } from 'pith-reader/dom';

async function extracted(text, url) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage([text, url]);
    });
  } finally {
    worker.terminate();
  }
}

globalThis.outcome = (async () => {
  const text = await (await fetch(location.href)).text();
  await init();
  return { detected: detect(document), extracted: await extracted(text, location.href) };
})();
