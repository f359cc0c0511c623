/**
 * The only place where markup becomes nodes. The core renders the article by its own allow-list. This is a second check by
 * the platform: `setHTML`, or DOMPurify (in a separate file, loaded only then) if the browser lacks it.
 */

import { createInert, documentOf, elementsOfFragment } from "../../ui/nodes.ts";
import { shared } from "../../shared/state.ts";

declare global {
  interface Element {
    setHTML?(html: string, options: { sanitizer: Sanitizer }): void;
  }
}

declare module "../../shared/state.ts" {
  interface Shared {
    /** Set by `sanitizer.js`: converts markup to allowed nodes if the browser has no `setHTML`. */
    pithSanitizer(html: string, elements: string[], attributes: string[]): DocumentFragment;
  }
}

/** The elements rendered by `src/article`; any other is removed with its contents. */
export const elements = [
  ..."a abbr aside audio b bdi bdo blockquote br caption cite code dd del details dfn dl dt em figcaption".split(" "),
  ..."figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rb rp rt rtc ruby s samp small".split(" "),
  ..."source span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr".split(" "),
];

/** Presentation MathML. */
export const mathElements = [
  ..."math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace".split(" "),
  ..."msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover".split(" "),
];

export const attributes = [
  ..."alt cite class colspan controls crossorigin data-callout data-callout-fold data-src datetime dir".split(" "),
  ..."height href id lang open poster preload".split(" "),
  ..."referrerpolicy rel reversed role rowspan scope src start target title translate type value width".split(" "),
  ..."accent accentunder alttext columnalign columnspacing display displaystyle fence largeop".split(" "),
  ..."linethickness lspace mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel".split(" "),
  ..."separator stretchy symmetric".split(" "),
];

/** Elements whose text must not be translated. */
export const untranslated = ["code", "kbd", "math", "samp"];

/** Attributes with URLs. */
export const urlAttrs = ["cite", "data-src", "href", "poster", "src"];

/** The schemes of `src/article/address.rs`, and fragments in the article itself. */
export const allowedUrl =
  /^(?:(?:https?|ftp|mailto|tel|sms|geo|xmpp):|data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]|#)/i;

/**
 * An inline SVG rewritten by the core (`src/article/svg.rs`). Allowed only in an `img`, which doesn't run its scripts
 * or load its resources.
 */
const svgDataUrl = /^data:image\/svg\+xml,/;

/**
 * Returns the nodes of `html`, with only allowed elements, attributes and URLs. They are in a document that loads nothing: in
 * the page's document, Chromium would fetch every image before it can be made lazy, and would then show it in the page's own
 * `loading=lazy` images too.
 */
export function sanitize(html: string): DocumentFragment {
  const purify = shared("pithSanitizer");
  const nodes = purify ? purify(html, [...elements, ...mathElements], attributes) : setHtml(html);
  const comments = documentOf(nodes).createNodeIterator(
    nodes,
    NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION,
  );
  for (let node = comments.nextNode(); node; node = comments.nextNode()) {
    (node as CharacterData).remove();
  }
  for (const name of untranslated) {
    for (const element of elementsOfFragment(nodes, name)) {
      element.setAttribute("translate", "no");
    }
  }
  const images = new Set<Element>(elementsOfFragment(nodes, "img"));
  for (const name of urlAttrs) {
    for (const element of elementsOfFragment(nodes, `[${name}]`)) {
      const value = element.getAttribute(name) ?? "";
      const isSvg = name === "src" && images.has(element) && svgDataUrl.test(value);
      if (!allowedUrl.test(value) && !isSvg) {
        element.removeAttribute(name);
      }
    }
  }
  return nodes;
}

/** Creates nodes with the platform's own sanitizer, which removes scripts but doesn't check schemes. */
function setHtml(html: string): DocumentFragment {
  const container = createInert();
  const math = mathElements.map((name) => ({ name, namespace: "http://www.w3.org/1998/Math/MathML" }));
  container.setHTML?.(html, {
    sanitizer: new Sanitizer({ elements: [...elements, ...math], attributes, dataAttributes: false }),
  });
  const nodes = new Range();
  nodes.selectNodeContents(container);
  return nodes.extractContents();
}
