// Collects the names that scripts, pages, and style sheets use and define: elements, classes, ids, attributes, files,
// and globals shared by our scripts.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { parse } from 'acorn';
import { ancestor } from 'acorn-walk';
import { parse as parseSelector } from 'css-what';
import esbuild from 'esbuild';
import { Parser } from 'htmlparser2';
import postcss from 'postcss';

/** Placeholder for values that are only known at runtime. */
export const ANY = 'any-name';

/** Calls that take a selector, with the index of that argument: methods, and functions of `nodes.ts`. */
const METHODS = {
  querySelector: 0,
  querySelectorAll: 0,
  matches: 0,
  closest: 0,
  $: 0,
  $$: 0,
  $eval: 0,
  $$eval: 0,
  waitForSelector: 0,
  inClosedRoot: 1,
};
const FUNCTIONS = { matches: 1, closest: 1, elements: 0, elementsOfFragment: 1 };

/** Calls that create an element. */
const MAKES_ELEMENT = new Set(['createElement', 'element', 'svgElement']);

const FILE =
  /^(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.(?:css|gz|html?|js|json|mjs|png|jpe?g|rs|svg|toml|ts|txt|wasm|webm|webp)$/;

/** Matches texts that may be selectors: with a combinator, or a class, id, or attribute. */
const SELECTOR = /^(?!\.+\/)[^\n]* [>+~] |^[a-z0-9]*\[[a-z-]+(?:=["\w-]+)?\]|^[a-z0-9]*[.#][a-z][\w-]*(?:$|[ .:[])/;

/** Matches file extensions and host suffixes, which look like classes. */
const ENDING = /^(?:\.(?:css|gz|html?|ico|js|localhost|mjs|png|rs|snap|ts|txt|wasm))+$/;

/** Matches names shared by our scripts: own properties of the global object, and names in style sheets. */
const OURS = /(?<!-)\bpith(?:-[a-z]+)+\b(?!-)|\bpith[A-Z]\w*/g;

/** Names of several kinds, each with the files that contain it. */
export class Names {
  #kinds = new Map();

  add(kind, name, file) {
    if (name === ANY) return;
    const names = this.#kinds.get(kind) ?? new Map();
    this.#kinds.set(kind, names.set(name, (names.get(name) ?? new Set()).add(file)));
  }

  /** Returns whether a name exists. A partly known name matches any name of its form. */
  has(kind, name) {
    return this.of(kind).some((other) => other === name || form(other).test(name) || form(name).test(other));
  }

  of(kind) {
    return [...(this.#kinds.get(kind)?.keys() ?? [])];
  }

  *[Symbol.iterator]() {
    for (const [kind, names] of this.#kinds) {
      for (const [name, files] of names) yield { kind, name, files: [...files] };
    }
  }
}

/** Returns a pattern for a partly known name. It matches nothing if all or too little of the name is known. */
function form(name) {
  if (!name.includes(ANY) || !/[a-z]{3}/.test(name.replaceAll(ANY, ''))) return /^\b$/;
  return new RegExp(
    `^${name
      .split(ANY)
      .map((part) => part.replace(/\W/g, '\\$&'))
      .join('.+')}$`,
  );
}

/** Returns the kinds of definitions that satisfy a use of some kind. A word can become a name of any kind. */
function kindsOf(kind) {
  return kind === 'ours' ? ['ours', 'word', 'class', 'property'] : [kind, 'word'];
}

/** Used names and defined names. */
export class Uses {
  /** Whether any word in a script counts as a defined name, because names may be built from parts. */
  #takesWords;
  used = new Names();
  made = new Names();
  /** Whether a script derives names of data attributes from keys. */
  keysAreData = false;
  /** Texts that may be selectors, with their files. */
  #texts = [];

  constructor(takesWords = false) {
    this.#takesWords = takesWords;
  }

  /** Returns the names that are used, but not defined here or in any of `others`. */
  missing(others) {
    const all = [this, ...others];
    const isPrefix = (name) => all.some(({ made }) => made.of('element').some((element) => element.startsWith(name)));
    const isThere = (kind, name) => all.some(({ made }) => kindsOf(kind).some((other) => made.has(other, name)));
    // If scripts derive names of data attributes from keys, any key may be one.
    const isData = (name) =>
      name.startsWith('data-') && all.some(({ made, keysAreData }) => keysAreData && made.has('key', name.slice(5)));
    const isMade = (kind, name) =>
      kind === 'prefix' ? isPrefix(name) : isThere(kind, name) || (kind === 'attribute' && isData(name));
    const isElement = (name) => all.some(({ made }) => made.of('element').includes(name));
    const confirmed = new Uses();
    for (const { text, file } of this.#texts) {
      const probe = new Uses();
      const isSelector = probe.readSelector(text, file);
      if (isSelector && (/ [>+~] /.test(text) || probe.used.of('element').every(isElement)))
        confirmed.readSelector(text, file);
    }
    return [...this.used, ...confirmed.used].filter(({ kind, name }) => kind !== 'file' && !isMade(kind, name));
  }

  /** Reads scripts, style sheets, and pages below a folder. Their paths are relative to `root`. */
  readFolder(folder, root, isWanted = () => true) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const file = relative(root, path);
      if (entry.isFile() && isWanted(file)) this.read(readFileSync(path, 'utf8'), file);
    }
    return this;
  }

  read(text, file) {
    const kind = extname(file);
    if (kind === '.mjs' || kind === '.js') new Script(text, file, this).read();
    if (kind === '.ts') new Script(esbuild.transformSync(text, { loader: 'ts' }).code, file, this).read();
    if (kind === '.css') this.readSheet(text, file);
    if (kind === '.html') this.readMarkup(text, file);
    if (kind === '.rs') for (const [, name] of text.matchAll(/"(pith-[a-z-]+)"/g)) this.made.add('class', name, file);
  }

  /** Adds the words of a text in a script. */
  takeWords(text, file) {
    if (this.#takesWords) for (const word of text.split(/\s+/)) this.made.add('word', word, file);
  }

  /** Adds a text that may be a selector. */
  perhaps(text, file) {
    this.#texts.push({ text, file });
  }

  readMarkup(text, file) {
    const parser = new Parser({
      onopentag: (name, attributes) => {
        this.made.add('element', name, file);
        for (const [attribute, value] of Object.entries(attributes)) this.makeAttribute(attribute, value, file);
      },
    });
    parser.end(text);
  }

  makeAttribute(name, value, file) {
    this.made.add('attribute', name, file);
    if (name === 'id') this.made.add('id', value, file);
    else for (const word of value.split(/\s+/)) this.made.add(name === 'class' ? 'class' : 'value', word, file);
  }

  readSheet(text, file) {
    const sheet = postcss.parse(text);
    sheet.walkRules(({ selector, parent }) => {
      if (!/keyframes$/.test(parent?.name ?? '')) this.readSelector(selector, file);
    });
    sheet.walkAtRules(/^keyframes$/, ({ params }) => this.made.add('animation', params, file));
    sheet.walkDecls((declaration) => {
      if (declaration.prop.startsWith('--')) this.made.add('property', declaration.prop, file);
      for (const [, name] of declaration.value.matchAll(/var\((--[\w-]+)/g)) this.used.add('property', name, file);
    });
  }

  /** Adds the names in a selector as used. Returns false if the text isn't a selector. */
  readSelector(text, file) {
    try {
      const tokens = parseSelector(text.replaceAll('&', '*')).flat();
      for (const token of tokens) this.#readToken(token, file);
      return true;
    } catch {
      return false;
    }
  }

  #readToken({ type, name, action, value, data }, file) {
    if (type === 'tag') this.used.add('element', name, file);
    else if (name === 'class' || name === 'id') {
      const isWhole = action === 'element' || action === 'equals';
      for (const word of isWhole ? value.split(/\s+/) : []) this.used.add(name, word, file);
    } else if (type === 'attribute') {
      this.used.add('attribute', name, file);
      if (name.startsWith('data-') && action === 'equals') this.used.add('value', value, file);
    } else if (name === 'highlight') {
      this.used.add('ours', data, file);
    } else if (Array.isArray(data)) {
      for (const token of data.flat()) this.#readToken(token, file);
    } else if (name === 'slotted' || name === 'host' || name === 'host-context') {
      this.readSelector(data, file);
    }
  }
}

/** Adds the names in a script to `uses`. */
class Script {
  #file;
  #uses;
  #tree;
  /** String nodes whose meaning is known from their context. */
  #understood = new Set();
  /** Values of constants. */
  #constants = new Map();

  constructor(text, file, uses) {
    this.#file = file;
    this.#uses = uses;
    this.#tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  }

  read() {
    const strings = [];
    ancestor(this.#tree, {
      VariableDeclarator: ({ id, init }) => {
        if (id.type === 'Identifier' && init?.type === 'Literal') this.#constants.set(id.name, init.value);
      },
      ImportDeclaration: ({ source }) => this.#understood.add(source),
    });
    ancestor(this.#tree, {
      CallExpression: (node) => this.#readCall(node),
      BinaryExpression: ({ left, right }) => this.#readComparison(left, right),
      AssignmentExpression: ({ left, right }) => this.#readAssignment(left, right),
      MemberExpression: (node, _, above) => this.#readMember(node, above.at(-2)),
      Property: ({ key, value }) => this.#readProperty(key, value),
      Literal: (node) => {
        if (typeof node.value === 'string') strings.push(node);
        if (typeof node.value === 'number') this.#uses.takeWords(String(node.value), this.#file);
      },
      TemplateLiteral: (node) => strings.push(node),
    });
    for (const node of strings) if (!this.#understood.has(node)) this.#readText(this.#textOf(node));
  }

  #use(kind, name) {
    this.#uses.used.add(kind, name, this.#file);
  }

  #make(kind, name) {
    this.#uses.made.add(kind, name, this.#file);
  }

  /** Returns the text of a string, with ANY for unknown parts; null for other nodes. */
  #textOf(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
    if (node?.type !== 'TemplateLiteral') return null;
    const values = node.expressions.map((value) => this.#constants.get(value.name) ?? ANY);
    return node.quasis.map(({ value }, i) => value.cooked + (values[i] ?? '')).join('');
  }

  #readCall({ callee, arguments: values }) {
    if (nameOf(callee) === 'assign' && nameOf(values[0]) === 'dataset' && values[1]?.type === 'ObjectExpression')
      for (const { key } of values[1].properties) this.#make('attribute', `data-${key.name}`);
    const isMethod = callee.type === 'MemberExpression';
    const name = isMethod ? callee.property.name : callee.name;
    const place = isMethod ? METHODS[name] : FUNCTIONS[name];
    const selector = this.#textOf(values[place]);
    if (selector !== null) {
      this.#understood.add(values[place]);
      if (!this.#uses.readSelector(selector, this.#file)) this.#use('selector', selector);
    }
    const [first, second] = values.map((value) => this.#textOf(value));
    if (first === null || first === undefined) return;
    if (MAKES_ELEMENT.has(name)) this.#make('element', first);
    else if (name === 'getElementById') this.#use('id', first);
    else if (/^(?:get|has|remove)Attribute$/.test(name)) this.#use('attribute', first);
    else if (name === 'setProperty') this.#make('property', first);
    else if (name === 'getPropertyValue') this.#use('property', first);
    else if (name === 'mkdtempSync' || name === 'join') {
      // File system paths.
    } else if (name === 'setAttribute') this.#uses.makeAttribute(first, second ?? ANY, this.#file);
    else if (name === 'contains' && callee.object.property?.name === 'classList') this.#use('class', first);
    else if (name === 'startsWith' && isLocalName(callee.object)) this.#use('prefix', first);
    else return;
    this.#understood.add(values[0]);
  }

  #readComparison(left, right) {
    for (const [key, value] of [
      [left, right],
      [right, left],
    ]) {
      const text = this.#textOf(value);
      if (text === null) continue;
      if (isLocalName(key)) this.#use('element', text.toLowerCase());
      else if (nameOf(key) === 'className') for (const word of text.split(/\s+/)) this.#use('class', word);
      else if (nameOf(key) === 'animationName') this.#use('animation', text);
      else continue;
      this.#understood.add(value);
    }
  }

  #readAssignment(left, right) {
    const name = nameOf(left);
    if (left.computed && nameOf(left.object) === 'dataset') this.#uses.keysAreData = true;
    if (name && isOurs(name)) this.#make('ours', name);
    if (name && /^aria[A-Z]/.test(name)) this.#make('attribute', `aria-${name.slice(4).toLowerCase()}`);
    const text = this.#textOf(right);
    if (text === null) return;
    if (name === 'className') for (const word of text.split(/\s+/)) this.#make('class', word);
    else if (name === 'id') this.#make('id', text);
    else if (nameOf(left.object) === 'dataset') this.#make('value', text);
    else return;
    this.#understood.add(right);
  }

  #readMember(node, above) {
    const name = nameOf(node);
    if (name === null) return;
    if (nameOf(node.object) === 'dataset') {
      const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (above?.type === 'AssignmentExpression' && above.left === node) this.#make('attribute', attribute);
      else this.#use('attribute', attribute);
    } else if (isOurs(name) && !(above?.type === 'AssignmentExpression' && above.left === node))
      this.#use('ours', name);
  }

  #readProperty(key, value) {
    const name = key.name ?? key.value;
    const text = this.#textOf(value);
    if (typeof name !== 'string') return;
    if (name === 'globalName' && text) this.#make('ours', text);
    else if (text !== null && /^(?:class|id|className|data-[\w-]+)$/.test(name)) {
      this.#understood.add(value);
      this.#uses.makeAttribute(name === 'className' ? 'class' : name, text, this.#file);
    } else if (/^(?:data-|aria-)/.test(name)) this.#make('attribute', name);
    else {
      this.#make('key', name);
      this.#uses.takeWords(name, this.#file);
    }
  }

  /** Reads a text whose context doesn't determine its meaning. */
  #readText(text) {
    if (/<[a-z][^<]*>/i.test(text)) {
      this.#uses.readMarkup(text, this.#file);
      return;
    }
    for (const [name] of text.matchAll(OURS)) this.#use('ours', name);
    const [path] = text.split(/[?#]/);
    if (FILE.test(path)) this.#use('file', path);
    else if (/^\/[\w-]+\.html$/.test(path)) this.#make('file', path.slice(1));
    else if (SELECTOR.test(text) && !ENDING.test(text)) this.#uses.perhaps(text, this.#file);
    else this.#uses.takeWords(text, this.#file);
  }
}

function isOurs(name) {
  return /^pith[A-Z]/.test(name);
}

/** Returns the last name of an expression; null if it isn't static. */
function nameOf(node) {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'ChainExpression') return nameOf(node.expression);
  if (node?.type !== 'MemberExpression') return null;
  return node.computed ? null : (node.property.name ?? null);
}

function isLocalName(node) {
  const name = node?.type === 'CallExpression' ? nameOf(node.callee) : nameOf(node);
  return name === 'localName' || name === 'tagName' || name === 'nodeName';
}
