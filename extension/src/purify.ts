/** DOMPurify as purify.min.js has left it, see before-purify.ts. In the extension it stands for the npm package. */

import type createPurify from "dompurify";

interface Module {
  exports: typeof createPurify;
  element: PropertyDescriptor;
}

const { exports, element } = (Object.getOwnPropertyDescriptor(globalThis, "module") as { value: Module }).value;
Object.defineProperty(window, "Element", element);
for (const name of ["exports", "module"]) {
  Reflect.deleteProperty(globalThis, name);
}

export default exports;
