/** Inline elements of the article. */

const inline = new Set(
  "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rb rp rt rtc ruby s samp small source span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** Returns whether an element of the article is inline. */
export function isInline({ localName, namespaceURI }: Element): boolean {
  return inline.has(localName) || namespaceURI !== "http://www.w3.org/1999/xhtml";
}
