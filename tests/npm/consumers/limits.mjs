/** Has `extract`, not called before, read a page with hardly any memory, and one after it. Returns what came of both. */
export function withoutMemory(extract) {
  const page = '<title>The ferry</title><p>It sails.';
  const outcome = (html) => {
    try {
      return extract(html).title;
    } catch ({ code, message }) {
      return [code, message];
    }
  };
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args);
      fill(Object.values(this.exports).find((exported) => exported instanceof WebAssembly.Memory));
    }
  };
  const large = outcome(page.padEnd(1 << 22, ' It sails.'));
  WebAssembly.Instance = Instance;
  return [large, outcome(page)];
}

/** Lets a memory have hardly any more. */
function fill(memory) {
  const spare = 16;
  for (let pages = 1 << 14; pages >= spare; ) {
    try {
      memory.grow(pages);
    } catch {
      pages /= 2;
    }
  }
}
