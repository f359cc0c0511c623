/** Renders pith.svg to the sizes the manifest names: `CHROMIUM=/usr/bin/chromium node extension/icons/render.mjs`. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
for (const size of [16, 32, 48, 96, 128]) {
  await page.setViewport({ width: size, height: size });
  const image = readFileSync(file("pith.svg")).toString("base64");
  await page.setContent(
    `<body style="margin:0"><img width=${size} style="display:block" src="data:image/svg+xml;base64,${image}">`,
  );
  await page.screenshot({ path: file(`pith-${size}.png`), omitBackground: true });
}
await browser.close();
