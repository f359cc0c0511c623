/**
 * Runs the core in the background, for large pages, for pages whose policy forbids wasm, and for all pages while it is
 * compiled. Every page gets an instance of its own, so that no page data stays in memory.
 */

import type { Glue } from "../../../target/pith/glue.d.ts";
import type { Description, Found } from "../shared/core.ts";
import { ext } from "../shared/ext.ts";
import type { Result, Recording, ReportResult } from "../shared/messages.ts";
import { coreErrorMessage } from "../shared/reason.ts";
import type { Argument } from "../shared/requests.ts";
import { encodeRules } from "../shared/site-rules/site-rules.ts";
import { required } from "../shared/state.ts";

declare const importScripts: ((...scripts: string[]) => void) | undefined;

// In Chromium the background is a service worker: one file in the manifest, and no imports after startup.
if (typeof importScripts !== "undefined") {
  importScripts("glue.js", "export.js");
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns the compiled core. The first call starts compiling. */
export function compiledCore(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

/** Finds the article in a recording. */
export function detect(recording: Recording): Promise<Result> {
  return withCore((core) => {
    const { summary, html, applied, removed, ...rest } = core.detectRecorded(...coreArguments(recording), true);
    return { summary, html, applied, removed: JSON.stringify(removed), rest: JSON.stringify(rest) };
  });
}

/** Finds the article in a recording, with only the data that Reader needs without controls. */
export function readArticle(recording: Recording): Promise<Result<Pick<Found, "summary" | "html" | "pager">>> {
  return withCore((core) => {
    const { summary, html, pager } = core.detectRecorded(...coreArguments(recording), false);
    return { summary, html, pager };
  });
}

/** Returns the core's half of a problem report. */
export function problemReport({ recording }: Argument<"problem-report">): Promise<ReportResult> {
  return withCore((core) => core.reportRecorded(...coreArguments(recording)));
}

type RemoteCore = ReturnType<Glue["instantiate"]>;

async function withCore<Value>(use: (core: RemoteCore) => Value): Promise<Result<Value>> {
  try {
    return use(required("pithGlue").instantiate(await compiledCore()));
  } catch (error) {
    return { failure: coreErrorMessage(error) };
  }
}

/** Returns a recording as arguments of the core. */
type CoreArguments = [string, number, number, Uint32Array, Float32Array, string, string, Uint32Array, Uint8Array];

function coreArguments({
  url,
  width,
  height,
  numbers,
  rects,
  text,
  values,
  overrides,
  site,
}: Recording): CoreArguments {
  return [
    url,
    width,
    height,
    new Uint32Array(decodeBuffer(numbers)),
    new Float32Array(decodeBuffer(rects)),
    text,
    values,
    new Uint32Array(overrides),
    Uint8Array.fromBase64(site),
  ];
}

/** Returns the description of each site rule, given in base64; null for bytes that aren't a valid rule. */
export async function describeRules(rules: readonly string[]): Promise<(Description | null)[]> {
  const core = required("pithGlue").instantiate(await compiledCore());
  return rules.map((rule) => {
    try {
      const descriptions = core.describeRules(encodeRules([rule], false));
      return descriptions.length === 1 ? (descriptions[0] ?? null) : null;
    } catch {
      return null;
    }
  });
}

async function compile(): Promise<WebAssembly.Module> {
  const script = await fetch(ext.runtime.getURL("core-wasm.js"));
  return WebAssembly.compile(required("pithGlue").bytes(await script.text()));
}

function decodeBuffer(base64: string): ArrayBuffer {
  return Uint8Array.fromBase64(base64).buffer;
}
