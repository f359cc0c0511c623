/** The faces in the package: files of npm packages, as their authors publish them. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import postcss from "postcss";

/** By the word of the setting `font`: the family's name, its package, and the sheets of that with the files that are taken. */
const families = {
  hyperlegible: {
    family: "Pith Atkinson Hyperlegible Next",
    from: "@fontsource-variable/atkinson-hyperlegible-next",
    sheets: ["wght.css", "wght-italic.css"],
  },
  dyslexic: {
    family: "Pith OpenDyslexic",
    from: "@fontsource/opendyslexic",
    // Browsers slant these where italics are wanted: its own italics would be a quarter of a megabyte.
    sheets: ["400.css", "700.css"],
  },
};

const root = (name) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** Returns each face: the word, the family, the path of its file and the file's name in the package, and the descriptors of `FontFace`. */
export const faces = Object.entries(families).flatMap(([font, { family, from, sheets }]) =>
  sheets.flatMap((sheet) => {
    const found = [];
    postcss.parse(readFileSync(join(root(from), sheet), "utf8")).walkAtRules("font-face", (rule) => {
      const said = Object.fromEntries(rule.nodes.filter(({ type }) => type === "decl").map((d) => [d.prop, d.value]));
      const [, path] = /url\(\.\/([^)]+\.woff2)\)/.exec(said.src);
      found.push({
        font,
        family,
        path: join(root(from), path),
        file: path.split("/").at(-1),
        style: said["font-style"],
        weight: said["font-weight"],
        unicodeRange: said["unicode-range"] ?? "U+0-10FFFF",
      });
    });
    return found;
  }),
);

/** Returns the rules by which the extension's own pages have them. */
export function faceRules() {
  return faces
    .map(
      ({ family, file, style, weight, unicodeRange }) =>
        `@font-face { font-family: "${family}"; src: url("${file}"); font-style: ${style}; font-weight: ${weight}; unicode-range: ${unicodeRange} }`,
    )
    .join("\n");
}

/** Returns the licenses of the faces. */
export function faceLicenses() {
  return Object.values(families).map(({ from }) => {
    const { version, homepage, license } = JSON.parse(readFileSync(join(root(from), "package.json"), "utf8"));
    const files = faces.filter(({ path }) => path.startsWith(root(from))).map(({ file }) => file);
    return `${files.join(", ")} are files of the npm package ${from} ${version}, unchanged (${homepage ?? "https://fontsource.org"}), under ${license}:

${readFileSync(join(root(from), "LICENSE"), "utf8").trimEnd()}`;
  });
}
