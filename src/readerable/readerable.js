// The browser's half of `src/readerable.rs`: the same measures of the live page, by the same rules, and no wasm. The
// constants above are those of `src/readerable/score.rs`; xtask writes
// them.
//
// Nothing is asked about layout or style, so that the browser computes neither. A page may have put something else in
// the place of a property (a form's named controls shadow the form's own): what may be a form or the document is read by
// the platform's own getters. A text cannot be shadowed.

const getter = (of, name) => Object.getOwnPropertyDescriptor(of.prototype, name).get;
const parentOf = getter(Node, 'parentNode');
const typeOf = getter(Node, 'nodeType');
const nameOf = getter(Element, 'localName');
const treeOf = getter(Element, 'shadowRoot');
const hostOf = getter(ShadowRoot, 'host');
const bodyOf = getter(Document, 'body');
const documentIn = getter(HTMLIFrameElement, 'contentDocument');
const elementsOf = Document.prototype.getElementsByTagName;
const walkerOf = Document.prototype.createTreeWalker;

/** Kinds of nodes, as the DOM numbers them. */
const ELEMENT = 1;
const TREE = 11;

/** Elements that are asked whether they hold a tree of their own. */
const MAX_HOSTS = 2000;

/** The blocks of a page that have been seen, and the containers of these. */
class Glance {
  constructor() {
    this.texts = 0;
    this.isSure = false;
    /** By the element of each, in the order in which their texts begin. */
    this.blocks = new Map();
    this.containers = new Map();
    /** By the parent of a text: its block and whether it leads elsewhere; null where it is skipped. */
    this.places = new Map();
  }

  /** Reads the texts below an element or in a shadow tree. */
  read(top) {
    const walker = walkerOf.call(document, top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (2 * node.length < MIN_TEXT) continue;
      const length = lengthOf(node.data.trim());
      if (length < MIN_TEXT) continue;
      const parent = parentOf.call(node);
      let place = this.places.get(parent);
      if (place === undefined) {
        place = this.place(parent, top);
        this.places.set(parent, place);
      }
      if (place === null) continue;
      if (this.texts === MAX_TEXTS) return;
      this.texts += 1;
      this.add(place.block, place.leads, length);
      if (this.isSure) return;
    }
  }

  /** Where the texts of a parent belong. */
  place(parent, top) {
    let element = typeOf.call(parent) === ELEMENT ? parent : hostOf.call(parent);
    let name = nameOf.call(element);
    let leads = LINKS.has(name);
    for (let level = 0; level < MAX_LEVELS && !BLOCKS.has(name); level += 1) {
      if (SKIPPED.has(name)) return null;
      element = above(element, top);
      name = nameOf.call(element);
      leads ||= LINKS.has(name);
    }
    const container = above(element, top);
    const around = [name, nameOf.call(container), nameOf.call(above(container, top))];
    if (around.some((other) => SKIPPED.has(other))) return null;
    leads ||= around.some((other) => LINKS.has(other));
    let block = this.blocks.get(element);
    if (block === undefined) {
      const isAside = around.some((other) => ASIDES.has(other));
      block = { own: 0, linked: 0, isHeading: HEADINGS.has(name), isAside, container };
      this.blocks.set(element, block);
    }
    return { block, leads };
  }

  add(block, leads, length) {
    let sum = this.containers.get(block.container);
    if (sum === undefined) {
      sum = { own: 0, linked: 0 };
      this.containers.set(block.container, sum);
    }
    if (leads) {
      block.linked += length;
      sum.linked += length;
    } else {
      block.own += length;
      if (!block.isHeading) sum.own += length;
    }
    this.isSure = sum.own >= ENOUGH && sum.own > TIMES_LINKS * sum.linked;
  }

  /** What is weighed: see `columns` in `src/readerable.rs`. */
  columns(count) {
    const { teased, headings } = this.teased();
    let prose = 0;
    let clear = 0;
    let most = 0;
    let paragraphs = 0;
    const sums = new Map();
    for (const block of this.blocks.values()) {
      if (!isProse(block)) continue;
      const { own, container } = block;
      prose += own;
      if (!block.isAside) clear += own;
      const sum = sums.get(container) ?? { own: 0, paragraphs: 0 };
      sums.set(container, sum);
      sum.own += own;
      if (own >= PARAGRAPH) sum.paragraphs += 1;
      most = Math.max(most, sum.own);
      paragraphs = Math.max(paragraphs, sum.paragraphs);
    }
    return [
      steps(most),
      steps(paragraphs),
      steps(Math.min(clear, BENDS[0])),
      steps(Math.min(clear, BENDS[1])),
      Math.floor((SHARES * teased) / (prose + 1)),
      steps(count('p')),
      steps(count('article')),
      steps(headings),
    ];
  }

  /** The prose in teasers, and how many headings there are. */
  teased() {
    let teased = 0;
    let teasers = 0;
    let headings = 0;
    let rest = null;
    for (const block of this.blocks.values()) {
      if (block.isHeading) headings += 1;
      if (block.isHeading && block.linked > block.own) {
        if (rest !== null && rest <= MAX_TEASER_CHARS) {
          teased += rest;
          teasers += 1;
        }
        rest = 0;
      } else if (rest !== null && isProse(block)) {
        rest += block.own;
      }
    }
    return { teased: teasers >= FRONT ? teased : 0, headings };
  }
}

/** The length of a trimmed text: see `length` in `src/readerable.rs`. */
function lengthOf(trimmed) {
  const text = trimmed.includes('\n') ? trimmed.replace(/\s+/g, ' ') : trimmed;
  const middle = text.charCodeAt(text.length >> 1);
  return middle >= FIRST_DENSE && middle <= LAST_DENSE ? 2 * text.length : text.length;
}

const isProse = ({ isHeading, own, linked }) => !isHeading && own >= PROSE && own > TIMES_LINKS * linked;

const steps = (number) => Math.round(STEPS * Math.log2(1 + number));

/** The element around another, also out of a shadow tree; the top is its own. */
function above(element, top) {
  if (element === top) return element;
  const parent = parentOf.call(element);
  return parent !== null && typeOf.call(parent) === TREE ? hostOf.call(parent) : (parent ?? element);
}

/** The shadow trees, and the bodies of the documents in frames, that are within reach. */
function treesIn(elements) {
  const trees = [];
  for (let i = 0; i < elements.length && i < MAX_HOSTS; i += 1) {
    const element = elements[i];
    const tree = treeOf.call(element);
    if (tree !== null) trees.push(tree);
    if (element instanceof HTMLIFrameElement) {
      const inner = documentIn.call(element);
      const body = inner && bodyOf.call(inner);
      if (body) trees.push(body);
    }
  }
  return trees;
}

const isArticle = (columns) => columns.reduce((sum, column, i) => sum + column * WEIGHTS[i], BIAS) > 0;

/** What is weighed of the page; null where it certainly has an article. */
function columns() {
  const count = (name) => elementsOf.call(document, name).length;
  const body = bodyOf.call(document);
  const glance = new Glance();
  if (body !== null) glance.read(body);
  if (glance.isSure) return null;
  const found = glance.columns(count);
  if (isArticle(found)) return found;
  // Few pages keep their text in trees of their own, so that these are looked for last.
  const trees = treesIn(elementsOf.call(document, '*'));
  for (const tree of trees) {
    glance.read(tree);
    if (glance.isSure) return null;
  }
  return trees.length > 0 ? glance.columns(count) : found;
}

const value = {
  columns,
  isReaderable() {
    const found = columns();
    return found === null || isArticle(found);
  },
};
