/**
 * Makes the style sheets of the package, without comments and white space. Scripts keep theirs, because
 * reviewers and users read them.
 */

import { readFile } from "node:fs/promises";
import esbuild from "esbuild";

/** `target`: the browsers whose own names of properties are added. */
export async function packed(css, target) {
  const options = { loader: "css", minifyWhitespace: true, charset: "utf8", ...(target && { target }) };
  const { code } = await esbuild.transform(css, options);
  return code;
}

/** An esbuild plugin that puts the style sheets of the closed shadow roots into the scripts, as text. */
export const sheets = sheetsFor();

/** The same with the names that WebKit has for properties of its own. */
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
