/**
 * The package for Safari: its manifest, and a linter that compares the manifest with npm's `@mdn/browser-compat-data`. What
 * Safari lacks otherwise is in docs/safari.md.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { webextensions } = createRequire(import.meta.url)("@mdn/browser-compat-data");

/** The first Safari that the package is for: that of the engine in which the views are tested. */
const oldestSafari = "26.0";

/** Permissions that Safari on the iPhone and iPad lacks, and that the scripts do without there. */
const notOnPhones = new Set(["contextMenus"]);

/** Keys that are in every manifest and have no row in the data, or whose members the author names. */
const ownMembers = new Set(["icons", "action.default_icon", "commands"]);

/**
 * What the oldest Safari lacks of what scripts use, each with what stands for it: a statement at the beginning of the scripts
 * that name it. tests/webkit tries them.
 */
const missing = {
  // None has it.
  requestIdleCallback:
    "const requestIdleCallback = globalThis.requestIdleCallback?.bind(globalThis) ?? ((called) => setTimeout(called, 50));",
  // Known from 26.2 on.
  caretPositionFromPoint: `Document.prototype.caretPositionFromPoint ??= function (x, y) {
    const range = this.caretRangeFromPoint(x, y);
    return range && { offsetNode: range.startContainer, offset: range.startOffset };
  };`,
};

/** Returns a script with what WebKit lacks. `banner`: its beginning, which opens a function. */
export function withMissing(script, banner) {
  const own = Object.entries(missing).filter(([name]) => new RegExp(`\\b${name}\\b`).test(script));
  const text = own.map(([, statement]) => `\n${statement}`).join("");
  return script.replace(banner, () => banner + text);
}

/** Returns the manifest for Safari, made of that for all browsers. */
export function safariManifest(manifest) {
  const { minimum_chrome_version: _, background, ...kept } = structuredClone(manifest);
  return {
    ...kept,
    // A page for events, as in Firefox.
    background: { scripts: background.scripts },
    browser_specific_settings: { safari: { strict_min_version: oldestSafari } },
  };
}

/** Returns sentences about what Safari does not know of a manifest; none where it knows all. */
export function complaintsAbout(manifest) {
  const oldest = manifest.browser_specific_settings?.safari?.strict_min_version ?? "0";
  const found = [];
  const check = (row, path, isMacAlone = false) => {
    if (!row?.__compat) return void found.push(`${path}: no key of a manifest`);
    for (const browser of isMacAlone ? ["safari"] : ["safari", "safari_ios"]) {
      const [{ version_added: since }] = [row.__compat.support[browser]].flat();
      if (!since || since === "preview") found.push(`${path}: ${browser} does not know it`);
      else if (compare(since, oldest) > 0) found.push(`${path}: ${browser} knows it from ${since} on`);
    }
  };
  const walk = (value, rows, path) => {
    check(rows, path);
    if (ownMembers.has(path) || value === null || typeof value !== "object" || Array.isArray(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (path === "browser_specific_settings.safari") continue;
      walk(member, rows?.[key], `${path}.${key}`);
    }
  };
  for (const [key, value] of Object.entries(manifest)) {
    walk(value, webextensions.manifest[key], key);
    if (key === "permissions" || key === "optional_permissions") {
      for (const name of value) check(webextensions.manifest[key][name], `${key}.${name}`, notOnPhones.has(name));
    }
  }
  const version = webextensions.manifest.manifest_version[`v${manifest.manifest_version}`];
  check(version, `manifest_version.${manifest.manifest_version}`);
  return found;
}

/** The version of the data, and its date. */
export function dataVersion() {
  const require = createRequire(import.meta.url);
  const { version, timestamp } = JSON.parse(readFileSync(require.resolve("@mdn/browser-compat-data"), "utf8")).__meta;
  return { version, date: timestamp.slice(0, 10) };
}

function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  return left[0] - right[0] || (left[1] ?? 0) - (right[1] ?? 0);
}
