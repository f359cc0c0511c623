/**
 * Builds the demonstration page into dist-www: its own files, the core with all methods, and the
 * samples. Most samples are test pages.
 *
 *     node www/build.mjs [--out FOLDER]
 */

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import esbuild from "esbuild";
import { sample, samples } from "./samples.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const { values: options } = parseArgs({ options: { out: { type: "string", default: join(root, "dist-www") } } });
const out = (...names) => join(options.out, ...names);

rmSync(options.out, { recursive: true, force: true });
mkdirSync(out("pages"), { recursive: true });

await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts", "src/style.css"],
  outdir: options.out,
  bundle: true,
  minify: true,
  format: "esm",
  // DOMPurify is fetched only if the browser lacks `setHTML`.
  splitting: true,
  target: ["chrome140", "firefox140"],
  charset: "utf8",
  legalComments: "linked",
  logLevel: "warning",
});

for (const [from, to] of [
  ["www/index.html", "index.html"],
  ["target/pith/inspection/collector.js", "collector.js"],
  ["target/pith/inspection/glue.js", "glue.js"],
  ["target/pith/inspection/core-wasm.js", "core-wasm.js"],
  ["extension/icons/pith.svg", "pith.svg"],
  ["tests/pages/media", "pages/media"],
]) {
  cpSync(join(root, from), out(to), { recursive: true });
}

for (const { name, file } of samples) {
  writeFileSync(out(file), sample(name));
}
