/**
 * Builds the npm package into dist-npm/package from the cores built by `cargo xtask npm`, and packs it in dist-npm.
 *
 *     node packages/npm/build.mjs
 */

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const dist = join(root, "dist-npm");
const out = join(dist, "package");

rmSync(dist, { recursive: true, force: true });
const cores = join(root, "target/pith/npm");
const modules = join(cores, "modules");
rmSync(modules, { recursive: true, force: true });
const tsc = ["-p", here, "--outDir", modules, "--declarationDir", out];
execFileSync(join(root, "node_modules/.bin/tsc"), tsc, { stdio: "inherit" });
for (const core of ["dom", "html"]) {
  for (const file of ["glue.js", "bytes.js"]) cpSync(join(cores, core, file), join(modules, core, file));
  const files = ["core.wasm", "core.d.ts", "glue.d.ts", "third-parties.txt"];
  for (const file of files) cpSync(join(cores, core, file), join(out, core, file));
}
// Splitting keeps shared modules shared at runtime: the error class, and the state of the wasm.
buildSync({
  entryPoints: ["dom", "dom/inline", "html", "html/inline"].map((entry) => join(modules, `${entry}.js`)),
  outbase: modules,
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: "shared/[hash]",
  format: "esm",
  minify: true,
  target: "es2022",
});
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, file), join(out, file));
cpSync(join(here, "README.md"), join(out, "README.md"));

const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8")) ?? [];
const { name, description, ...rest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ name, version, description, ...rest }, null, 2)}\n`);
execFileSync("npm", ["pack", "--silent", "--pack-destination", dist], { cwd: out, stdio: "ignore" });
