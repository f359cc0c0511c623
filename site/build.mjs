/**
 * Builds the documentation site into dist-site: the documents and the demonstration page, which must be built first
 * (`./build.sh www`). Fails on broken links.
 *
 *     node site/build.mjs
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const pages = join(here, "pages");

const demonstration = join(root, "dist-www");
if (!existsSync(demonstration)) {
  console.error("The demonstration page isn't built: run ./build.sh site, or node www/build.mjs first.");
  process.exit(1);
}

// The documents keep their relative paths, so that links between them work.
rmSync(pages, { recursive: true, force: true });
const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
const documents = ["", "docs", ...packages].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);
// Other files in that folder are store descriptions.
documents.push("docs/store/README.md");
for (const file of documents) {
  const copy = join(pages, file);
  mkdirSync(dirname(copy), { recursive: true });
  const markdown = readFileSync(join(root, file), "utf8");
  // The bundler treats a path without a leading dot as a package name.
  const text = file === "README.md" ? firstPage(markdown) : markdown;
  writeFileSync(copy, text.replace(/(src|srcset)="(?=\w+\/)/g, '$1="./'));
}
for (const [from, to] of [
  ["docs/accuracy.svg", "docs/accuracy.svg"],
  ["docs/performance.svg", "docs/performance.svg"],
  ["docs/pictures", "docs/pictures"],
  ["extension/icons/pith.svg", "public/pith.svg"],
  ["dist-www", "public/demonstration"],
]) {
  cpSync(join(root, from), join(pages, to), { recursive: true });
}

await build(here);

/** Converts README.md to the home page: summary, two buttons, and one large image, without the table of images. */
function firstPage(readme) {
  const head =
    /^(# .+\n\n.+\n\n)\*\*\[(.+?)\]\((#.+?)\)\*\* · \*\*\[(.+?)\]\(#.+?\)\*\*\n\n(<picture>.+\n\n.+\n)\n(?:\|.*\n)+/;
  const match = head.exec(readme);
  if (!match) {
    throw new Error("README.md must start with a sentence, two links, an image, a paragraph, and a table of images.");
  }
  const [whole, sentence, get, install, see, picture] = match;
  const actions = `<p class="actions">
<a class="action" href="${install}">${get}</a>
<a class="action plain" href="/demonstration/index.html" target="_self">${see}</a>
</p>`;
  return `---
sidebar: false
aside: false
pageClass: first-page
---

${sentence}${actions}

${picture}${readme.slice(whole.length)}`;
}
