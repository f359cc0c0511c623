/**
 * The Safari package: its manifest, and a linter that compares it with npm's `@mdn/browser-compat-data`. docs/safari.md has
 * other differences.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { webextensions } = createRequire(import.meta.url)("@mdn/browser-compat-data");

/** The oldest supported Safari: the version of the engine that the views are tested in. */
const oldestSafari = "26.0";

/** Permissions missing in Safari on the iPhone and iPad. The scripts work without them. */
const notOnPhones = new Set(["contextMenus"]);

/** Manifest keys whose members aren't in the compatibility data, such as names chosen by the author. */
const ownMembers = new Set(["icons", "action.default_icon", "commands"]);

/**
 * Polyfills for the oldest Safari: statements to insert at the start of scripts that use the name. tests/webkit tests them.
 */
const missing = {
  // Missing in all versions.
  requestIdleCallback:
    "const requestIdleCallback = globalThis.requestIdleCallback?.bind(globalThis) ?? ((called) => setTimeout(called, 50));",
  // Supported from 26.2 on.
  caretPositionFromPoint: `Document.prototype.caretPositionFromPoint ??= function (x, y) {
    const range = this.caretRangeFromPoint(x, y);
    return range && { offsetNode: range.startContainer, offset: range.startOffset };
  };`,
};

/** Adds the polyfills that a script needs. `banner` is its start, which opens a function. */
export function withMissing(script, banner) {
  const own = Object.entries(missing).filter(([name]) => new RegExp(`\\b${name}\\b`).test(script));
  const text = own.map(([, statement]) => `\n${statement}`).join("");
  return script.replace(banner, () => banner + text);
}

/** Returns the manifest for Safari, derived from the common one. */
export function safariManifest(manifest) {
  const { minimum_chrome_version: _, background, ...kept } = structuredClone(manifest);
  return {
    ...kept,
    // An event page, as in Firefox.
    background: { scripts: background.scripts },
    browser_specific_settings: { safari: { strict_min_version: oldestSafari } },
  };
}

/** Returns messages about manifest keys that Safari doesn't support; empty if it supports all. */
export function complaintsAbout(manifest) {
  const oldest = manifest.browser_specific_settings?.safari?.strict_min_version ?? "0";
  const found = [];
  const check = (row, path, isMacAlone = false) => {
    if (!row?.__compat) return void found.push(`${path}: not a manifest key`);
    for (const browser of isMacAlone ? ["safari"] : ["safari", "safari_ios"]) {
      const [{ version_added: since }] = [row.__compat.support[browser]].flat();
      if (!since || since === "preview") found.push(`${path}: not supported by ${browser}`);
      else if (compare(since, oldest) > 0) found.push(`${path}: supported by ${browser} only from ${since} on`);
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

/** Returns the version of the compatibility data, and its date. */
export function dataVersion() {
  const require = createRequire(import.meta.url);
  const { version, timestamp } = JSON.parse(readFileSync(require.resolve("@mdn/browser-compat-data"), "utf8")).__meta;
  return { version, date: timestamp.slice(0, 10) };
}

function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  return left[0] - right[0] || (left[1] ?? 0) - (right[1] ?? 0);
}
