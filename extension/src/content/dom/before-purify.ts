/**
 * Comes right before purify.min.js, which is in the package byte for byte as its authors publish it. That file looks for
 * a `module` to put itself into. In Chromium an element of the page with that id would be one; so it gets ours, and sets
 * no global. purify.ts takes it from there.
 */

const exports = {};
for (const [name, value] of Object.entries({ exports, module: { exports } })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
