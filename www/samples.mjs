// The samples of the demonstration page and the HTML of each; most are pages of the tests.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The samples in the order of the page: name, title, file, subject, and another page of the site if there is one. */
export const samples = JSON.parse(readFileSync(join(here, "samples.json"), "utf8"));

/** The HTML of `pages/NAME.html`. The second news page is the first with another article. */
export function sample(name) {
  if (name === "news-second") {
    const article = read("news-second");
    const headline = article.match(/<h1>(.*)<\/h1>/)[1];
    const first = read("news");
    const start = first.indexOf("<article>");
    // The story ends after its own list of stories; the readers' comments below are articles too.
    const end = first.indexOf("</article>", first.indexOf('<aside class="more"')) + "</article>".length;
    return (first.slice(0, start) + article.trim() + first.slice(end)).replace(/<title>[^|]*/, `<title>${headline} `);
  }
  return read(name);
}

function read(name) {
  const own = join(here, "samples", `${name}.html`);
  return readFileSync(existsSync(own) ? own : join(here, "../tests/pages", `${name}.html`), "utf8");
}
