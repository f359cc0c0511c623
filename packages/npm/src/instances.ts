import { type PithErrorCode, PithError } from "./error.js";
import type { Answer, Rendered } from "./html/core.js";

/** What the wasm can be taken from: its address, a response with it, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** What every core exports. */
export interface Core {
  memorySize(): number;
}

/** What a core calls before it aborts: `isLimit` says that the page's work has no end in sight. */
type Panicked = (message: string, isLimit: boolean) => void;

/** The memory, in bytes, above which an instance is not used again, because memory never shrinks: 128 MiB. */
const MAX_MEMORY = 128 << 20;

/** A core, compiled once, of which there is one instance at a time: one that failed is never asked again. */
export class Instances<C extends Core> {
  readonly #name: string;
  readonly #instantiate: (module: WebAssembly.Module, panicked: Panicked) => C;
  #loading: Promise<void> | null = null;
  #module: WebAssembly.Module | null = null;
  #core: C | null = null;
  #panic: { message: string; isLimit: boolean } | null = null;
  #carried: (() => BufferSource) | null = null;

  /** `name` is that of the package's entry. */
  constructor(name: string, instantiate: (module: WebAssembly.Module, panicked: Panicked) => C) {
    this.#name = name;
    this.#instantiate = instantiate;
  }

  /** Compiles the wasm of a source. The first that succeeds counts for all that follow. */
  load(source: () => WasmSource | PromiseLike<WasmSource>): Promise<void> {
    this.#loading ??= this.#load(source).catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Has the wasm compiled of bytes that are here already, when it is first needed. */
  carry(bytes: () => BufferSource): void {
    this.#carried = bytes;
  }

  /** Has the core look for an article. */
  rendered(question: (core: C) => Answer): Rendered {
    const { article, refusal } = this.ask(question);
    if (article !== null) return article;
    const code: PithErrorCode = refusal?.code ?? "crashed";
    throw new PithError(code, refusal?.message ?? "Pith has no answer.");
  }

  /** Asks the core. */
  ask<T>(question: (core: C) => T): T {
    const core = this.#instance();
    let answer: T;
    try {
      answer = question(core);
    } catch (cause) {
      // Without unwinding nothing of what the core was doing has been put in order.
      this.#core = null;
      throw this.#failure(cause);
    }
    if (core.memorySize() > MAX_MEMORY) this.#core = null;
    return answer;
  }

  #instance(): C {
    if (this.#core !== null) return this.#core;
    if (this.#module === null) {
      if (this.#carried === null) {
        const entry = `pith-reader/${this.#name}`;
        throw new PithError(
          "not-ready",
          `Pith has no wasm yet: await init() of "${entry}" first, or import "${entry}/inline", which needs no init().`,
        );
      }
      try {
        this.#module = new WebAssembly.Module(this.#carried());
      } catch (cause) {
        throw refused("the bytes in this module", cause);
      }
    }
    this.#panic = null;
    try {
      this.#core = this.#instantiate(this.#module, (message, isLimit) => {
        this.#panic = { message, isLimit };
      });
    } catch (cause) {
      // A module that was handed in may be any.
      const isOther = cause instanceof WebAssembly.LinkError || cause instanceof TypeError;
      this.#forget();
      const why = isOther ? `it is not the wasm of this version of pith-reader/${this.#name}` : String(cause);
      throw new PithError("no-wasm", `Pith's wasm cannot be used: ${why}.`, { cause });
    }
    return this.#core;
  }

  /** Returns the error of a core that has failed. */
  #failure(cause: unknown): PithError {
    // A fault of the core is a panic. If there was none, memory or the stack had no room.
    const isFull = this.#panic === null && (cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError);
    const [code, what]: [PithErrorCode, string] =
      isFull || this.#panic?.isLimit
        ? ["page-limit", "This page is too large or too complex for Pith"]
        : ["crashed", "Pith failed on this page"];
    const said = this.#panic?.message ?? (isFull ? "no memory is left" : String(cause));
    return new PithError(code, `${what} (${said}). Other pages can still be read.`, { cause });
  }

  #forget(): void {
    this.#module = null;
    this.#loading = null;
  }

  async #load(source: () => WasmSource | PromiseLike<WasmSource>): Promise<void> {
    this.#module ??= await compiled(await source());
    this.#instance();
  }
}

/** Compiles the wasm of a source. */
async function compiled(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) {
    const named = String(source);
    let response: Response | BufferSource;
    try {
      response = await fetched(source);
    } catch (cause) {
      throw new PithError("no-wasm", `Pith's wasm cannot be fetched from ${named}: ${said(cause)}.`, { cause });
    }
    return compiled(response);
  }
  if (typeof Response === "function" && source instanceof Response) {
    const named = source.url || "the response";
    if (!source.ok) {
      throw new PithError("no-wasm", `Pith's wasm cannot be fetched from ${named}: the answer was ${source.status}.`);
    }
    const type = source.headers.get("content-type") ?? "";
    try {
      // Browsers compile what streams in only where its type says that it is wasm.
      return await (type.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(source)
        : WebAssembly.compile(await source.arrayBuffer()));
    } catch (cause) {
      const hint = type.startsWith("text/html") ? "; the answer is HTML, so the file is not there" : "";
      throw refused(`${named}${hint}`, cause);
    }
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    try {
      return await WebAssembly.compile(source);
    } catch (cause) {
      throw refused("the bytes", cause);
    }
  }
  throw new PithError(
    "bad-input",
    "The source of init() is the address of the wasm, a Response, its bytes, a WebAssembly.Module, or nothing.",
  );
}

/** What Node has, and Deno and Bun as well. No bundler looks for a module in it, as it would in an import. */
interface Host {
  process?: { getBuiltinModule?(name: "node:fs/promises"): { readFile(file: URL): Promise<BufferSource> } };
}

/** Fetches a file; Node's `fetch` knows none on the own machine. */
async function fetched(source: string | URL): Promise<Response | BufferSource> {
  const files =
    String(source).startsWith("file:") && (globalThis as Host).process?.getBuiltinModule?.("node:fs/promises");
  return files ? files.readFile(new URL(source)) : fetch(source);
}

function refused(what: string, cause: unknown): PithError {
  return new PithError("no-wasm", `Pith's wasm cannot be compiled from ${what}: ${said(cause)}.`, { cause });
}

function said(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
}
