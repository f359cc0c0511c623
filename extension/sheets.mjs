/**
 * Minifies style sheets for the package: removes comments and whitespace.
 */

import { readFile } from "node:fs/promises";
import esbuild from "esbuild";

/** Minifies CSS. `target`: browsers whose vendor-prefixed properties are added. */
export async function packed(css, target) {
  const options = { loader: "css", minifyWhitespace: true, charset: "utf8", ...(target && { target }) };
  const { code } = await esbuild.transform(css, options);
  return code;
}

/** An esbuild plugin that inlines the style sheets of closed shadow roots into scripts, as text. */
export const sheets = sheetsFor();

/** The same with WebKit's prefixed properties. */
export const prefixed = { packed: (css) => packed(css, "safari26"), plugin: sheetsFor("safari26") };

function sheetsFor(target) {
  return {
    name: "sheets",
    setup(build) {
      build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => ({
        contents: await packed(await readFile(path, "utf8"), target),
        loader: "text",
      }));
    },
  };
}
