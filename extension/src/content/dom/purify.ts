/** DOMPurify as purify.min.js has left it, see before-purify.ts. In the extension it stands for the npm package. */

import type createPurify from "dompurify";

const { value } = Object.getOwnPropertyDescriptor(globalThis, "module") as { value: { exports: typeof createPurify } };
for (const name of ["exports", "module"]) {
  Reflect.deleteProperty(globalThis, name);
}

export default value.exports;
