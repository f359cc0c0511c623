// Checks the wasm of the cores against Safari's features, according to `@mdn/browser-compat-data`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import binaryen from 'binaryen';
import { root } from '../browser/built.mjs';

const { webassembly } = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The oldest Safari that must run the cores. */
const SAFARI = 16.4;

/** Features by their names in the data. Mutable globals aren't listed there: Safari supports them since 13.1. */
const FEATURES = {
  'bulk-memory-operations': ['BulkMemory', 'BulkMemoryOpt'],
  'fixed-width-SIMD': ['SIMD128'],
  'multi-value': ['Multivalue'],
  'non-trapping-float-to-int-conversions': ['NontrappingFPToInt'],
  'reference-types': ['ReferenceTypes', 'CallIndirectOverlong'],
  'sign-extension-operations': ['SignExt'],
};

/** Returns whether a module is valid with only these features. */
function isValid(bytes, names) {
  const module = binaryen.readBinary(bytes);
  const features = names.map((name) => binaryen.Features[name]).filter((bit) => bit !== undefined);
  module.setFeatures(features.reduce((all, bit) => all | bit, binaryen.Features.MVP));
  const valid = module.validate() === 1;
  module.dispose();
  return valid;
}

const supported = Object.entries(FEATURES)
  .filter(([name]) => Number(webassembly[name].__compat.support.safari.version_added) <= SAFARI)
  .flatMap(([, names]) => names);

for (const [name, file] of [
  ['core', 'core.wasm'],
  ['core that writes files', 'export/core.wasm'],
]) {
  test(`the ${name} uses only wasm features that Safari ${SAFARI} supports`, (t) => {
    const bytes = readFileSync(join(root, 'target/pith', file));
    // Otherwise the errors would be printed.
    t.mock.method(console, 'error', () => {});
    const used = [...supported, 'MutableGlobals'];
    assert.ok(isValid(bytes, used));
    if (name === 'core') {
      const without = used.filter((feature) => feature !== 'SIMD128');
      assert.ok(!isValid(bytes, without), 'without vectors it is invalid, so the check can fail');
    }
  });
}
