/**
 * Creates the store packages in dist:
 *
 * | file | content |
 * | --- | --- |
 * | `pith-chromium.zip` | the extension for Chrome and Edge |
 * | `pith-firefox.zip` | the extension for Firefox, on desktop and Android |
 * | `pith-sources.zip` | the sources, from which `./build.sh build` reproduces both |
 * | `SHA256SUMS` | hashes of these, in the format of `sha256sum` |
 *
 * Builds are reproducible with the same sources and tool versions.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ignore from "ignore";
import { zipped } from "./zip.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

/** Executable source files. Listed here because Windows has no executable bit. */
const PROGRAMS = ["build.sh", ".ci/run"];

const sums = [];
for (const [target, folder, names] of [
  ["pith-chromium.zip", join(dist, "chromium"), below(join(dist, "chromium"))],
  ["pith-firefox.zip", join(dist, "firefox"), below(join(dist, "firefox"))],
  ["pith-sources.zip", root, sources()],
]) {
  const executable = (name) => folder === root && PROGRAMS.includes(name);
  const files = names.map((name) => [
    name,
    { content: readFileSync(join(folder, name)), executable: executable(name) },
  ]);
  const bytes = await zipped(new Map(files));
  writeFileSync(join(dist, target), bytes);
  sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${target}`);
  console.log(`dist/${target}: ${bytes.length} bytes`);
}
writeFileSync(join(dist, "SHA256SUMS"), `${sums.join("\n")}\n`);
console.log(sums.join("\n"));

/** Returns the paths of all files below a folder, with slashes, except ignored ones (`.gitignore`). */
function below(folder) {
  const found = [];
  const rules = [];
  const isIgnored = (name) =>
    rules.some(({ path, named }) => name.startsWith(path) && named.ignores(name.slice(path.length)));
  const queue = [""];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    if (entries.some(({ name }) => name === ".gitignore")) {
      rules.push({ path, named: ignore().add(readFileSync(join(folder, path, ".gitignore"), "utf8")) });
    }
    for (const entry of entries) {
      const name = path + entry.name;
      if (entry.isDirectory() && !isIgnored(`${name}/`)) queue.push(`${name}/`);
      else if (entry.isFile() && !isIgnored(name)) found.push(name);
    }
  }
  return found;
}

/** Returns the paths of the sources: files in git, or, in an unpacked sources package, all files that aren't ignored. */
function sources() {
  if (!existsSync(join(root, ".git"))) return below(root);
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((name) => name && existsSync(join(root, name)));
}
