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

/** An esbuild plugin that leaves of the table what scripts in pages go by: views, and keys and menu items of tools. */
export const partsInPages = {
  name: "parts-in-pages",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]parts\.ts$/ }, async ({ path }) => {
      const used = Object.entries(parts).filter(([, { loads }]) => loads === "view" || loads === "tool");
      const slim = used.map(([name, { loads, keys, menu }]) => [name, { loads, keys, menu }]);
      const [before, , after] = (await readFile(path, "utf8")).split(
        /^(export const parts = \{$.*?^\} as const satisfies .*?;)$/ms,
      );
      return {
        contents: `${before}export const parts = ${JSON.stringify(Object.fromEntries(slim))};${after}`,
        loader: "ts",
      };
    });
  },
};
