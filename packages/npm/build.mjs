/**
 * Builds the npm package into dist-npm/package, of the cores that `cargo xtask npm` has made, and packs it beside that.
 *
 *     node packages/npm/build.mjs
 */

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const dist = join(root, "dist-npm");
const out = join(dist, "package");

rmSync(dist, { recursive: true, force: true });
execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", here], { stdio: "inherit" });
// The declarations keep the comments.
const options = { minify: true, target: "es2022" };
for (const name of readdirSync(out, { recursive: true })) {
  if (!name.endsWith(".js")) continue;
  const file = join(out, name);
  writeFileSync(file, transformSync(readFileSync(file, "utf8"), options).code);
}
for (const core of ["dom", "html"]) {
  const files = ["core.wasm", "core.d.ts", "glue.js", "glue.d.ts", "bytes.js", "bytes.d.ts", "third-parties.txt"];
  for (const file of files) cpSync(join(root, "target/pith/npm", core, file), join(out, core, file));
}
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, file), join(out, file));
cpSync(join(here, "README.md"), join(out, "README.md"));

const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8")) ?? [];
const { name, description, ...rest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ name, version, description, ...rest }, null, 2)}\n`);
execFileSync("npm", ["pack", "--silent", "--pack-destination", dist], { cwd: out, stdio: "ignore" });
