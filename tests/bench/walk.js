// The plainest thing a script could do on a page: visit every node once, take its tag or text, and the rectangle of every
// element. What any detection that looks at the layout has to pay at least.
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
