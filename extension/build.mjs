/**
 * Builds the extension into dist/chromium and dist/firefox. Both contain the same files. Their manifests differ in the
 * keys that are only for one browser, because the other would warn about them. Also builds them for tests, with the
 * shorter timeouts of test-timeouts.mjs and a made-up repository, into dist-test/chromium and dist-test/firefox. With `--safari`, builds the
 * extension for Safari into dist/safari, with fallbacks for WebKit, and the userscript dist/pith.user.js from it.
 *
 *     node extension/build.mjs [--core FOLDER] [--out FOLDER] [--safari]
 *
 * FOLDER of `--core` (default: target/pith) contains the scripts of the core. The test build is in the folder with the
 * name of `--out` plus `-test`.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import esbuild from "esbuild";
import postcss from "postcss";
import { faceLicenses, faceRules, faces } from "./faces.mjs";
import { numberForms, timeForms } from "./forms.mjs";
import { bringing, commonModules, exportsOf, placesOf, sharedModules, taking } from "./modules.mjs";
import { entriesOf, parts, partsInPages } from "./parts.mjs";
import { packed, prefixed, sheets } from "./sheets.mjs";
import { withTestTimeouts } from "./test-timeouts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const { values: options } = parseArgs({
  options: {
    core: { type: "string", default: join(root, "target/pith") },
    out: { type: "string", default: join(root, "dist") },
    safari: { type: "boolean", default: false },
  },
});
const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const { version, repository = "" } = json(join(root, "package.json"));
const locales = readdirSync(join(here, "_locales"));
const tables = new Map(locales.map((locale) => [locale, json(join(here, "_locales", locale, "messages.json"))]));
const messages = (locale) => tables.get(locale);

checkLocales();
const built = join(options.out, "chromium");
rmSync(options.out, { recursive: true, force: true });
mkdirSync(built, { recursive: true });

/**
 * Key prefixes of messages that only extension pages and rarely used parts need. Those read them from files. Pages get
 * all other messages with the first click.
 */
const notSent = [
  ...[
    "allHighlights",
    "autoOpenInvalid",
    "autoOpenView",
    "highlightsHeading",
    "positionsFailed",
    "server",
    "settings",
    "tabs",
    "sitesAsk",
  ],
  ...["template", "tooLarge", "welcome"],
  ...Object.values(parts).flatMap(({ messages = [] }) => messages),
];

const settings = {
  absWorkingDir: join(here, "src"),
  outdir: built,
  bundle: true,
  // Instead of `iife`, which would indent every line.
  format: "esm",
  banner: { js: '"use strict";\n(() => {' },
  footer: { js: "})();" },
  target: ["chrome140", "firefox140"],
  charset: "utf8",
  define: {
    MESSAGE_KEYS: JSON.stringify(
      Object.keys(withForms(messages("en"))).filter((key) => !notSent.some((beginning) => key.startsWith(beginning))),
    ),
    REPOSITORY_URL: JSON.stringify(repository),
    FACES: JSON.stringify(faces.map(({ path, ...face }) => face)),
  },
  // purify.min.js is a separate file.
  alias: { dompurify: join(here, "src/content/dom/purify.ts") },
  legalComments: "inline",
  // Scripts injected on a click are parsed before the first paint. Store reviewers read dist/pith-sources.zip, which
  // builds the same files.
  minify: true,
  logLevel: "warning",
};
/**
 * Removes the code of highlight.js that writes HTML into pages. It is never called, but the stores' linter warns about
 * it.
 */
const withoutMarkup = {
  name: "without-markup",
  setup(build) {
    build.onLoad({ filter: /highlight\.js[\\/]lib[\\/]core\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, "utf8").split("element.innerHTML = result.value;");
      if (after === undefined || more.length > 0) {
        throw new Error("highlight.js writes into pages in a way that extension/build.mjs doesn't support.");
      }
      return { contents: `${before}throw new Error("Pith uses only colors.");${after}`, loader: "js" };
    });
  },
};
const entry = (name) => entriesOf((_, other) => other === name);
const [shell, sanitizer] = ["shell", "sanitizer"].map(entry);
/** Parts that provide modules to the parts that list them in `after`. */
const libraries = ["style-roots", "dock", "components"];
const docked = entriesOf(({ after }) => after?.includes("dock"));
const standalone = entriesOf((part) => part.standalone);
/** They include all modules that only they need, so the first click loads none of them. */
const rare = entriesOf((part) => part.rare || part.loads === "tool");
const single = new Set(
  [...shell, ...sanitizer, ...libraries.flatMap(entry), ...docked, ...standalone, ...rare].map(({ out }) => out),
);
const others = entriesOf((_, name) => !single.has(name));
/** Pages of the extension, with their scripts. */
const pages = {
  highlights: "highlights/highlights",
  notice: "unreadable/unreadable",
  options: "options/options",
  tabs: "tabs/tabs",
  sites: "permissions/permissions",
  trial: "welcome/trial",
  welcome: "welcome/welcome",
};
const background = [{ in: "background/background.ts", out: "background" }];
const ownPages = Object.entries(pages).map(([name, file]) => ({ in: `pages/${file}.ts`, out: `${name}-page` }));
const forModules = { ...settings, plugins: [sheets, partsInPages] };
/** Other scripts that the first click may load. */
const first = [...sanitizer, ...others.filter(({ out }) => out === "remote" || out === "reader")];
const [ofDock, ofShell] = await sharedModules(
  { ...forModules, entryPoints: [...shell, ...sanitizer, ...docked, ...others] },
  docked,
  [...shell, ...first],
);
/** Entry points by the libraries that they are loaded after. */
const byLibraries = new Map();
for (const one of [...docked, ...others, ...rare]) {
  const names = libraries.filter((library) => parts[one.out].after?.includes(library));
  byLibraries.set(names.join(), [...(byLibraries.get(names.join()) ?? []), one]);
}
const takers = [
  ...libraries.map((name) => [
    entry(name),
    (parts[name].after ?? []).filter((other) => libraries.includes(other)),
    name,
  ]),
  ...[...byLibraries].map(([names, entries]) => [entries, names.split(",").filter(Boolean)]),
];
const places = new Map();
const pluginsOf = (names, own) => [
  ...(own === undefined ? [] : [bringing(own, places.get(own))]),
  ...names.map((name) => taking(name, places.get(name))),
];
const used = { ...settings, plugins: [sheets, withoutMarkup, partsInPages] };
/** Numbers the exports that scripts use from a library loaded before them. A library uses only earlier libraries. */
const number = async (name, modules, first = []) => {
  const known = (names) => names.filter((other) => places.has(other));
  const rows = takers.filter(([, names]) => name === "shell" || names.includes(name));
  const scripts = rows.map(([entries, names, own]) => [
    entries,
    pluginsOf(known(names), places.has(own) ? own : undefined),
  ]);
  places.set(name, await placesOf(used, modules, scripts, first));
};
const own = async (name) =>
  exportsOf(
    forModules,
    entry(name).map((one) => one.in),
  );
const withComponents = entriesOf(({ after }, name) => name === "components" || after?.includes("components"));
/** Minimum scripts that must share a module before it moves to the components. */
const fewest = 3;
const common = await commonModules(forModules, withComponents, fewest, new Map([...ofShell, ...ofDock]));
await number("components", new Map([...(await own("components")), ...common]));
await number("dock", ofDock);
await number("style-roots", await own("style-roots"));
await number("shell", ofShell, [[first, []]]);
const scripts = [
  [[...background, ...standalone], []],
  [ownPages, [partsInPages]],
  [shell, [partsInPages, bringing("shell", places.get("shell"))]],
  [sanitizer, [partsInPages, taking("shell", places.get("shell"))]],
  ...takers.map(([entries, names, own]) => [entries, [partsInPages, ...pluginsOf([...names, "shell"], own)]]),
];
await writeScripts(built, []);

const article = ["reset", "column", "text", "media", "code-blocks", "ours"].map(
  (name) => `content/views/reader/article/${name}.css`,
);
writeFileSync(join(built, "article.css"), await packed(important(sheet(...article))));
const partSheets = Object.entries(parts).flatMap(([name, { sheet }]) => (sheet ? [[name, ...sheet]] : []));
for (const [name, file, media] of partSheets) {
  const rules = `@media ${media} { [data-pith="reader"] > article { ${sheet(file)} } }`;
  writeFileSync(join(built, `${name}.css`), await packed(important(rules)));
}
const ofPages = [
  "pages",
  "options/options",
  "options/text",
  "options/panels",
  "tabs/tabs",
  "options/narrow",
  "highlights/highlights",
  "welcome/welcome",
  "unreadable/unreadable",
].map((name) => `pages/${name}.css`);
writeFileSync(
  join(built, "pages.css"),
  await packed(`${faceRules()}\n${sheet("ui/tokens.css", "ui/components.css", ...ofPages, "ui/settings.css")}`),
);
const page = readFileSync(join(here, "src/pages/page.html"), "utf8");
for (const name of Object.keys(pages).filter((name) => name !== "trial")) {
  writeFileSync(join(built, `${name}.html`), page.replaceAll("NAME", name));
}
/**
 * Everything that a click and the use of a view inject into other pages, in that order. Nothing can be injected into a
 * page of the extension.
 */
const tried = Object.entries(parts).filter(
  ([name, { loads, notInTrial }]) => (loads !== "page" || name === "highlights") && name !== "remote" && !notInTrial,
);
const brought = new Set([
  ...["collector", "glue", "core-wasm"],
  ...tried.flatMap(([name, { after = [] }]) => [...after, name]),
]);
const broughtScripts = [...brought].map((name) => `<script src="${name}.js" defer></script>\n    `).join("");
const looks = ["article", ...partSheets.map(([name]) => name)]
  .map((name) => `<link rel="stylesheet" href="${name}.css">\n    `)
  .join("");
writeFileSync(
  join(built, "trial.html"),
  page.replace("<script", `${looks}${broughtScripts}<script`).replaceAll("NAME", "trial"),
);
for (const file of ["collector.js", "glue.js", "readerable.js", "core-wasm.js"]) {
  cpSync(join(options.core, file), join(built, file));
}
for (const { path, file } of faces) {
  cpSync(path, join(built, file));
}
cpSync(fileURLToPath(import.meta.resolve("dompurify/dist/purify.min.js")), join(built, "purify.min.js"));
writeFileSync(join(built, "licenses.txt"), licenses());
cpSync(join(options.core, "export/export.js"), join(built, "export.js"));
cpSync(join(options.core, "export/core.wasm"), join(built, "export.wasm"));
for (const locale of locales) {
  mkdirSync(join(built, "_locales", locale), { recursive: true });
  const table = Object.entries(withForms(messages(locale))).map(([key, entry]) => [key, { message: shown(entry) }]);
  writeFileSync(join(built, "_locales", locale, "messages.json"), JSON.stringify(Object.fromEntries(table)));
}
mkdirSync(join(built, "icons"));
for (const file of readdirSync(join(here, "icons")).filter((name) => name.endsWith(".png"))) {
  cpSync(join(here, "icons", file), join(built, "icons", file));
}

const manifest = json(join(here, "manifest.json"));
manifest.version = version;
const firefox = join(options.out, "firefox");
cpSync(built, firefox, { recursive: true });
writeManifest(built, withoutKeys(manifest, { background: ["scripts"], "": ["browser_specific_settings"] }));
writeManifest(firefox, withoutKeys(manifest, { background: ["service_worker"], "": ["minimum_chrome_version"] }));
await buildForTests(`${resolve(options.out)}-test`);
if (options.safari) {
  // Their table of browser support has 20 MB.
  const [safari, { writeUserscript }] = [await import("./safari.mjs"), await import("./userscript.mjs")];
  await buildForSafari(join(options.out, "safari"), safari);
  writeUserscript(join(options.out, "safari"), join(options.out, "pith.user.js"), manifest.version);
}

/**
 * Writes all scripts into a folder, after `finish` has changed their text. Plugins in `before` run before those of the
 * build.
 */
async function writeScripts(folder, before, { isForWebKit = false, define = {}, finish = (text) => text } = {}) {
  for (const [entryPoints, plugins] of scripts) {
    const { outputFiles, metafile } = await esbuild.build({
      ...settings,
      define: { ...settings.define, IN_WEBKIT: String(isForWebKit), ...define },
      metafile: true,
      outdir: folder,
      plugins: [...before, sheets, withoutMarkup, ...plugins],
      entryPoints,
      write: false,
    });
    const exporting = Object.values(metafile.outputs).filter(({ exports }) => exports.length > 0);
    if (exporting.length > 0) {
      throw new Error(`Scripts must not export anything: ${exporting.map(({ entryPoint }) => entryPoint).join(", ")}`);
    }
    for (const { path, text } of outputFiles) {
      // Only esbuild needs these; see nodes.ts.
      writeFileSync(path, finish(text.replace(/\/\* @__PURE__ \*\/ |^\/\/ @__NO_SIDE_EFFECTS__\n/gm, "")));
    }
  }
}

/** Copies both builds into a folder, with the timeouts of test-timeouts.mjs and a made-up repository. */
async function buildForTests(folder) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(options.out, folder, { recursive: true });
  const timeouts = {
    name: "test-timeouts",
    setup(build) {
      build.onLoad({ filter: /[\\/]timeouts\.ts$/ }, ({ path }) => ({
        contents: withTestTimeouts(readFileSync(path, "utf8")),
        loader: "ts",
      }));
    },
  };
  for (const browser of ["chromium", "firefox"]) {
    const define = { REPOSITORY_URL: JSON.stringify("https://code.example/pith") };
    await writeScripts(join(folder, browser), [timeouts], { define });
  }
}

/** Copies a build into a folder, with scripts and style sheets adapted to WebKit. */
async function buildForSafari(folder, { complaintsAbout, safariManifest, withMissing }) {
  cpSync(built, folder, { recursive: true });
  await writeScripts(folder, [prefixed.plugin], {
    isForWebKit: true,
    finish: (text) => withMissing(text, settings.banner.js),
  });
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".css"))) {
    writeFileSync(join(folder, file), await prefixed.packed(readFileSync(join(folder, file), "utf8")));
  }
  const own = safariManifest(manifest);
  const complaints = complaintsAbout(own);
  if (complaints.length > 0) throw new Error(`The manifest for Safari: ${complaints.join("; ")}`);
  writeManifest(folder, own);
}

/** Returns a message without its table of placeholders, which is only for translators. */
function shown({ message, placeholders = {} }) {
  return message.replace(/\$(\w+)\$/g, (_, name) => placeholders[name.toLowerCase()].content);
}

/** Returns messages as JSON, with the plural and time forms of their language. */
function withForms(table) {
  const forms = (made) => ({ message: JSON.stringify(made(table.locale.message)) });
  return { ...table, numberForms: forms(numberForms), timeForms: forms(timeForms) };
}

/** Returns our licenses and those of third-party code in the package. The Apache License is included only once. */
function licenses() {
  const text = (...path) => readFileSync(join(root, ...path), "utf8").trimEnd();
  const { version } = json(join(root, "package.json"));
  const purify = json(join(root, "node_modules/dompurify/package.json"));
  const held = (name) => `${name} ${json(join(root, "node_modules", name, "package.json")).version}`;
  const parts = [
    `Pith ${version} is licensed under the MIT License or the Apache License 2.0, at your option.`,
    text("LICENSE-MIT"),
    `purify.min.js is dist/purify.min.js of the npm package dompurify ${purify.version}, unchanged (${purify.homepage}).
It is used under the Apache License 2.0. core-wasm.js and export.wasm contain the crates listed below it.`,
    text("node_modules/dompurify/LICENSE"),
    ...faceLicenses(),
    `Icons are from Lucide 1.62 (https://lucide.dev), some of which are derived from Feather.`,
    text("extension/icons/lucide-license.txt"),
    `code.js contains code of the npm packages ${held("highlight.js")}, ${held("lowlight")} and ${held("devlop")},
the first without the code that writes markup into pages.`,
    text("node_modules/highlight.js/LICENSE"),
    text("node_modules/lowlight/license"),
    text("node_modules/devlop/license"),
    readFileSync(join(options.core, "third-parties.txt"), "utf8").trim(),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Joins style sheets in cascade order. */
function sheet(...files) {
  return files.map((file) => readFileSync(join(here, "src", file), "utf8")).join("\n");
}

/** Marks every declaration important: see `insertStyle` in src/background/inject.ts. */
function important(css) {
  const parsed = postcss.parse(css);
  parsed.walkDecls((declaration) => {
    declaration.important = true;
  });
  return parsed.toString();
}

/**
 * Checks that every locale has exactly the same messages, with the same placeholders and the plural forms of its
 * language.
 */
function checkLocales() {
  const shape = (table) =>
    Object.entries(table)
      .map(([key, { message, placeholders }]) => `${key}${message && placeholders ? "($)" : message ? "" : " (empty)"}`)
      .toSorted();
  const expected = new Set(shape(messages("en")));
  for (const locale of locales) {
    const found = new Set(shape(messages(locale)));
    const wrong = [...expected, ...found].filter((key) => !(expected.has(key) && found.has(key)));
    if (wrong.length > 0) {
      throw new Error(`_locales/${locale}: missing, empty or unknown: ${wrong.join(", ")}`);
    }
    const table = messages(locale);
    const { pluralCategories } = new Intl.PluralRules(table.locale.message).resolvedOptions();
    for (const key of Object.keys(table).filter((name) => pluralForms(messages("en")[name].message).length > 0)) {
      const forms = pluralForms(table[key].message);
      if (forms.toSorted().join() !== pluralCategories.toSorted().join()) {
        throw new Error(`_locales/${locale}: ${key} needs the forms ${pluralCategories.join(", ")}`);
      }
    }
  }
}

/** Returns the plural categories of a message; see `counted` in src/shared/i18n/numbers.ts. */
function pluralForms(message) {
  return [...message.matchAll(/(\w+)\{/g)].map(([, name]) => name);
}

/** Returns a copy of the manifest without the keys for the other browser, which would cause warnings. */
function withoutKeys(source, keys) {
  const copy = structuredClone(source);
  for (const [parent, names] of Object.entries(keys)) {
    for (const name of names) {
      delete (parent === "" ? copy : copy[parent])[name];
    }
  }
  return copy;
}

function writeManifest(folder, content) {
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(content, null, 2)}\n`);
}
