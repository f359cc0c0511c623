// Imports between the files of the extension form no circle, imports of types included: of two files one knows the other.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

const extension = fileURLToPath(new URL('../../extension', import.meta.url));

/** Returns the files of the project in a folder, each with those of them that it imports or exports from. */
function importsIn(folder) {
  const api = new API({ cwd: folder });
  try {
    const config = join(folder, 'tsconfig.json');
    const { program } = api.updateSnapshot({ openProject: config }).getProject(config);
    const isInFolder = (file) => !relative(folder, file).startsWith('..');
    const files = program.getSourceFileNames().filter(isInFolder).toSorted();
    return new Map(
      files.map((file) => [
        file,
        specifiersOf(program.getSourceFile(file)).map((path) => resolve(dirname(file), path)),
      ]),
    );
  } finally {
    api.close();
  }
}

/** Returns the paths of what a file imports or exports from: statements, `import()` in code, `import()` as a type. */
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

/** Returns the circles that are met on the way through the imports, each as the files that import one another in turn. */
function circlesIn(folder) {
  const imports = importsIn(folder);
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

test('the check finds circles of every kind of import', () => {
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
      assert.deepEqual(circlesIn(folder), [['src/a.ts', 'src/inner/b.ts', 'src/c.ts']], back);
    });
  }
});

test('two ways to one file are no circle', () => {
  const files = {
    'src/a.ts': 'import "./b.ts"; import "./c.ts";',
    'src/b.ts': 'import "./c.ts";',
    'src/c.ts': 'export {};',
  };
  withProject(files, (folder) => assert.deepEqual(circlesIn(folder), []));
});

test('the files of the extension import one another in no circle', () => {
  const imports = importsIn(extension);
  assert.ok(imports.size > 40, `${imports.size} files`);
  const found = [...imports.values()].flat().length;
  assert.ok(found > imports.size, `${found} imports`);
  assert.deepEqual(circlesIn(extension), []);
});
