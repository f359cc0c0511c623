// Counts what Pith costs, and fails if a count exceeds its limit in limits.json.
//
//     node tests/cost/cost.mjs [--raise REASON | --without-native]
//
// None of the counts is a time: the same source gives the same counts on a busy machine. `--raise` sets the limits to
// the counts, and records the reason for each increase. `--without-native` skips the instructions of the command line,
// which needs a separate build profile.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { builtExtension, packed, root } from '../browser/built.mjs';
import { Complaint, report } from '../browser/complaint.mjs';
import { firstClick } from './click.mjs';
import { callsPerElement } from './collector.mjs';
import { beyondReason, excess, raised } from './limits.mjs';
import { instructions } from './native.mjs';

const LIMITS = join(root, 'tests/cost/limits.json');
/** Elements of the page for clicks and collection. */
const ELEMENTS = 2_000;

async function main() {
  const { values } = parseArgs({
    options: { raise: { type: 'string' }, 'without-native': { type: 'boolean', default: false } },
  });
  const isWithoutNative = values['without-native'];
  if (isWithoutNative && values.raise !== undefined)
    throw new Complaint('--raise sets all limits: it needs all counts.');
  const limits = Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(LIMITS, 'utf8'))).filter(([name]) => !isWithoutNative || !isNative(name)),
  );
  const counts = { ...sizes(), ...(isWithoutNative ? {} : native()), ...(await inBrowser()) };
  for (const [name, count] of Object.entries(counts)) {
    const limit = limits[name]?.most;
    console.log(`  ${name.padEnd(58)}${shown(count).padStart(12)}${shown(limit).padStart(12)}`);
  }
  const unreasonable = beyondReason(counts);
  if (values.raise !== undefined && unreasonable.length === 0) {
    writeFileSync(LIMITS, `${JSON.stringify(raised(limits, counts, values.raise), null, 2)}\n`);
    return;
  }
  const faults = [...unreasonable, ...excess(limits, counts)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('Make it cheaper, or say why it has to cost more: node tests/cost/cost.mjs --raise REASON.');
    process.exitCode = 1;
  }
}

function sizes() {
  const wasm = readFileSync(join(root, 'target/pith/core.wasm'));
  const folder = builtExtension();
  const files = readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, file)));
  return {
    'core.wasm gzipped, bytes': gzipSync(wasm, { level: 9 }).length,
    'package zipped, bytes': statSync(packed('firefox')).size,
    'package unpacked, bytes': files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0),
  };
}

/** Suffix of the names of instruction counts. */
const INSTRUCTIONS = ', millions';

const isNative = (name) => name.endsWith(INSTRUCTIONS);

function native() {
  const counts = {};
  for (const { page, all, steps } of instructions()) {
    counts[`${page}: instructions${INSTRUCTIONS}`] = all;
    for (const [step, count] of steps) if (count !== null) counts[`${page}: ${step}${INSTRUCTIONS}`] = count;
  }
  return counts;
}

async function inBrowser() {
  const { injected, scripts, messages, functions, bytes, styles, layouts } = await firstClick(ELEMENTS);
  return {
    'first click: bytes injected': injected,
    'first click: bytes of scripts before the paint': scripts,
    'first click: messages read from files': messages,
    'first click: functions of the core compiled': functions,
    'first click: bytes of the core compiled': bytes,
    'first click: styles computed for our scripts': styles,
    'first click: layouts for our scripts': layouts,
    'collector: calls into the browser per element': await callsPerElement(ELEMENTS),
  };
}

function shown(count) {
  if (count === undefined) return '–';
  return Number.isInteger(count) ? String(count) : count.toFixed(2);
}

main().catch(report);
