/**
 * An esbuild plugin: hides `window` from DOMPurify, which on being loaded asks the page's document
 * for `createElement`. A picture of that name answers instead, and nothing of the script is run.
 * src/sanitizer.ts gives it a document of its own.
 */

import { readFileSync } from "node:fs";

export const purify = {
  name: "purify",
  setup(build) {
    build.onLoad({ filter: /\/dompurify\/dist\/purify\.es\.mjs$/ }, ({ path }) => ({
      contents: `const window = undefined;\n${readFileSync(path, "utf8")}`,
    }));
  },
};
