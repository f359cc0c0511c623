// The samples of the demonstration page and their HTML; most are test pages.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Samples in menu order: name, title, file, description, and optionally another page of the site. */
export const samples = JSON.parse(readFileSync(join(here, "samples.json"), "utf8"));

/** Returns the HTML of `pages/NAME.html`. The second news page is the first one with another article. */
export function sample(name) {
  if (name === "news-second") {
    const article = read("news-second");
    const headline = article.match(/<h1>(.*)<\/h1>/)[1];
    const first = read("news");
    const start = first.indexOf("<article>");
    // The story ends at the first `</article>` after its related stories; comments are `article` elements too.
    const end = first.indexOf("</article>", first.indexOf('<aside class="more"')) + "</article>".length;
    return (first.slice(0, start) + article.trim() + first.slice(end)).replace(/<title>[^|]*/, `<title>${headline} `);
  }
  return read(name);
}

function read(name) {
  const own = join(here, "samples", `${name}.html`);
  return readFileSync(existsSync(own) ? own : join(here, "../tests/pages", `${name}.html`), "utf8");
}
