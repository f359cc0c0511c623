/**
 * Renders each drawing to the sizes that are asked for: `CHROMIUM=/usr/bin/chromium node extension/icons/render.mjs`.
 * `pith` is named in the manifest; the others are shown on the toolbar only (src/background/auto-open/icon.ts).
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const drawings = { pith: [16, 32, 48, 96, 128], "pith-article": [16, 32], "pith-none": [16, 32] };

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
for (const [name, sizes] of Object.entries(drawings)) {
  const image = readFileSync(file(`${name}.svg`)).toString("base64");
  for (const size of sizes) {
    await page.setViewport({ width: size, height: size });
    await page.setContent(
      `<body style="margin:0"><img width=${size} style="display:block" src="data:image/svg+xml;base64,${image}">`,
    );
    await page.screenshot({ path: file(`${name}-${size}.png`), omitBackground: true });
  }
}
await browser.close();
