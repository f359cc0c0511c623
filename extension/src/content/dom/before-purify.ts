/**
 * Runs right before purify.min.js, which is included byte for byte as published. That file exports itself through
 * `module` if there is one. In Chromium an element of the page with that ID would be found, so the file gets a `module`
 * of Pith's, and sets no global. purify.ts takes the export from there.
 */

const exports = {};
for (const [name, value] of Object.entries({ exports, module: { exports } })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
