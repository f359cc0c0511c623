// Locates the output of `./build.sh build` for tests and commands.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Complaint } from './complaint.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the folder of the published extension for a browser (`chromium` or `firefox`). Throws a Complaint if it
 * hasn't been built.
 */
export const builtExtension = (browser = 'chromium') => buildFolder('dist', browser);

/** Returns the folder of the test build, which has shorter timeouts; see extension/test-timeouts.mjs. */
export const testExtension = (browser) => buildFolder('dist-test', browser);

function buildFolder(build, browser) {
  const folder = join(root, build, browser);
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Complaint(`The extension is not built: ${folder} has no manifest.json. Run ./build.sh build first.`);
  }
  return folder;
}

/** Returns the zip file of the package for a browser. Throws a Complaint if there is none. */
export function packed(browser) {
  const file = join(root, 'dist', `pith-${browser}.zip`);
  if (!existsSync(file))
    throw new Complaint(`The extension is not packed: ${file} is missing. Run ./build.sh build first.`);
  return file;
}

/**
 * Returns the scripts of the core in a folder as one script. It sets `globalThis.pithCore`, and evaluates to `ready` or
 * `refused`.
 */
export const coreScripts = (folder) =>
  ['collector.js', 'glue.js', 'core-wasm.js'].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');

/** Returns the source of the core as a classic script that sets `globalThis.pithCore`. */
export function coreSource() {
  return coreScripts(builtExtension());
}

/** Returns the source of the core with all methods and the snapshot writer. Throws a Complaint if there is none. */
export function inspectionSource() {
  const folder = join(root, 'target/pith/inspection');
  if (!existsSync(join(folder, 'core-wasm.js'))) {
    throw new Complaint(
      `The core with all methods is not built: ${folder} has no core-wasm.js. Run cargo xtask inspection first.`,
    );
  }
  return coreScripts(folder);
}
