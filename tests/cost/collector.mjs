// Counts the collector's calls into the browser: all functions and accessors of the platform's interfaces.

import { coreSource, root } from '../browser/built.mjs';
import * as chromium from '../browser/chromium.mjs';
import { serve } from '../browser/server.mjs';
import { generated } from '../pages/generated.mjs';

/** Returns the calls into the browser per element while one detection reads a page of `elements` elements. */
export async function callsPerElement(elements) {
  const server = await serve(root, { generated });
  const browser = await chromium.launch({ proxy: server.address });
  try {
    const page = await browser.newPage(server.url('plain', `magazine.html?elements=${elements}`), { preload: count });
    await page.evaluate(coreSource());
    return await page.evaluate(async () => {
      const core = await globalThis.pithCore;
      const present = document.getElementsByTagName('*').length;
      const before = globalThis.platformCalls();
      core.detect().free();
      return (globalThis.platformCalls() - before) / present;
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** In the page, before any script: counts the calls of all members of the platform's interfaces. */
function count() {
  let calls = 0;
  globalThis.platformCalls = () => calls;
  const counted = (wrapped) =>
    function (...values) {
      calls += 1;
      return Reflect.apply(wrapped, this, values);
    };
  const isInterface = (value) =>
    typeof value === 'function' && value.prototype && /\[native code\]/.test(Function.prototype.toString.call(value));
  // Built-ins of JavaScript aren't counted, because calling them doesn't leave the engine.
  const language =
    /^(?:Object|Function|Array|.*Array|Map|Set|Weak.*|Promise|Proxy|Symbol|String|Number|Boolean|BigInt|Date|RegExp|.*Error|.*Iterator|DataView|ArrayBuffer|SharedArrayBuffer|Intl|FinalizationRegistry|.*Stack)$/;
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name];
    if (language.test(name) || !isInterface(value)) continue;
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value.prototype))) {
      if (key === 'constructor' || !property.configurable) continue;
      if (typeof property.value === 'function') property.value = counted(property.value);
      if (property.get) property.get = counted(property.get);
      if (property.set) property.set = counted(property.set);
      Object.defineProperty(value.prototype, key, property);
    }
  }
  for (const name of ['getComputedStyle', 'matchMedia']) globalThis[name] = counted(globalThis[name]);
}
