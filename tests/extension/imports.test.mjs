// Imports between the extension's files, including imports of types: they have no cycles, and don't cross process
// boundaries.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const extension = fileURLToPath(new URL('../../extension', import.meta.url));

/** Folders whose files run in one process of the browser. Each has its own tsconfig.json. */
const PROCESSES = ['background', 'content', 'pages'];

/**
 * The folders, besides its own, from which the files of a folder may import. Files outside folders can be imported
 * everywhere.
 */
const REACH = {
  background: ['shared'],
  content: ['shared', 'ui'],
  pages: ['shared', 'ui'],
  ui: ['shared'],
  shared: [],
  // The table of parts.
  '': ['shared'],
};

/**
 * Returns the files of the projects below a folder, each with the project files from which it imports or re-exports.
 */
function importsIn(folder, projects) {
  const api = new API({ cwd: folder });
  try {
    const all = new Map();
    for (const project of projects) {
      const config = join(folder, project, 'tsconfig.json');
      const { program } = api.updateSnapshot({ openProject: config }).getProject(config);
      const isInFolder = (file) => !relative(folder, file).startsWith('..');
      for (const file of program.getSourceFileNames().filter(isInFolder).toSorted()) {
        all.set(
          file,
          specifiersOf(program.getSourceFile(file)).map((path) => resolve(dirname(file), path)),
        );
      }
    }
    return all;
  } finally {
    api.close();
  }
}

/** Returns the imports that cross a boundary, as `FILE: IMPORTED`. */
function crossings(folder, imports) {
  const sources = join(folder, 'src');
  const roomOf = (file) => {
    const path = relative(sources, file).split(sep);
    return path.length > 1 ? path[0] : '';
  };
  const isAllowed = (from, to) => to === '' || from === to || (REACH[from] ?? []).includes(to);
  const inside = (file) => !relative(sources, file).startsWith('..');
  return [...imports].flatMap(([file, imported]) =>
    imported
      .filter((target) => inside(target) && !isAllowed(roomOf(file), roomOf(target)))
      .map((target) => `${relative(sources, file)}: ${relative(sources, target)}`),
  );
}

/**
 * Returns the paths from which a file imports or re-exports: in statements, in `import()`, and in types with
 * `import()`.
 */
function specifiersOf(file) {
  const found = [];
  const visit = (node) => {
    const specifier =
      node.moduleSpecifier ??
      (node.kind === SyntaxKind.ImportType ? node.argument.literal : undefined) ??
      (node.kind === SyntaxKind.CallExpression && node.expression.kind === SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined);
    if (specifier?.text?.startsWith('.')) found.push(specifier.text);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

/** Returns the cycles found along the imports, each as the files in it, in order. */
function circlesIn(folder, imports) {
  const circles = [];
  const done = new Set();
  const follow = (file, way) => {
    const from = way.indexOf(file);
    if (from >= 0) circles.push(way.slice(from).map((name) => relative(folder, name)));
    if (from >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return circles;
}

/** Calls back with a project of these files. */
function withProject(files, use) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-imports-'));
  try {
    const options = { allowImportingTsExtensions: true, module: 'preserve', noEmit: true, noLib: true, types: [] };
    const all = { 'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }), ...files };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the check finds cycles of every kind of import', () => {
  for (const back of [
    'import "./a.ts";',
    'import { a } from "./a.ts"; console.log(a);',
    'import type { A } from "./a.ts"; export const a: A = 1;',
    'import { type A, a } from "./a.ts"; export const b: A = a;',
    'export type { A } from "./a.ts";',
    'export * from "./a.ts";',
    'export const a: import("./a.ts").A = 1;',
    'export const a = () => import("./a.ts");',
  ]) {
    const files = {
      'src/a.ts': 'import "./inner/b.ts"; export type A = number; export const a: A = 1;',
      'src/inner/b.ts': 'import "../c.ts";',
      'src/c.ts': back,
    };
    withProject(files, (folder) => {
      assert.deepEqual(circlesIn(folder, importsIn(folder, ['.'])), [['src/a.ts', 'src/inner/b.ts', 'src/c.ts']], back);
    });
  }
});

test("two import paths to one file aren't a cycle", () => {
  const files = {
    'src/a.ts': 'import "./b.ts"; import "./c.ts";',
    'src/b.ts': 'import "./c.ts";',
    'src/c.ts': 'export {};',
  };
  withProject(files, (folder) => assert.deepEqual(circlesIn(folder, importsIn(folder, ['.'])), []));
});

test('an import across a process boundary is found', () => {
  const files = {
    'src/parts.ts': 'export {};',
    'src/shared/names.ts': 'import "../parts.ts"; import "./more.ts"; import "../ui/build.ts";',
    'src/shared/more.ts': 'export {};',
    'src/ui/build.ts': 'import "../shared/names.ts"; export const a: import("../content/shell.ts").A = 1;',
    'src/content/shell.ts': 'import "../ui/build.ts"; import "./dom/nodes.ts"; export type A = number;',
    'src/content/dom/nodes.ts': 'export type { B } from "../../pages/options.ts";',
    'src/pages/options.ts': 'import "../shared/names.ts"; export type B = number;',
    'src/background/rpc.ts': 'import "../ui/build.ts"; import "../../outside.ts";',
    'outside.ts': 'export {};',
  };
  withProject(files, (folder) =>
    assert.deepEqual(crossings(folder, importsIn(folder, ['.'])).toSorted(), [
      'background/rpc.ts: ui/build.ts',
      'content/dom/nodes.ts: pages/options.ts',
      'shared/names.ts: ui/build.ts',
      'ui/build.ts: content/shell.ts',
    ]),
  );
});

/** The imports of the whole extension. */
const own = importsIn(
  extension,
  PROCESSES.map((name) => join('src', name)),
);

test('every file of the extension belongs to a process', () => {
  const found = [...own.keys()].map((file) => relative(extension, file)).filter((file) => /(?<!\.d)\.ts$/.test(file));
  const all = readdirSync(join(extension, 'src'), { recursive: true })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => join('src', file));
  assert.deepEqual(found.toSorted(), all.toSorted());
});

test('the extension has no import cycles', () => {
  assert.ok(own.size > 40, `${own.size} files`);
  const found = [...own.values()].flat().length;
  assert.ok(found > own.size, `${found} imports`);
  assert.deepEqual(circlesIn(extension, own), []);
});

test('extension files import only from their own process and shared folders', () => {
  assert.deepEqual(crossings(extension, own), []);
});

/** Returns the top-level declarations of files. */
function declarationsIn(texts) {
  const form =
    /^(export )?(?:default )?(?:async )?(?:abstract )?(interface|type|enum|class|const|let|function\*?) (\w+)/gm;
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(form)].map(([, exported, kind, name]) => ({
      file,
      name,
      isExported: exported !== undefined,
      isType: ['interface', 'type', 'enum', 'class'].includes(kind),
    })),
  );
}

/** Returns the scripts below a folder by path, without declarations of processes. */
function textsBelow(folder, ending) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => ending.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Returns types that share a name. */
function sharedNames(declarations) {
  const types = declarations.filter(({ isType }) => isType);
  return types.filter((one) => types.some((other) => other !== one && other.name === one.name)).map(({ name }) => name);
}

/** Returns exports whose name appears in no other text. */
function unusedExports(declarations, texts) {
  const words = [...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]);
  return declarations
    .filter(({ isExported }) => isExported)
    .filter(({ file, name }) => !words.some(([other, known]) => other !== file && known.has(name)))
    .map(({ file, name }) => `${file}: ${name}`);
}

test('each type in the extension has a unique name, and each export is used', () => {
  const texts = textsBelow(join(extension, 'src'), /(?<!\.d)\.ts$/);
  const declarations = declarationsIn(texts);
  assert.ok(declarations.length > 1_000, `only ${declarations.length} declarations were found`);
  assert.deepEqual(sharedNames(declarations), []);
  const tests = textsBelow(join(extension, '../tests/extension'), /\.mjs$/);
  const build = textsBelow(extension, /^[^/\\]+\.mjs$/);
  assert.deepEqual(unusedExports(declarations, new Map([...texts, ...build, ...tests])), []);
});

test('icons come from the icon set, and only the welcome page has other drawings', () => {
  const texts = textsBelow(join(extension, 'src'), /\.ts$/);
  const drawing = [...texts].filter(([, text]) => /["'`]M-?[\d.]+ ?-?[\d.]+ ?[a-z]/i.test(text)).map(([file]) => file);
  assert.deepEqual(drawing.toSorted(), ['pages/welcome/welcome.ts', 'ui/icons.ts']);
});

test('the check finds types that share a name, and unused exports', () => {
  const texts = new Map([
    ['src/a.ts', 'export interface Row {}\nexport const used = 1;\nexport const unused = 2;'],
    ['src/c.ts', 'class Row {}\nconsole.log(used);'],
  ]);
  const declarations = declarationsIn(texts);
  assert.deepEqual(sharedNames(declarations), ['Row', 'Row']);
  assert.deepEqual(unusedExports(declarations, texts), ['src/a.ts: unused']);
});
