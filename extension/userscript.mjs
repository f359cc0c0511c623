/**
 * Builds dist/pith.user.js from the Safari package: its scripts, each as a function, style sheets, messages, and a
 * replacement for the browser's extension APIs (userscript/platform.js). Fonts, extension pages, and scripts that run
 * without a click are excluded.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Scripts of extension pages, and for features that userscript managers provide. */
const left = /-page\.js$|^(?:page-loaded|icon-state|readerable|passive|orphan-guard|links)\.js$/;

/** Matches the glue's access to the global object, which isn't ours in a userscript. */
const globalOfWasm = /typeof globalThis>"u"\?void 0:globalThis/g;

/** Functions of userscript managers: storage and menu. */
const GRANTS = ["getValue", "setValue", "deleteValue", "listValues", "registerMenuCommand"];

/** Writes the userscript. `folder` is the Safari package, `version` the version of Pith. */
export function writeUserscript(folder, file, version) {
  const read = (name) => readFileSync(join(folder, name), "utf8");
  const base64 = (name) => readFileSync(join(folder, name)).toString("base64");
  const names = readdirSync(folder);
  const scripts = names
    .filter((name) => name.endsWith(".js") && !left.test(name))
    .map(
      (name) =>
        `${JSON.stringify(name)}: function (globalThis, chrome, fetch, exports, module) {${scriptOf(name, read(name))}\n}`,
    );
  const sheets = names
    .filter((name) => name.endsWith(".css") && name !== "pages.css")
    .map((name) => [name, read(name)]);
  const locales = readdirSync(join(folder, "_locales")).map((locale) => [
    locale,
    messagesOf(read(`_locales/${locale}/messages.json`)),
  ]);
  const sentences = JSON.parse(readFileSync(join(here, "userscript/sentences.json"), "utf8"));
  const platform = readFileSync(join(here, "userscript/platform.js"), "utf8");
  const text = `${header(version)}
(() => {
"use strict";
const version = ${JSON.stringify(version)};
const scripts = {
${scripts.join(",\n")}
};
const bytes = { "export.wasm": () => "${base64("export.wasm")}" };
const sheets = ${JSON.stringify(Object.fromEntries(sheets))};
const locales = ${JSON.stringify(Object.fromEntries(locales))};
const sentences = ${JSON.stringify(sentences)};
${platform}})();
`;
  writeFileSync(file, text);
}

function header(version) {
  const lines = [
    ["name", "Pith"],
    ["namespace", "pith"],
    ["version", version],
    [
      "description",
      "A reader view for any page. One click shows the article, another restores the page. Works offline.",
    ],
    ["license", "MIT OR Apache-2.0"],
    ["match", "http://*/*"],
    ["match", "https://*/*"],
    ["noframes", ""],
    ["run-at", "document-idle"],
    ["inject-into", "content"],
    ...GRANTS.flatMap((name) => [
      ["grant", `GM_${name}`],
      ["grant", `GM.${name}`],
    ]),
  ];
  return [
    "// ==UserScript==",
    ...lines.map(([key, value]) => `// @${key.padEnd(12)} ${value}`.trimEnd()),
    "// ==/UserScript==",
  ].join("\n");
}

/** Returns a script as the body of a function. */
function scriptOf(name, text) {
  if (name !== "glue.js") return text;
  const matches = text.match(globalOfWasm) ?? [];
  if (matches.length !== 1)
    throw new Error(`${name} accesses the global object in a way that extension/userscript.mjs doesn't support.`);
  return text.replace(globalOfWasm, "window");
}

/** Returns messages from JSON, with `$1` to `$9` in place of named placeholders. */
function messagesOf(json) {
  const table = Object.entries(JSON.parse(json)).map(([key, { message, placeholders = {} }]) => {
    const places = Object.fromEntries(
      Object.entries(placeholders).map(([name, { content }]) => [name.toLowerCase(), content]),
    );
    return [key, message.replace(/\$(\w+)\$/g, (whole, name) => places[name.toLowerCase()] ?? whole)];
  });
  return Object.fromEntries(table);
}
