/** The table of the parts (src/parts.ts), for the build. */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const file = join(dirname(fileURLToPath(import.meta.url)), "src/parts.ts");
const { code } = await esbuild.transform(await readFile(file, "utf8"), { loader: "ts" });

export const { parts } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** Returns entry points of parts for which `isWanted` is true: the name of each script in the package, with its file. */
export function entriesOf(isWanted) {
  return Object.entries(parts)
    .filter(([name, part]) => isWanted(part, name))
    .map(([out, { entry }]) => ({ in: `${entry}.ts`, out }));
}

/**
 * An esbuild plugin that reduces the table to the data for scripts in pages: names of views and tools, and shortcuts of
 * tools.
 */
export const partsInPages = {
  name: "parts-in-pages",
  setup(build) {
    const namesOf = (kind) => Object.keys(parts).filter((name) => parts[name].loads === kind);
    const tools = namesOf("tool").map((name) => [name, { keys: parts[name].keys }]);
    const exported = { parts: Object.fromEntries(tools), viewNames: namesOf("view"), toolNames: namesOf("tool") };
    const lines = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    build.onLoad({ filter: /[\\/]src[\\/]parts\.ts$/ }, () => ({ contents: lines.join("\n"), loader: "ts" }));
  },
};
