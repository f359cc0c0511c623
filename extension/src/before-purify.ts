/**
 * Comes right before purify.min.js, which is in the package byte for byte as its authors publish it.
 *
 * Where that file is run it makes a sanitiser for the page's document and calls its `createElement`: if the page has a
 * picture of that name, nothing of the file runs. Without `Element` it makes none, and only gives away what makes one
 * for a document of our own. With a `module` in reach it sets no global. purify.ts takes it and puts `Element` back.
 */

const element = Object.getOwnPropertyDescriptor(window, "Element");
Object.defineProperty(window, "Element", { value: undefined, configurable: true });
const exports = {};
for (const [name, value] of Object.entries({ exports, module: { exports, element } })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
