/**
 * An esbuild plugin that puts DOMPurify before the script that imports it, byte for byte as its authors
 * minified it, so that it can be compared with what they published.
 *
 * It hides `window` from DOMPurify, which reads `createElement` of the page's document when it is
 * loaded: if the page has a picture of that name, nothing of the script runs. src/sanitizer.ts gives it
 * a document of its own. With a `module` in reach it sets no global.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const published = readFileSync(fileURLToPath(import.meta.resolve("dompurify/dist/purify.min.js")), "utf8");
const library = published.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");

// A block and no function: what the script itself declares for all stays in reach.
const banner = `{
const DOMPurify = (() => {
const window = undefined, module = { exports: {} }, { exports } = module;
${library}return module.exports;
})();`;

export const purify = {
  name: "purify",
  setup(build) {
    const { initialOptions } = build;
    initialOptions.banner = { js: [initialOptions.banner?.js, banner].join("\n") };
    initialOptions.footer = { js: ["}", initialOptions.footer?.js].join("\n") };
    build.onResolve({ filter: /^dompurify$/ }, () => ({ path: "dompurify", namespace: "purify" }));
    build.onLoad({ filter: /./, namespace: "purify" }, () => ({ contents: "export default DOMPurify;" }));
  },
};
