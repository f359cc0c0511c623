// The contenders, each with the source to load in a page and the name of the global function to call.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { coreSource, root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';

const require = createRequire(import.meta.url);
const read = (path) => readFileSync(path, 'utf8');

/** Wraps a CommonJS script so that its exports are available in a page. */
const commonJs = (name) => `var module = { exports: {} }, exports = module.exports; ${read(require.resolve(name))}`;

export const PITH = 'Pith';
export const WALK = 'plain walk';
export const READABILITY = 'Readability.js';
export const DEFUDDLE = 'Defuddle';
export const NAMES = [WALK, PITH, READABILITY, DEFUDDLE];

export const contenders = () => ({
  [WALK]: { call: 'plainWalk', source: read(join(root, 'tests/bench/walk.js')) },
  [PITH]: {
    call: 'pith',
    source: `${coreSource()};
      globalThis.pith = () => {
        const detection = globalThis.pithCore.detect();
        const { wordCount } = detection.summary();
        detection.html();
        detection.removed();
        detection.free();
        return wordCount;
      };`,
  },
  [READABILITY]: {
    call: 'readability',
    source: `(() => { ${commonJs('@mozilla/readability/Readability.js')}
      globalThis.readability = () => new module.exports(document.cloneNode(true)).parse()?.length ?? 0; })();`,
  },
  [DEFUDDLE]: {
    call: 'defuddle',
    source: `(() => { ${commonJs('defuddle')}
      globalThis.defuddle = () => new module.exports(document, { url: location.href }).parse().wordCount; })();`,
  },
});

/** Matches the glue functions that call the collector. They get names, because browsers inline the collector there. */
const COLLECTING = /\bfunction(\([\w$,]+\)\{(?:return |const [\w$]+=)[\w$]+\.(collect|written\w+)\()/g;

/** Returns the shipped core as a contender, with names for its functions and for those of its glue. */
export function named() {
  const base64 = (name) => readFileSync(join(root, 'target/pith', name)).toString('base64');
  const { call, source } = contenders()[PITH];
  const parts = source.split(base64('core.wasm'));
  if (parts.length !== 2)
    throw new Complaint('The extension and the core are from different builds: run ./build.sh build.');
  const script = parts.join(base64('named.wasm'));
  return { call, source: script.replaceAll(COLLECTING, (_, rest, name) => `function ${name}${rest}`) };
}

/** Returns a script that applies user overrides to one detection: levels, a removed paragraph, and no overrides. */
export const decisions = () => `${coreSource()};
  (() => {
    let detection;
    let overrides = [];
    globalThis.found = () => {
      detection = globalThis.pithCore.detect();
      const [leaf] = detection.blocks().findLast(({ content }) => content).leaves;
      overrides = [[3], [1, leaf, 0], [2], [0], [1]];
      return detection.summary().wordCount;
    };
    globalThis.decide = () => {
      const [next, ...others] = overrides;
      overrides = [...others, next];
      detection.decide(new Uint32Array(next));
      return overrides.length;
    };
  })();`;

/** Returns a script that times the steps of a detection separately. */
export const steps = () => `${coreSource()};
  (() => {
    globalThis.steps = () => {
      const times = {};
      const timed = (name, step) => {
        const start = performance.now();
        const value = step();
        times[name] = performance.now() - start;
        return value;
      };
      const collector = new globalThis.pithCollector(document, []);
      timed('walk', () => collector.collect(Infinity));
      const written = timed('transfer', () => [collector.writtenNumbers().slice(), collector.writtenRects().slice(), collector.writtenText()]);
      const detection = timed('walk, transfer and detection', () => globalThis.pithCore.detect());
      timed('article', () => [detection.summary(), detection.html(), detection.removed()]);
      timed('blocks and fold', () => [detection.blocks(), detection.fold()]);
      detection.free();
      return { times, bytes: written.reduce((sum, part) => sum + part.byteLength, 0) };
    };
  })();`;
