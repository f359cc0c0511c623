import { type PithErrorCode, PithError } from "./error.js";
import type { Answer, Rendered } from "./html/core.js";

/** Source of the wasm: its URL, a response with it, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** Exports common to all cores. */
export interface Core {
  memorySize(): number;
}

/** Called by a core before it aborts. `isLimit` is true if the page exceeds the work limit. */
type Panicked = (message: string, isLimit: boolean) => void;

/** Maximum memory of an instance to keep, in bytes; wasm memory never shrinks. */
const MAX_MEMORY = 128 << 20;

/** A core that is compiled once, with at most one instance. A failed instance is replaced. */
export class Instances<C extends Core> {
  readonly #name: string;
  readonly #instantiate: (module: WebAssembly.Module, panicked: Panicked) => C;
  #loading: Promise<void> | null = null;
  #module: WebAssembly.Module | null = null;
  #core: C | null = null;
  #panic: { message: string; isLimit: boolean } | null = null;
  #inlineBytes: (() => BufferSource) | null = null;

  /** `name` is the name of the package's entry point. */
  constructor(name: string, instantiate: (module: WebAssembly.Module, panicked: Panicked) => C) {
    this.#name = name;
    this.#instantiate = instantiate;
  }

  /** Compiles the wasm from a source. After the first success, further calls have no effect. */
  load(source: () => WasmSource | PromiseLike<WasmSource>): Promise<void> {
    this.#loading ??= this.#load(source).catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Sets inlined bytes, which are compiled on first use. */
  carry(bytes: () => BufferSource): void {
    this.#inlineBytes = bytes;
  }

  /** Calls the core and returns the article; throws the core's error if it returns one. */
  rendered(question: (core: C) => Answer): Rendered {
    const { article, refusal } = this.ask(question);
    if (article !== null) return article;
    const code: PithErrorCode = refusal?.code ?? "crashed";
    throw new PithError(code, refusal?.message ?? "Pith returned no result.");
  }

  /** Calls the core. */
  ask<T>(question: (core: C) => T): T {
    const core = this.#instance();
    let answer: T;
    try {
      answer = question(core);
    } catch (cause) {
      // Without unwinding, the core's state is inconsistent.
      this.#core = null;
      throw this.#failure(cause);
    }
    if (core.memorySize() > MAX_MEMORY) this.#core = null;
    return answer;
  }

  #instance(): C {
    if (this.#core !== null) return this.#core;
    if (this.#module === null) {
      if (this.#inlineBytes === null) {
        const entry = `pith-reader/${this.#name}`;
        throw new PithError(
          "not-ready",
          `The wasm isn't loaded yet. Await init() from "${entry}" first, or import "${entry}/inline", which needs no init().`,
        );
      }
      try {
        this.#module = new WebAssembly.Module(this.#inlineBytes());
      } catch (cause) {
        throw compileError("the bytes in this module", cause);
      }
    }
    this.#panic = null;
    try {
      this.#core = this.#instantiate(this.#module, (message, isLimit) => {
        this.#panic = { message, isLimit };
      });
    } catch (cause) {
      // The caller's module may be unrelated.
      const isOther = cause instanceof WebAssembly.LinkError || cause instanceof TypeError;
      this.#reset();
      const why = isOther ? `it is not the wasm of this version of pith-reader/${this.#name}` : String(cause);
      throw new PithError("no-wasm", `Cannot use Pith's wasm: ${why}.`, { cause });
    }
    return this.#core;
  }

  /** Returns the error of a core that has failed. */
  #failure(cause: unknown): PithError {
    // Bugs of the core cause a panic. Without one, the memory or the stack was exhausted.
    const isFull = this.#panic === null && (cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError);
    const [code, what]: [PithErrorCode, string] =
      isFull || this.#panic?.isLimit
        ? ["page-limit", "This page is too large or too complex for Pith"]
        : ["crashed", "Pith failed on this page"];
    const reason = this.#panic?.message ?? (isFull ? "out of memory" : String(cause));
    return new PithError(code, `${what} (${reason}). Other pages can still be read.`, { cause });
  }

  #reset(): void {
    this.#module = null;
    this.#loading = null;
  }

  async #load(source: () => WasmSource | PromiseLike<WasmSource>): Promise<void> {
    this.#module ??= await compile(await source());
    this.#instance();
  }
}

/** Compiles the wasm from a source. */
async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) {
    const origin = String(source);
    let response: Response | BufferSource;
    try {
      response = await fetchSource(source);
    } catch (cause) {
      throw new PithError("no-wasm", `Cannot fetch Pith's wasm from ${origin}: ${messageOf(cause)}.`, { cause });
    }
    return compile(response);
  }
  if (typeof Response === "function" && source instanceof Response) {
    const origin = source.url || "the response";
    if (!source.ok) {
      throw new PithError("no-wasm", `Cannot fetch Pith's wasm from ${origin}: status ${source.status}.`);
    }
    const type = source.headers.get("content-type") ?? "";
    try {
      // Streaming compilation requires the wasm content type.
      return await (type.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(source)
        : WebAssembly.compile(await source.arrayBuffer()));
    } catch (cause) {
      const hint = type.startsWith("text/html") ? "; the response is HTML, so the file is probably missing" : "";
      throw compileError(`${origin}${hint}`, cause);
    }
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    try {
      return await WebAssembly.compile(source);
    } catch (cause) {
      throw compileError("the bytes", cause);
    }
  }
  throw new PithError(
    "bad-input",
    "The source for init() must be the URL of the wasm, a Response, bytes, a WebAssembly.Module, or undefined.",
  );
}

/** Node's API, also in Deno and Bun. Unlike an import, it's ignored by bundlers. */
interface Host {
  process?: { getBuiltinModule?(name: "node:fs/promises"): { readFile(file: URL): Promise<BufferSource> } };
}

/** Fetches a file. Node's `fetch` doesn't support local files. */
async function fetchSource(source: string | URL): Promise<Response | BufferSource> {
  const files =
    String(source).startsWith("file:") && (globalThis as Host).process?.getBuiltinModule?.("node:fs/promises");
  return files ? files.readFile(new URL(source)) : fetch(source);
}

function compileError(what: string, cause: unknown): PithError {
  return new PithError("no-wasm", `Cannot compile Pith's wasm from ${what}: ${messageOf(cause)}.`, { cause });
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
}
