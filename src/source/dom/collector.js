// The browser's half of the live source: one walk over the visible page, written as numbers,
// rectangles, and one text. So the core crosses into the browser once for many thousand nodes
// instead of dozens of times for each, and a page whose policy forbids wasm can be read in another
// context. The tables above define the meaning of names and keywords; xtask writes them from
// `src/source/record/protocol.rs`. `src/source/record.rs` defines the order of the output.
//
// Only this walk determines what isn't painted; `src/source/dom.rs` defines that.
//
// A page may replace a property (a form's named controls shadow the form's own properties). The
// value then isn't a string, or can't be called, and counts as missing.
// form's own properties). It is then no text, or cannot be called, and counts as absent.

/** Letters that run from right to left (Unicode Bidirectional Algorithm, classes R and AL), by their blocks and surrogates. */
const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** Letters of scripts that may be vertical: Han, kana, bopomofo, Mongolian. */
const VERTICAL_LETTERS = /[\u1800-\u18af\u3041-\u312f\u3400-\u9fff\ud840-\ud87f]/;

/** Declarations in a `style` attribute that hide an element. */
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)\b/i;

/** The character code of a space; a blank text has no code above it. */
const SPACE = 32;

/** Walks the flattened tree of a document and of the frames in it. Nodes go to `nodes`, in the order of the records. */
class Collector {
  constructor(top, nodes) {
    this.nodes = nodes;
    this.told = new Map();
    const getter = (name) => Object.getOwnPropertyDescriptor(Node.prototype, name).get;
    this.firstChild = getter('firstChild');
    this.nextSibling = getter('nextSibling');
    this.numbers = new Uint32Array(1 << 13);
    this.rects = new Float32Array(1 << 12);
    this.base = null;
    // True once anything has run from right to left: only then is the direction of text read.
    this.rtl = false;
    // Likewise for letters of vertical scripts.
    this.vertical = false;
    const root = own(top, Document, 'documentElement');
    // A document that isn't displayed has no layout, and its styles are those that its markup
    // declares.
    this.shown = own(top, Document, 'defaultView') !== null;
    // The root has no siblings here.
    this.next = root;
    this.open = [
      {
        element: null,
        scroller: null,
        form: false,
        assigned: [],
        at: 0,
        style: null,
        blank: true,
        hidden: false,
        folded: false,
        closed: false,
        plain: !this.shown,
        fallback: false,
        code: false,
        document: null,
        x: 0,
        y: 0,
      },
    ];
    if (root !== null) this.base = this.enter(top, root, 0, 0, this.open[0]);
  }

  /** Writes the next `most` steps, replacing the previous output; returns whether there may be more. */
  collect(most) {
    this.empty();
    const { open } = this;
    for (let left = most; left > 0; left -= 1) {
      const within = open[open.length - 1];
      const node = this.next;
      if (node === null) {
        if (open.length === 1) return false;
        this.room(1);
        this.numbers[this.used++] = END;
        open.pop();
        this.next = this.after(within.element, within.form, open[open.length - 1]);
        continue;
      }
      const { nodeType } = node;
      if (nodeType === 1 || typeof nodeType !== 'number') {
        this.next = this.element(node, within);
      } else {
        if (nodeType === 3 || nodeType === 4) this.text(node, within);
        this.next = this.after(node, false, within);
      }
      // The core rejects such a page.
      if (this.nodes.length > MAX_NODES) return false;
    }
    return true;
  }

  /** Clears the output; the page's own document comes first. */
  empty() {
    this.used = 0;
    this.measured = 0;
    this.strings = [];
    this.values = '';
    if (this.base !== null) {
      this.document(this.base);
      this.base = null;
    }
  }

  writtenNumbers() {
    return this.numbers.subarray(0, this.used);
  }

  writtenRects() {
    return this.rects.subarray(0, this.measured);
  }

  /** The strings with a character between them, so that two halves of a surrogate pair cannot join. */
  writtenString() {
    return this.strings.join('\0');
  }

  writtenText() {
    const text = this.writtenString();
    const bytes = new Uint8Array(3 * text.length);
    // Twice as fast as `encode`, in Chromium.
    return bytes.subarray(0, new TextEncoder().encodeInto(text, bytes).written);
  }

  /** The values that were written for the first time, each with a character after it. */
  writtenValues() {
    return this.values;
  }

  room(numbers) {
    if (this.used + numbers <= this.numbers.length) return;
    const larger = new Uint32Array(2 * this.numbers.length + numbers);
    larger.set(this.numbers);
    this.numbers = larger;
  }

  /** Returns the number of a value that only the core parses. */
  tell(value) {
    let number = this.told.get(value);
    if (number === undefined) {
      number = this.told.size;
      this.told.set(value, number);
      this.values += `${value ?? ''}\0`;
    }
    return number;
  }

  after(node, form, within) {
    if (within.assigned !== null) return within.assigned[within.at++] ?? null;
    return form ? this.nextSibling.call(node) : node.nextSibling;
  }

  text(node, within) {
    if (within.fallback) return;
    const text = node.nodeValue;
    if (!text) return;
    this.room(5);
    const { numbers } = this;
    const head = this.used;
    this.used += 2;
    let bits = TEXT;
    const { style } = within;
    if (style !== null) {
      if (within.blank) {
        within.blank = false;
        bits |= meaning(WHITE_SPACE, style.whiteSpaceCollapse ?? style.whiteSpace);
        // Only code needs the family, whose name is longer than all other values together.
        if (bits & PREFORMATTED) numbers[this.used++] = this.tell(style.fontFamily);
      }
      // Most texts begin with a letter, whose code is a faster check.
      if (text.charCodeAt(0) > SPACE || /[^\t\n\f\r ]/.test(text)) {
        bits |= FONT;
        this.rtl ||= RTL_LETTERS.test(text);
        if (this.rtl) bits |= meaning(DIRECTION, style.direction);
        this.vertical ||= VERTICAL_LETTERS.test(text);
        if (this.vertical) bits |= meaning(WRITING, style.writingMode);
        numbers[this.used++] = this.tell(style.fontWeight);
        numbers[this.used++] = this.tell(style.fontSize);
        within.style = null;
      }
    }
    numbers[head] = bits;
    numbers[head + 1] = text.length;
    this.strings.push(text);
    this.nodes.push(node);
  }

  /** Writes an element and its attributes; returns the next node. */
  element(element, within) {
    const name = element.localName;
    // Only a form can have something else in place of its own name.
    const tag = typeof name === 'string' ? (TAGS.get(name) ?? (name.includes('-') ? CUSTOM : OTHER)) : TAGS.get('form');
    const form = (tag & TAG_FORM) !== 0;
    if (tag & TAG_SKIPPED || (tag & TAG_TYPED && !isKeptScript(element))) {
      return this.after(element, form, within);
    }

    this.room(3);
    const head = this.used;
    this.used += 3;
    const named = this.attributes(element, tag);
    if (within.scroller !== null) scroll(within);
    const inside = {
      element,
      scroller: null,
      form,
      assigned: null,
      at: 0,
      style: null,
      blank: true,
      hidden: within.hidden || within.fallback,
      folded: within.folded || (within.closed && (tag & TAG_UNFOLDED) === 0),
      closed: (tag & TAG_CLOSES) !== 0 && (named & ATTR_OPENS) === 0,
      plain: within.plain || (tag & TAG_PLAIN) !== 0 || this.open.length > LAID_OUT_LEVELS,
      fallback: (tag & TAG_FALLBACK) !== 0,
      code: within.code || (tag & TAG_CODE) !== 0,
      document: within.document,
      x: within.x,
      y: within.y,
    };
    const { numbers } = this;
    numbers[head + 1] = tag & NUMBER;
    numbers[head + 2] = (this.used - head - 3) / 2;
    this.nodes.push(element);
    this.open.push(inside);
    if (inside.hidden || within.plain) {
      numbers[head] = ELEMENT | (within.fallback ? HIDDEN : this.shown ? 0 : stated(element, name, named));
      return this.first(element, tag, inside);
    }
    const rect = this.measured;
    const bits = ELEMENT | this.style(element, tag, named, inside);
    numbers[head] = bits;
    // By its older name, the only one that WebKit supports.
    if (within.code && inside.style?.webkitUserSelect === 'none') {
      this.attribute(UNSELECTABLE, 'on');
      this.numbers[head + 2] += 1;
    }
    if (tag & TAG_DRAWING && bits & RECT && !inside.hidden) this.drawing(element, head, rect);
    if (named & ATTR_UNTIL_FOUND) inside.folded = true;
    const body = tag & TAG_FRAME && bits & RECT && !inside.hidden ? this.framed(element, rect, inside) : null;
    return body ?? this.first(element, tag, inside);
  }

  /** Writes the kept attributes. */
  attributes(element, tag) {
    let named = 0;
    try {
      const names = element.getAttributeNames();
      this.room(2 * names.length + 2);
      const { numbers } = this;
      for (let i = 0; i < names.length; i += 1) {
        const known = ATTRS.get(names[i]);
        if (known === undefined && tag & (TAG_PICTURE | TAG_FRAME) && names[i].startsWith('data-')) {
          const value = element.getAttribute(names[i]);
          if (value !== null && value.length <= MAX_URL_LENGTH) this.attribute(DATA_OTHER, value);
        }
        if (names[i] === 'style' && (tag & TAG_MEASURED) === 0) this.background(element);
        if (known === undefined || (known & ATTR_VALUE && (tag & TAG_VALUED) === 0)) continue;
        if ((known & ATTR_KEPT) === 0) {
          named |= known;
          continue;
        }
        const value = element.getAttribute(names[i]);
        if (value === null) continue;
        named |= known;
        if (known & ATTR_HIDES) named |= meaning(HIDES, value.toLowerCase());
        numbers[this.used++] = known & NUMBER;
        numbers[this.used++] = value.length;
        this.strings.push(value);
      }
    } catch {
      // A control of the form shadows a property.
    }
    if (tag & TAG_PICTURE) {
      const source = element.currentSrc;
      if (typeof source === 'string' && source !== '') this.attribute(CURRENT_SRC, source);
    }
    return named;
  }

  /** Writes the `style` of an element if it names an image, which only the core parses. */
  background(element) {
    const style = element.getAttribute('style');
    if (style !== null && style.includes('url(') && style.length <= MAX_URL_LENGTH) this.attribute(BACKGROUND, style);
  }

  attribute(number, value) {
    this.room(2);
    this.numbers[this.used++] = number;
    this.numbers[this.used++] = value.length;
    this.strings.push(value);
  }

  /** Writes the markup of an inline SVG larger than an icon, or of a formula's outlines. */
  drawing(element, head, rect) {
    const small = this.rects[rect + 2] < DRAWING_SIDE || this.rects[rect + 3] < DRAWING_SIDE;
    if (small && element.parentNode?.localName !== FORMULA_BOX) return;
    const markup = element.outerHTML;
    if (typeof markup !== 'string' || markup.length > DRAWING_LENGTH) return;
    this.attribute(MARKUP, markup);
    this.numbers[head + 2] += 1;
  }

  /** Reads the styles about layout and visibility, and the element's rectangle. */
  style(element, tag, named, inside) {
    let style;
    try {
      style = getComputedStyle(element);
    } catch {
      return 0;
    }
    const display = meaning(DISPLAY, style.display);
    let bits = STYLED | (display & WRITTEN);
    if (display & NONE) {
      inside.hidden = true;
      return bits;
    }
    // With scripting on it has no box in any browser, but only some compute `none`.
    if (tag & TAG_SCRIPTLESS && element.getClientRects().length === 0) {
      inside.hidden = true;
      return bits | HIDDEN;
    }
    inside.style = style;
    const viewport = (tag & TAG_VIEWPORT) !== 0;
    bits |= meaning(VISIBILITY, style.visibility);
    if (tag & TAG_DIRECTED || named & ATTR_DIRECTS) {
      const direction = meaning(DIRECTION, style.direction);
      this.rtl ||= direction !== 0;
      bits |= DIRECTED | direction;
    }
    let position = 0;
    if (display & BOX) {
      position = meaning(POSITION, style.position);
      if (!viewport) {
        bits |= position & WRITTEN;
        // A float is a block (CSS 2.2, 9.7).
        if (position === 0 && display & BLOCK) bits |= meaning(FLOATS, style.cssFloat);
        if (meaning(CONTENT_VISIBILITY, style.contentVisibility) !== 0 && !(named & ATTR_UNTIL_FOUND)) inside.hidden = true;
      }
    }
    if ((named & ATTR_POPOVER && onTop(element, ':popover-open')) || (tag & TAG_DIALOG && named & ATTR_OPENS && onTop(element, ':modal'))) {
      bits = (bits & ~STICKY) | OVERLAY;
    }
    if (!inside.folded && ((display & BOX && !(tag & TAG_UNMEASURED)) || tag & TAG_MEASURED)) {
      bits |= this.rect(element, tag, display, position, style, inside);
    }
    return inside.hidden ? bits | HIDDEN : bits;
  }

  /** Writes an element's rectangle, and determines whether it is invisible. */
  rect(element, tag, display, position, style, inside) {
    let rect;
    try {
      rect = element.getBoundingClientRect();
    } catch {
      // A control of the form shadows a property.
      return 0;
    }
    const { document } = inside;
    const viewport = (tag & TAG_VIEWPORT) !== 0;
    if (position & OVERLAY) {
      // Scripts that lock scrolling fix the body and move it up by the scrolled distance. Adding
      // that back puts the page where it was before.
      inside.x = tag & TAG_BODY ? -Math.fround(rect.x) : document.x;
      inside.y = tag & TAG_BODY ? -Math.fround(rect.y) : document.y;
    }
    if (this.measured + 4 > this.rects.length) {
      const larger = new Float32Array(2 * this.rects.length);
      larger.set(this.rects);
      this.rects = larger;
    }
    const { rects } = this;
    const at = this.measured;
    this.measured += 4;
    rects[at] = Math.fround(rect.x) + inside.x;
    rects[at + 1] = Math.fround(rect.y) + inside.y;
    rects[at + 2] = rect.width;
    rects[at + 3] = rect.height;
    if (!viewport && isOutOfSight(element, rects[at], rects[at + 1], rects[at + 2], rects[at + 3], position, style, document)) {
      inside.hidden = true;
    }
    // The root reports how far its document is scrolled; in quirks mode the body does so too
    // (CSSOM View, `scrollTop`).
    const scrolls = display & BOX && !(tag & TAG_MEASURED) && !(tag & TAG_ROOT) && !(tag & TAG_BODY && document.quirks);
    if (scrolls) inside.scroller = style;
    return RECT;
  }

  /** Returns the body of the document in a visible same-origin frame. */
  framed(frame, at, inside) {
    const [x, y, width, height] = this.rects.subarray(at, at + 4);
    if (width <= HAIRLINE || height <= HAIRLINE) return null;
    try {
      const inner = frame.contentDocument;
      const root = inner && own(inner, Document, 'documentElement');
      const body = inner && own(inner, Document, 'body');
      if (!root || !body) return null;
      const style = getComputedStyle(frame);
      const left = Math.fround(Math.fround(x + Math.fround(frame.clientLeft)) + px(style.paddingLeft));
      const top = Math.fround(Math.fround(y + Math.fround(frame.clientTop)) + px(style.paddingTop));
      this.document(this.enter(inner, root, left, top, inside));
      inside.assigned = [];
      return body;
    } catch {
      return null;
    }
  }

  /** Enters a document whose top left corner is at a point of the page; returns its base URL. */
  enter(document, root, left, top, inside) {
    const view = own(document, Document, 'defaultView');
    const body = own(document, Document, 'body');
    // A page that runs from right to left scrolls to the left (CSS Overflow, "scrollable
    // overflow"); the body's direction is the viewport's (CSS Writing Modes 8).
    const rtl = isRtl(root) || (body !== null && isRtl(body));
    this.rtl ||= rtl;
    const overflow = rtl ? root.scrollWidth - root.clientWidth : 0;
    inside.document = {
      x: Math.fround(left + Math.fround(view?.scrollX ?? 0)),
      y: Math.fround(top + Math.fround(view?.scrollY ?? 0)),
      // The left and top edge of the scrollable area.
      left: Math.fround(left - Math.fround(overflow)),
      top,
      quirks: own(document, Document, 'compatMode') === 'BackCompat',
    };
    inside.x = inside.document.x;
    inside.y = inside.document.y;
    return own(document, Node, 'baseURI') ?? '';
  }

  /** Writes the start of a document, and its base URL. */
  document(base) {
    this.room(2);
    this.numbers[this.used++] = DOCUMENT;
    this.numbers[this.used++] = base.length;
    this.strings.push(base);
  }

  /** Returns the first child in the flattened tree. */
  first(element, tag, inside) {
    if (tag & TAG_LEAF) return null;
    if (tag & TAG_SLOT) {
      const assigned = element.assignedNodes?.() ?? [];
      if (assigned.length > 0) {
        inside.assigned = assigned;
        inside.at = 1;
        return assigned[0];
      }
    }
    if (tag & TAG_FORM) return this.firstChild.call(element);
    const shadow = tag & TAG_HOST ? element.shadowRoot : null;
    return shadow ? shadow.firstChild : element.firstChild;
  }
}

/** Returns whether a script contains data about the page or a formula, renders formulas, or inserts a code snippet. */
function isKeptScript(script) {
  return meaning(SCRIPT_TYPE, script.getAttribute('type')) !== 0 || KEPT_SCRIPT.test(script.getAttribute('src') ?? '');
}

/** Returns an element's own declarations, in a document that isn't displayed. */
function stated(element, name, named) {
  let bits = 0;
  if (named & ATTR_DIRECTS) bits |= DIRECTED | meaning(DIRECTION, element.getAttribute('dir')?.toLowerCase());
  const hides = named & ATTR_HIDES && !(named & ATTR_UNTIL_FOUND);
  if (hides || name === 'noscript' || HIDING_STYLE.test(element.getAttribute('style') ?? '')) bits |= HIDDEN;
  return bits;
}

/** Returns the meaning of a keyword in one of the tables. */
function meaning(table, keyword) {
  return table.known.get(keyword) ?? table.other;
}

/**
 * Returns a property of a document with the getter of an interface; null if there is none. A
 * document's named images, forms, and frames shadow its own properties (HTML, "named access" on
 * `Document`).
 */
function own(document, { prototype }, property) {
  try {
    return Object.getOwnPropertyDescriptor(prototype, property).get.call(document) ?? null;
  } catch {
    return null;
  }
}

function isRtl(element) {
  try {
    return meaning(DIRECTION, getComputedStyle(element).direction) !== 0;
  } catch {
    return false;
  }
}

/** Returns whether an element is in the top layer, as the selector describes. */
function onTop(element, selector) {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** Returns a computed length; 0 for keywords and percentages. */
function px(value) {
  const length = value.endsWith('px') ? Number(value.slice(0, -2)) : 0;
  return Number.isFinite(length) ? Math.fround(length) : 0;
}

/**
 * Moves the content of a box by its scroll offset. The offset is read only once the box contains an
 * element, because most boxes contain only text. If one direction is `visible`, neither scrolls
 * (CSS Overflow 3.1), and reading the style is far cheaper than reading the offset of a box that
 * can't scroll.
 */
function scroll(box) {
  const { element, scroller } = box;
  box.scroller = null;
  if (meaning(OVERFLOW, scroller.overflowX) === 0) return;
  box.x = Math.fround(box.x + Math.fround(element.scrollLeft));
  box.y = Math.fround(box.y + Math.fround(element.scrollTop));
}

/** Returns whether a box is clipped to nothing or outside the scrollable area. */
function isOutOfSight(element, x, y, width, height, position, style, document) {
  const narrow = width <= HAIRLINE;
  const flat = height <= HAIRLINE;
  if (narrow || flat) {
    const clipsX = meaning(OVERFLOW, style.overflowX) !== 0;
    const clipsY = meaning(OVERFLOW, style.overflowY) !== 0;
    if ((narrow && flat && (clipsX || clipsY)) || (width === 0 && clipsX) || (height === 0 && clipsY)) return true;
  }
  if (position & MOVED && (isClippedAway(style.clip) || isInsetAway(style.clipPath))) return true;
  if (Math.fround(x + width) >= document.left && Math.fround(y + height) >= document.top) return false;
  // Content that overflows the box may still be visible.
  const right = Math.fround(x + Math.max(width, Math.fround(element.scrollWidth)));
  const bottom = Math.fround(y + Math.max(height, Math.fround(element.scrollHeight)));
  // If lines follow one another to the left, they are scrolled to in that direction.
  const leftward = right < document.left && (position & MOVED) === 0 && meaning(WRITING, style.writingMode) === VERTICAL_RL;
  return (right < document.left && !leftward) || bottom < document.top;
}

/**
 * Returns whether a computed `clip` leaves at most a hairline in one direction, as classes for
 * screen readers do (`rect(0px, 0px, 0px, 0px)`, `rect(1px, 1px, 1px, 1px)`).
 */
function isClippedAway(clip) {
  const edges = /^rect\((.*)\)$/.exec(clip)?.[1].split(/[, ]+/) ?? [];
  if (edges.length < 4 || !edges.slice(0, 4).every((edge) => edge.endsWith('px'))) return false;
  const [top, right, bottom, left] = edges.map(px);
  return right - left <= HAIRLINE || bottom - top <= HAIRLINE;
}

/** Returns whether a computed `clip-path` is an inset that leaves nothing (`inset(50%)`, `inset(100%)`). */
function isInsetAway(path) {
  return Number(/^inset\(([\d.]+)%\)$/.exec(path)?.[1] ?? 0) >= INSET_AWAY;
}
