/** DOMPurify, as exported by purify.min.js (see before-purify.ts). Replaces the npm package in the extension. */

import type createPurify from "dompurify";

const { value } = Object.getOwnPropertyDescriptor(globalThis, "module") as { value: { exports: typeof createPurify } };
for (const name of ["exports", "module"]) {
  Reflect.deleteProperty(globalThis, name);
}

export default value.exports;
