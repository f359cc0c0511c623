/** The fonts in the package: unmodified files of npm packages. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import postcss from "postcss";

/** Fonts by the value of the setting `font`: family name, npm package, and its style sheets with the font files to use. */
const families = {
  hyperlegible: {
    family: "Pith Atkinson Hyperlegible Next",
    from: "@fontsource-variable/atkinson-hyperlegible-next",
    sheets: ["wght.css", "wght-italic.css"],
  },
  dyslexic: {
    family: "Pith OpenDyslexic",
    from: "@fontsource/opendyslexic",
    // Browsers synthesize italics; the font's own would add 250 kB.
    sheets: ["400.css", "700.css"],
  },
};

const root = (name) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** Every font face: setting, family, path of its file, file name in the package, and descriptors for `FontFace`. */
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

/** Returns `@font-face` rules for the extension's own pages. */
export function faceRules() {
  return faces
    .map(
      ({ family, file, style, weight, unicodeRange }) =>
        `@font-face { font-family: "${family}"; src: url("${file}"); font-style: ${style}; font-weight: ${weight}; unicode-range: ${unicodeRange} }`,
    )
    .join("\n");
}

/** Returns the licenses of the fonts. */
export function faceLicenses() {
  return Object.values(families).map(({ from }) => {
    const { version, homepage, license } = JSON.parse(readFileSync(join(root(from), "package.json"), "utf8"));
    const files = faces.filter(({ path }) => path.startsWith(root(from))).map(({ file }) => file);
    return `${files.join(", ")} are files of the npm package ${from} ${version}, unchanged (${homepage ?? "https://fontsource.org"}), under ${license}:

${readFileSync(join(root(from), "LICENSE"), "utf8").trimEnd()}`;
  });
}
