/**
 * The style sheets of the package: without comments and white space. Scripts keep theirs, since
 * reviewers and users read what they run.
 */

import { readFile } from "node:fs/promises";
import esbuild from "esbuild";

export async function packed(css) {
  const { code } = await esbuild.transform(css, { loader: "css", minifyWhitespace: true, charset: "utf8" });
  return code;
}

/** An esbuild plugin: the style sheets of the closed shadow roots go into the scripts, as text. */
export const sheets = {
  name: "sheets",
  setup(build) {
    build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path }) => ({
      contents: await packed(await readFile(path, "utf8")),
      loader: "text",
    }));
  },
};
