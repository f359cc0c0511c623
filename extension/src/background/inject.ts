/**
 * Injects a view's scripts into a tab and asks for the view, only after a click or on a page that opens automatically.
 */

import { ext, type Texts } from "../shared/ext.ts";
import { type LazyPart, type Part, type PartName, parts } from "../parts.ts";
import type {
  Collected,
  CollectRequest,
  ViewOutcome,
  ViewRequest,
  MenuOutcome,
  ExportRequest,
  ExportAction,
} from "../shared/messages.ts";
import { storedCss } from "../shared/settings/custom-css.ts";
import { askShell, type LateText } from "./ask-shell.ts";
import { compiledCore } from "./core-host.ts";
import { collectTexts } from "../shared/i18n/texts.ts";
import { coreDelay, lateTextDebounce, lateTextInterval, lateTextTimeout, styleTimeout } from "../shared/timeouts.ts";

/** A click for a view. */
interface Click {
  request: ViewRequest;
  /** True to read the page before it has loaded. */
  immediately: boolean;
  /** True to cancel a pending view instead of injecting anything. */
  onlyCancels: boolean;
  /** Returns whether no newer click has taken over. */
  isCurrent: () => boolean;
}

/** Returns the scripts of a part, each after its dependencies. */
export function scriptsOf(name: PartName): string[] {
  const { after = [] } = parts[name] as Part;
  return [...after, name].map((script) => `${script}.js`);
}

/** Only Firefox has this function. */
const isFirefox = "getBrowserInfo" in ext.runtime;

/** True once the core is compiled for later clicks. The browser ends the background, and so the core, after half a minute. */
let isCoreReady = false;

const wasmCore = ["collector.js", "glue.js", "core-wasm.js"];
const remoteCore = scriptsOf("remote");

/**
 * Minimum elements of a page that the background reads even if it has to compile the core first: the page's own thread would
 * be blocked for more than a sixth of a second. For smaller pages, a core in the page is faster. See docs/performance.md.
 */
const minElementsForBackground = 4_000;

/** See `LateText`. */
const lateTextOptions: LateText = {
  timeoutMs: lateTextTimeout,
  debounceMs: lateTextDebounce,
  interval: lateTextInterval,
  minChars: 80,
};

/** Opens the view in the tab's top frame, or closes it. Rejects if the browser denies access. */
export async function open(tab: chrome.tabs.Tab, click: Click): Promise<ViewOutcome> {
  const page = new Page(tab, click.immediately);
  let [outcome, isForbidden] = await Promise.all([page.askWithRetry(click.request), wasWasmRefused(tab)]);
  if (click.onlyCancels && outcome.kind === "missing") {
    return { kind: "left" };
  }
  let core: string[] | undefined;
  // Three rounds: shell, core and view; the other core or the sanitizer; the remaining one.
  for (let round = 0; outcome.kind === "missing" && round < 3 && click.isCurrent(); round++) {
    if (outcome.parts.includes("core")) {
      if (core === wasmCore) {
        isForbidden = true;
        await saveWasmRefusal(tab);
      }
      const { elements } = outcome;
      const isRemoteFaster = elements !== undefined && (elements >= minElementsForBackground || isCoreReady);
      core = isForbidden || isRemoteFaster ? remoteCore : wasmCore;
      if (core === remoteCore) {
        // If it fails, the page learns that when it asks.
        compiledCore().catch(() => {});
      }
    }
    const { coreInjected } = await page.inject(outcome.parts, core ?? []);
    if (click.isCurrent()) {
      const isNew = outcome.parts.includes("shell");
      // A new shell may have found a view of an earlier run of the extension, and has no messages yet.
      const overrides = isNew ? { leave: click.request.leave, texts: collectTexts() } : { leave: "none" as const };
      // Usually the page is still loading the core, and answers right after it.
      outcome = await page.ask({ ...click.request, ...overrides });
    }
    await coreInjected;
    if (outcome.kind === "missing" && outcome.parts.includes("core") && click.isCurrent()) {
      outcome = await page.ask({ ...click.request, leave: "none" });
    }
  }
  if (outcome.kind === "missing" && click.isCurrent()) {
    throw startError(outcome.parts);
  }
  if (outcome.kind === "opened") {
    // If it fails, pages read themselves.
    compileForNextClick().catch(() => {});
  }
  return outcome;
}

/** Compiles the core for later clicks, once the page has painted its view. In Firefox this doesn't make small pages faster. */
async function compileForNextClick(): Promise<void> {
  if (!isFirefox && !isCoreReady) {
    await delay(coreDelay);
    await compiledCore();
    isCoreReady = true;
  }
}

/** Injects the parts that an open view asks for. */
export async function inject(tab: chrome.tabs.Tab, part: LazyPart): Promise<void> {
  await new Page(tab, true).inject([part], []);
}

/** Exports the article of a page without a view. Rejects if the browser denies access. */
export async function exportFromMenu(
  tab: chrome.tabs.Tab,
  action: ExportAction,
  isPart: boolean,
): Promise<MenuOutcome> {
  const page = new Page(tab, true);
  // An open view has its core already.
  await page.inject(["shell", "core", "export-panel"], remoteCore);
  return page.fromMenu({ action, isPart, texts: collectTexts() });
}

/** Highlights the selection of a page. Rejects if the browser denies access. */
export async function highlightFromMenu(tab: chrome.tabs.Tab): Promise<MenuOutcome> {
  const page = new Page(tab, true);
  await page.inject(["shell", "core", "highlights"], remoteCore);
  return page.highlight(collectTexts());
}

/** Reads the article of a tab, with its images if requested. Rejects if the browser denies access. */
export async function collect(tab: chrome.tabs.Tab, request: Omit<CollectRequest, "texts">): Promise<Collected> {
  const page = new Page(tab, true);
  await page.inject(["shell", "core", "export-panel"], remoteCore);
  return page.collect({ ...request, texts: collectTexts() });
}

/** The top frame of one tab, through `scripting`. */
class Page {
  readonly #target: { tabId: number };
  readonly #injectImmediately: boolean;
  /** Start time of the first document asked, which identifies it within the tab. */
  #began: number | undefined;

  constructor(tab: chrome.tabs.Tab, injectImmediately: boolean) {
    this.#target = { tabId: tab.id ?? -1 };
    this.#injectImmediately = injectImmediately;
  }

  /**
   * Asks like `ask`, and again after a moment if that fails: Chromium sometimes denies access right after the click that
   * grants it ("Cannot access contents of the page").
   */
  async askWithRetry(request: ViewRequest): Promise<ViewOutcome> {
    for (const delayMs of [25, 125]) {
      try {
        return await this.ask(request);
      } catch {
        await delay(delayMs);
      }
    }
    return await this.ask(request);
  }

  /**
   * Asks the shell in the page; without a shell, all parts are missing. If the user didn't click and a form of the page is
   * in use, nothing is opened. An open view can be closed while the page still loads, so asking doesn't wait. The view waits
   * only if text was added since parts were missing, or the page announces more: then a while for the rest.
   */
  async ask(request: ViewRequest): Promise<ViewOutcome> {
    const [injection] = await ext.scripting.executeScript({
      target: this.#target,
      injectImmediately: true,
      // If the user clicks again while the page loads, it is read immediately.
      args: [
        request,
        { ...lateTextOptions, timeoutMs: this.#injectImmediately ? 0 : lateTextOptions.timeoutMs },
        this.#began ?? null,
      ],
      func: askShell,
    });
    if (!injection?.result) {
      throw startError("no answer");
    }
    const { began, ...outcome } = injection.result as ViewOutcome & { began?: number };
    this.#began ??= began;
    return outcome;
  }

  /** Starts exporting the article. */
  fromMenu(request: ExportRequest): Promise<MenuOutcome> {
    return this.#call("pithExportFromMenu", request);
  }

  /** Starts highlighting the selection. */
  highlight(pageTexts: Texts): Promise<MenuOutcome> {
    return this.#call("pithHighlightSelection", pageTexts);
  }

  /** Sends the article. */
  collect(request: CollectRequest): Promise<Collected> {
    return this.#call("pithCollect", request);
  }

  async #call<Value>(
    name: "pithExportFromMenu" | "pithCollect" | "pithHighlightSelection",
    request: object,
  ): Promise<Value> {
    const [injection] = await ext.scripting.executeScript({
      target: this.#target,
      injectImmediately: true,
      args: [name, request],
      // Runs in the page, like the function in `ask`.
      func: (sharedName: string, argument: object): unknown =>
        Object.getOwnPropertyDescriptor(globalThis, sharedName)?.value(argument),
    });
    if (!injection?.result) {
      throw startError("no answer");
    }
    return injection.result as Value;
  }

  /** Injects orphan-guard.ts in Firefox. Pages without scripts don't need it. */
  async #injectOrphanGuard(): Promise<void> {
    if (isFirefox) {
      await ext.scripting
        .executeScript({ target: this.#target, injectImmediately: true, world: "MAIN", files: ["orphan-guard.js"] })
        .catch(() => {});
    }
  }

  /**
   * Injects parts. The shell and the parts that depend on it are one call. The wasm core has no dependencies and takes
   * longest to load, so it is a second call; `coreInjected` resolves once it is there. The browser handles calls in
   * order, so sheet and shell don't wait behind the core.
   */
  async inject(names: readonly (PartName | "core")[], core: string[]): Promise<{ coreInjected: Promise<void> }> {
    const isCoreSeparate = core === wasmCore && names.includes("core");
    const scripts = names.flatMap((part) => (part !== "core" ? scriptsOf(part) : isCoreSeparate ? [] : core));
    const injections = [
      names.includes("reader") && this.#insertReaderStyle(),
      ...names.filter(hasSheet).map((part) => this.#insertStyle({ files: [`${part}.css`] })),
      scripts.length > 0 && this.#inject(scripts),
      names.includes("shell") && this.#injectOrphanGuard(),
    ];
    const coreInjected = isCoreSeparate ? this.#inject(core) : Promise.resolve();
    await Promise.all(injections);
    return { coreInjected };
  }

  /** Runs Pith's files in the page, in this order. Asking again shows whether that worked. */
  async #inject(scripts: string[]): Promise<void> {
    await ext.scripting
      .executeScript({ target: this.#target, injectImmediately: this.#injectImmediately, files: scripts })
      .catch(() => {});
  }

  /**
   * Inserts a sheet of user origin. Only such a sheet can protect the article's style in the page's own tree against
   * every rule of the page: important declarations of the user override important ones of the author, including style
   * attributes. The page's CSP doesn't apply to it, and the page sees neither a node nor a style sheet. All its rules
   * depend on Pith's own element, so it has no effect once Reader is closed, and it disappears with the document.
   *
   * Firefox inserts it only after the page has loaded. On a page that doesn't finish loading, Reader appears without
   * it, in the browser's default style, until then.
   */
  async #insertStyle(sheet: { files: string[] } | { css: string }): Promise<void> {
    const inserted = ext.scripting.insertCSS({ target: this.#target, origin: "USER", ...sheet }).catch((error) => {
      throw startError(error);
    });
    await (this.#injectImmediately ? Promise.race([inserted, delay(styleTimeout)]) : inserted);
  }

  /** Inserts the article's sheet, and then the user's custom CSS if there is any. */
  async #insertReaderStyle(): Promise<void> {
    const [customCss] = await Promise.all([storedCss(), this.#insertStyle({ files: ["article.css"] })]);
    if (customCss) {
      await this.#insertStyle({ css: customCss }).catch(() => {});
    }
  }
}

/** Returns the error for a page that grants access but fails otherwise; see `unreadable.ts`. */
function startError(cause: unknown): Error {
  return new Error(`could not be started: ${cause}`);
}

/** Returns whether a part has its own sheet for the article. */
function hasSheet(name: PartName | "core"): boolean {
  return name !== "core" && (parts[name] as Part).sheet !== undefined;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/*
 * Chromium forbids wasm in content scripts of pages whose CSP lacks 'wasm-unsafe-eval', and the page can see each attempt (a
 * securitypolicyviolation event). So every origin is tried at most once per browser session. `storage.session` is in memory
 * only, private windows included.
 */

const refusalsKey = "wasmRefused";

async function refusedOrigins(): Promise<string[]> {
  const stored = await ext.storage.session.get<{ [refusalsKey]?: string[] }>(refusalsKey);
  return stored[refusalsKey] ?? [];
}

function originOf(tab: chrome.tabs.Tab): string {
  const { origin, protocol } = new URL(tab.url ?? "about:blank");
  return origin === "null" ? protocol : origin;
}

async function wasWasmRefused(tab: chrome.tabs.Tab): Promise<boolean> {
  return (await refusedOrigins()).includes(originOf(tab));
}

async function saveWasmRefusal(tab: chrome.tabs.Tab): Promise<void> {
  const origins = new Set(await refusedOrigins());
  await ext.storage.session.set({ [refusalsKey]: [...origins.add(originOf(tab))] });
}
