/**
 * Returns the results of `extract`, which wasn't called before, for a page read with almost no memory, and for one after
 * it: a title, or an error's code and message.
 */
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

/** Uses up nearly all that a memory may grow by. */
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
