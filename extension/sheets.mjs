/**
 * Makes the style sheets of the package, without comments and white space. Scripts keep theirs, because
 * reviewers and users read them.
 */

import { readFile } from "node:fs/promises";
import esbuild from "esbuild";

export async function packed(css) {
  const { code } = await esbuild.transform(css, { loader: "css", minifyWhitespace: true, charset: "utf8" });
  return code;
}

/** An esbuild plugin that puts the style sheets of the closed shadow roots into the scripts, as text. */
export const sheets = {
  name: "sheets",
  setup(build) {
    build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => ({
      contents: await packed(await readFile(path, "utf8")),
      loader: "text",
    }));
  },
};
