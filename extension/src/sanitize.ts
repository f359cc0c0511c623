/**
 * The one door through which markup becomes nodes. The core renders the article by an allow-list of
 * its own; this is the second lock, and it is the platform's: `setHTML` where there is one,
 * DOMPurify (in a file of its own, loaded only then) elsewhere.
 */

/** What the core's article may hold. Everything else is dropped with what it contains. */
const elements = [
  ..."a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em".split(" "),
  ..."figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rb rp rt rtc ruby s samp".split(" "),
  ..."section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var".split(" "),
  ..."wbr picture audio video track aside".split(" "),
];

const mathElements = [
  ..."math annotation semantics maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded".split(" "),
  ..."mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr".split(" "),
  ..."munder munderover none".split(" "),
];

const attributes = [
  ..."id lang dir title cite datetime href hreflang src srcset sizes alt width height poster controls".split(" "),
  ..."loop muted kind srclang label type start reversed value colspan rowspan headers scope span abbr".split(" "),
  ..."open translate role aria-label".split(" "),
  // MathML
  ..."accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle".split(" "),
  ..."encoding fence form largeop linethickness lspace mathvariant maxsize minsize movablelimits notation".split(" "),
  ..."rowalign rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset".split(" "),
];

/** The nodes of `html`, allowed elements and attributes only, in the page's document. */
export function sanitize(html: string): DocumentFragment {
  if (globalThis.pithSanitizer) {
    return globalThis.pithSanitizer(html, [...elements, ...mathElements], attributes);
  }
  // Not in the page yet: pictures do not start to load before `loading` is set on them.
  const door = document.createElement("div");
  const math = mathElements.map((name) => ({ name, namespace: "http://www.w3.org/1998/Math/MathML" }));
  door.setHTML?.(html, { sanitizer: new Sanitizer({ elements: [...elements, ...math], attributes }) });
  const nodes = document.createDocumentFragment();
  nodes.append(...door.childNodes);
  return nodes;
}
