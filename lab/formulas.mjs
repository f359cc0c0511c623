// Checks the conversion from MathML to LaTeX by rendering the LaTeX.
//
//   cargo run --release -p lab -- formulas --data DATA --quiet | node lab/formulas.mjs [--most N] [--show N]
//
// Reads the output of `lab formulas`, renders the LaTeX to MathML with KaTeX, normalizes both, and
// compares. Normalization removes insignificant differences: boxes with one child, spaces, invisible
// operators, heights of brackets, and whether a letter is an operator. Fonts, structure, and all
// characters count. Prints the share of equal formulas, and the others by class; fails below 97 %.
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import katex from "katex";

const MIN_SAME_SHARE = 0.97;

const { values } = parseArgs({
  options: { most: { type: "string", default: "2000" }, show: { type: "string", default: "0" } },
});

/** Symbols with several equivalent code points: the canonical one, and the others. */
const SAME = new Map(
  Object.entries({
    "-": "−–‐",
    "*": "∗",
    "¯": "‾ˉ―_\u0304\u0305\u0332",
    "^": "ˆ\u0302",
    "~": "˜\u0303∼",
    "′": "'",
    "⋅": "·",
    "→": "\u20d7",
    "|": "∣",
    "‖": "∥",
    "⟨": "〈〈",
    "⟩": "〉〉",
    ".": "˙\u0307",
    "¨": "\u0308",
    "⊥": "⟂",
    "∙": "•",
    μ: "µ",
    Δ: "∆",
    Ω: "Ω",
    "/": "⁄∕",
    ":": "∶",
    "∖": "⧵",
    "˚": "\u030a",
    "ˇ": "\u030c",
    "˘": "\u0306",
    "´": "\u0301",
    "`": "\u0300",
  }).flatMap(([one, all]) => [...all].map((other) => [other, one])),
);

/** Unicode ranges of mathematical alphabets, with their MathML font. */
const FONTS = [
  [0x1d400, 0x1d433, "bold"],
  [0x1d434, 0x1d467, ""],
  [0x1d468, 0x1d49b, "bold-italic"],
  [0x1d49c, 0x1d503, "script"],
  [0x1d504, 0x1d537, "fraktur"],
  [0x1d538, 0x1d56b, "double-struck"],
  [0x1d56c, 0x1d59f, "fraktur"],
  [0x1d5a0, 0x1d66f, "sans-serif"],
  [0x1d670, 0x1d6a3, "monospace"],
  [0x1d6a8, 0x1d6e1, "bold"],
  [0x1d6e2, 0x1d71b, ""],
  [0x1d71c, 0x1d755, "bold-italic"],
  [0x1d7ce, 0x1d7d7, "bold"],
  [0x1d7d8, 0x1d7e1, "double-struck"],
];
const LETTERLIKE = new Map([
  ..."ℬℰℱℋℐℒℳℛℯℊℴ".split("").map((c) => [c, "script"]),
  ..."ℭℌℨ".split("").map((c) => [c, "fraktur"]),
  ..."ℂℍℕℙℚℝℤ".split("").map((c) => [c, "double-struck"]),
]);

const TAG = /<(\/?)([\w-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

/** Parses markup into a tree. */
function parse(markup) {
  const root = { name: "math", attrs: {}, children: [] };
  const open = [root];
  for (const [, end, name, attrs, empty, text] of markup.matchAll(TAG)) {
    const within = open[open.length - 1];
    if (text !== undefined) {
      within.children.push(decoded(text));
    } else if (end) {
      if (open.length > 1) open.pop();
    } else {
      const pairs = [...attrs.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
      const node = { name, attrs: Object.fromEntries(pairs.map((p) => [p[1], p[2] ?? p[3]])), children: [] };
      within.children.push(node);
      if (!empty) open.push(node);
    }
  }
  return root;
}

function decoded(text) {
  const names = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : decimal ? String.fromCodePoint(+decimal) : (names[name] ?? all),
  );
}

const textOf = (node) => (typeof node === "string" ? node : node.children.map(textOf).join(""));

/** Returns the characters of a token, each with its font. */
function characters(text, variant) {
  let out = "";
  for (const c of text.replace(/[\s\u00a0\u2061-\u2064\u200a-\u200d\u2009\u2002\u2003\ufe00-\ufe0f\u2005\u2004\u2006\u205f]/g, "")) {
    const code = c.codePointAt(0);
    const block = FONTS.find(([from, to]) => code >= from && code <= to);
    let font = block?.[2] ?? LETTERLIKE.get(c) ?? (/[\p{L}\p{N}]/u.test(c) ? (variant ?? "") : "");
    if (font === "normal" || font === "italic" || font === undefined) font = "";
    // Greek letters have only one bold style.
    if (font === "bold-italic") font = "bold";
    const plain = block || LETTERLIKE.has(c) || c === "ℎ" ? c.normalize("NFKC") : c;
    out += font ? `{${font}:${SAME.get(plain) ?? plain}}` : (SAME.get(plain) ?? plain);
  }
  return out.replaceAll("…", "...").replaceAll("⋯", "...").replaceAll("″", "′′").replaceAll("‴", "′′′").replaceAll("≔", ":=");
}

/** Returns the normalized form of a formula, for comparison. */
function form(node) {
  if (typeof node === "string") return characters(node);
  const children = node.children.filter((c) => typeof c !== "string" || c.trim());
  const all = () => children.map(form).join("");
  const slot = (i) => (children[i] ? form(children[i]) : "");
  switch (node.name) {
    case "mi":
    case "mo":
    case "mn":
    case "mtext":
    case "ms":
      return characters(textOf(node), node.attrs.mathvariant);
    case "annotation":
    case "annotation-xml":
    case "mspace":
    case "mphantom":
      return "";
    case "mfrac":
      return `${/^0/.test(node.attrs.linethickness ?? "") ? "B" : "F"}(${slot(0)};${slot(1)})`;
    case "msqrt":
      return `R(${all()};)`;
    case "mroot":
      return `R(${slot(0)};${slot(1)})`;
    case "msub":
    case "munder":
      return scripts(slot(0), slot(1), "");
    case "msup":
    case "mover":
      return scripts(slot(0), "", slot(1));
    case "msubsup":
    case "munderover":
      return scripts(slot(0), slot(1), slot(2));
    case "mmultiscripts":
      return multiscripts(children);
    case "mtable":
      return `T[${children.map(row).join("|")}]`;
    default:
      return all();
  }
}

/** Normalizes sub- and superscripts; merges those of two nested elements. */
function scripts(base, lower, upper) {
  const nested = /^S\((.*);(.*);(.*)\)$/s.exec(base);
  if (nested && depthless(nested)) {
    if (!nested[2] && !upper) return `S(${nested[1]};${lower};${nested[3]})`;
    if (!nested[3] && !lower) return `S(${nested[1]};${nested[2]};${upper})`;
  }
  if (!lower && !upper) return base;
  // Scripts of a bracketed group may be on its last bracket or on the whole group.
  if (/^\(.*\)$/s.test(base) && depthless(["", base.slice(1, -1).replaceAll(";", "")])) {
    return `${base.slice(0, -1)}S();${lower};${upper})`;
  }
  return `S(${base};${lower};${upper})`;
}

/** Returns whether each part of a match contains only complete forms. */
function depthless([, ...parts]) {
  return parts.every((part) => {
    let depth = 0;
    for (const c of part) {
      if (c === "(") depth += 1;
      if (c === ")") depth -= 1;
      if (depth < 0 || (c === ";" && depth === 0)) return false;
    }
    return depth === 0;
  });
}

function multiscripts([base, ...rest]) {
  const at = rest.findIndex((n) => n.name === "mprescripts");
  const after = at < 0 ? rest : rest.slice(0, at);
  const before = at < 0 ? [] : rest.slice(at + 1);
  let out = "";
  for (let i = 0; i < before.length; i += 2) out += scripts("", form(before[i]), before[i + 1] ? form(before[i + 1]) : "");
  let last = form(base);
  for (let i = 0; i < after.length; i += 2) {
    out += scripts(last, form(after[i]), after[i + 1] ? form(after[i + 1]) : "");
    last = "";
  }
  return out + last;
}

/** Normalizes a table row without empty cells at its ends, which only affect spacing. */
function row(node) {
  if (typeof node === "string") return "";
  const cells = node.children.filter((c) => typeof c !== "string").map(form);
  if (node.name !== "mtr" && cells.length > 1) cells.push(cells.shift());
  while (cells.length && cells[0] === "") cells.shift();
  while (cells.length && cells[cells.length - 1] === "") cells.pop();
  return cells.join("&");
}

/** Returns the feature of a formula that is the likely reason for a difference. */
function category({ mathml, tex }, rendered) {
  if (rendered === null) return "not rendered";
  for (const name of ["mtable", "mmultiscripts", "x-other", "munderover", "munder", "mover", "mphantom"]) {
    if (mathml.includes(`<${name}`)) return name;
  }
  if (/mathvariant/.test(mathml)) return "fonts";
  return tex === "" ? "empty" : "other";
}

const same = { count: 0 };
const others = new Map();
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (count >= Number(values.most)) continue;
  count += 1;
  const formula = JSON.parse(line);
  let rendered = null;
  let error = "";
  try {
    rendered = katex.renderToString(formula.tex, { output: "mathml", displayMode: true, strict: false });
  } catch (thrown) {
    error = thrown.message;
  }
  const from = form(parse(formula.mathml));
  const to = rendered === null ? null : form(parse(rendered));
  if (from === to) {
    same.count += 1;
    continue;
  }
  const name = category(formula, rendered);
  const list = others.get(name) ?? others.set(name, []).get(name);
  list.push({ ...formula, from, to, error });
}
console.log(`${same.count} of ${count} formulas are the same: ${((100 * same.count) / count).toFixed(2)} %`);
for (const [name, list] of [...others].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${String(list.length).padStart(5)} ${name}`);
  for (const { page, tex, from, to, error } of list.slice(0, Number(values.show))) {
    console.log(`      ${page}\n        ${tex}\n        ${from}\n        ${to ?? error}`);
  }
}
process.exitCode = count > 0 && same.count / count >= MIN_SAME_SHARE ? 0 : 1;
