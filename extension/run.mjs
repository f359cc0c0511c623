// Demonstrates the extension: `./build.sh run [URL|FILE]` loads it into Chromium, opens the page, and clicks the button.
//
// With a display, the window stays open. Without one, Chromium runs headless, the result is printed, and pictures of the
// page and of Reader and the article as HTML are written to out/.

import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { builtExtension, root } from "../tests/browser/built.mjs";
import * as chromium from "../tests/browser/chromium.mjs";
import { Complaint, report } from "../tests/browser/complaint.mjs";
import { serve } from "../tests/browser/server.mjs";

const SAMPLE = join(root, "tests/pages/news.html");
const READER = "[data-pith=reader] > article";
const SIZES = {
  "": { width: 1280, height: 900 },
  "-phone": { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

async function main(argument = SAMPLE) {
  const extension = builtExtension();
  const { url, server } = await addressOf(argument);
  try {
    if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) await show(url, extension);
    else await write(url, extension);
  } finally {
    await server?.close();
  }
}

/** Returns the URL of the page. Files are served over HTTP, because extensions need manual permission for file: URLs. */
async function addressOf(argument) {
  if (/^https?:\/\//i.test(argument)) {
    if (!URL.canParse(argument)) throw new Complaint(`${argument} is not a URL.`);
    return { url: argument };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(argument) && !/^file:/i.test(argument)) {
    throw new Complaint(`Cannot open ${argument}: use an http or https URL, or an HTML file.`);
  }
  const file = /^file:/i.test(argument) ? fileURLToPath(argument) : resolve(process.env.INIT_CWD ?? ".", argument);
  if (!existsSync(file)) {
    const hint = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(argument) ? ` If it's a URL, use https://${argument}.` : "";
    throw new Complaint(`${argument} does not exist.${hint}`);
  }
  if (!statSync(file).isFile()) throw new Complaint(`${argument} is a folder: use an HTML file or a URL.`);
  const server = await serve(dirname(file), { encoding: null });
  return { url: `http://page.localhost:${server.address.split(":")[1]}/${encodeURIComponent(basename(file))}`, server };
}

/** Opens a window, clicks, and leaves it open. */
async function show(url, extension) {
  const session = await chromium.launch({ extension, headless: false, args: ["--start-maximized"] });
  const closed = new Promise((resolve) => session.browser.once("disconnected", resolve));
  const page = await open(session, url);
  await click(session, page, true);
  console.log("Reader is open. Click the Pith button or press Esc to go back to the page; close the window to quit.");
  await closed;
}

/** Clicks the button in a headless browser, and writes the results to files. */
async function write(url, extension) {
  const out = join(root, "out");
  mkdirSync(out, { recursive: true });
  const session = await chromium.launch({ extension });
  try {
    let found;
    for (const [suffix, size] of Object.entries(SIZES)) {
      const page = await open(session, url, size);
      await page.screenshot({ path: join(out, `before${suffix}.png`), fullPage: true });
      await click(session, page, true);
      await fit(session, page, size);
      await page.screenshot({ path: join(out, `after${suffix}.png`) });
      if (!found) {
        await click(session, page, false);
        await page.setViewport(size);
        found = await detect(session, page);
      }
      await page.close();
    }
    if (typeof found === "string") throw new Complaint(found);
    writeFileSync(join(out, "article.html"), htmlDocument(found));
    print(url, found);
    console.log(
      `\nWrote to ${relative(process.cwd(), out) || "."}/: before.png, after.png, before-phone.png, after-phone.png, article.html`,
    );
  } finally {
    await session.browser.close();
  }
}

async function open(session, url, viewport) {
  const page = await session.newPage(null, { viewport });
  try {
    const response = await page.goto(url, { waitUntil: "load", timeout: 45_000 });
    if (response && response.status() >= 400)
      console.error(`The server returned status ${response.status()} for ${url}; continuing with its response.`);
  } catch (error) {
    // A page that never finishes loading can still be read.
    if (error.name === "TimeoutError" && page.url() !== "about:blank") return page;
    const cause = /net::(\w+)/.exec(error.message)?.[1];
    throw new Complaint(
      `Cannot open ${url}${cause ? ` (${cause.replace("ERR_", "").replaceAll("_", " ").toLowerCase()})` : ""}.`,
    );
  }
  return page;
}

/** Clicks the toolbar button until Reader is open, or closed; retries a click without effect. */
async function click(session, page, wanted) {
  for (let attempt = 1; ; attempt += 1) {
    await session.clickAction(page);
    try {
      await page.waitForFunction(
        (selector, open) => (document.querySelector(selector) !== null) === open,
        { timeout: 10_000, polling: 50 },
        READER,
        wanted,
      );
      break;
    } catch (error) {
      if (attempt === 3)
        throw new Complaint(`Reader did not ${wanted ? "open" : "close"} on ${page.url()}: ${error.message}`);
    }
  }
}

/** Makes the window as tall as the article, and waits for its images, so that one screenshot contains everything. */
async function fit(session, page, size) {
  await page.evaluate(async (selector) => {
    const pictures = [...document.querySelectorAll(`${selector} img`)];
    for (const picture of pictures) picture.loading = "eager";
    const end = (picture) =>
      new Promise((resolve) => {
        picture.addEventListener("load", resolve);
        picture.addEventListener("error", resolve);
      });
    const ended = Promise.all(pictures.map((picture) => picture.complete || end(picture)));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  }, READER);
  const height = await session.inClosedRoot(page, "[data-pith=reader]", (shadow) => {
    const scroller = shadow.querySelector(".scroll");
    return window.innerHeight + scroller.scrollHeight - scroller.clientHeight;
  });
  await page.setViewport({ ...size, height: Math.min(Math.max(height, size.height), 16_000) });
}

/** Returns the core's result for the page, from the content script's world; an error message if there's nothing to read. */
function detect(session, page) {
  return session.isolated(page, () => {
    let detection;
    try {
      detection = globalThis.pithCore.detect();
    } catch (error) {
      return error.message;
    }
    try {
      return { ...detection.summary(), html: detection.html(), removed: detection.removed() };
    } finally {
      detection.free();
    }
  });
}

function print(url, article) {
  const date = [article.published ?? "unknown", ...(article.modified ? [`updated ${article.modified}`] : [])].join(
    ", ",
  );
  const facts = {
    Page: url,
    Title: article.title ?? "unknown",
    Byline: article.byline ?? "unknown",
    Date: date,
    Words: `${article.wordCount} (about ${article.readingMinutes} min)`,
    Confidence: {
      strong: "strong",
      weak: "weak: check the result",
      none: "none: this doesn't look like an article",
    }[article.confidence],
  };
  for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(11)} ${value}`);

  const groups = grouped(article.removed);
  console.log(`\nRemoved: ${article.removed.length} ${article.removed.length === 1 ? "block" : "blocks"}`);
  const width = Math.max(40, (process.stdout.columns ?? 110) - 30);
  for (const [reason, blocks] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    blocks.forEach(({ text }, index) => {
      const line = text.replace(/\s+/g, " ").trim() || "(no text)";
      const head =
        index === 0
          ? `  ${reason.replaceAll("-", " ").padEnd(16)} ${String(blocks.length).padStart(3)}`
          : " ".repeat(22);
      if (index < 4) console.log(`${head}  ${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
      else if (index === 4) console.log(`${" ".repeat(24)}… and ${blocks.length - 4} more`);
    });
  }
}

function grouped(removed) {
  const groups = new Map();
  for (const block of removed) groups.set(block.reason, [...(groups.get(block.reason) ?? []), block]);
  return groups;
}

function htmlDocument({ title, byline, published, lang, dir, html }) {
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  const heading = title ?? "Untitled";
  const facts = [byline, published].filter(Boolean).map(escaped).join(" · ");
  return `<!doctype html>
<html${lang ? ` lang="${escaped(lang)}"` : ""}${dir ? ` dir="${dir}"` : ""}>
<head><meta charset="utf-8"><title>${escaped(heading)}</title></head>
<body>
<article>
<h1>${escaped(heading)}</h1>
${facts ? `<p>${facts}</p>\n` : ""}${html}
</article>
</body>
</html>
`;
}

main(process.argv[2]).catch(report);
