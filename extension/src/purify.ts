/**
 * DOMPurify as purify.min.js has left it right before. That file is in the package byte for byte as its authors publish
 * it; in the extension this module stands for the npm package.
 */

import type createPurify from "dompurify";

const { value } = Object.getOwnPropertyDescriptor(globalThis, "DOMPurify") as { value: typeof createPurify };
Reflect.deleteProperty(globalThis, "DOMPurify");

export default value;
