// The simplest possible walk in a script: visits every node once, and reads its tag or text and, for elements, its
// rectangle. Any detection that considers layout costs at least that.
globalThis.plainWalk = () => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let tags = 0;
  let letters = 0;
  let area = 0;
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      letters += node.data.length;
    } else {
      tags += node.localName.length;
      const { width, height } = node.getBoundingClientRect();
      area += width * height;
    }
  }
  return tags + letters + area;
};
