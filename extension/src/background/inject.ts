/**
 * Injects what a view needs into a tab and asks for the view. Only after a click, or in a page that opens
 * automatically.
 */

import { ext, type Texts } from "../shared/ext.ts";
import { type LazyPart, type Part, type PartName, parts } from "../parts.ts";
import type {
  Collected,
  CollectRequest,
  Outcome,
  Request,
  MenuOutcome,
  ExportRequest,
  ExportAction,
} from "../shared/messages.ts";
import { storedCss } from "../shared/settings/custom-css.ts";
import { askShell, type LateText } from "./ask-shell.ts";
import { prepared } from "./core-host.ts";
import { texts } from "../shared/i18n/texts.ts";
import { coreDelay, lateTextDebounce, lateTextInterval, lateTextTimeout, styleTimeout } from "../shared/timeouts.ts";

/** A click for a view. */
interface Click {
  request: Request;
  /** True where the page is read before it has loaded. */
  immediately: boolean;
  /** True where nothing is to be brought into the page: what is on its way there is given up. */
  onlyLeaves: boolean;
  /** Returns whether no newer click has taken over. */
  current: () => boolean;
}

/** Returns the scripts of a part, each after what it builds on. */
export function scriptsOf(name: PartName): string[] {
  const { after = [] } = parts[name] as Part;
  return [...after, name].map((script) => `${script}.js`);
}

/** Only Firefox tells its name. */
const isFirefox = "getBrowserInfo" in ext.runtime;

/** True once the core was compiled for clicks to come. The browser ends the background, and with it the core, after half a minute. */
let isCoreReady = false;

const wasmCore = ["collector.js", "glue.js", "core-wasm.js"];
const remoteCore = scriptsOf("remote");

/**
 * Elements from which on the background reads a page even if it has to compile the core first. The page's own thread would
 * be held for more than a sixth of a second; below, a core of the page's own is there sooner. See docs/performance.md.
 */
const minForBackground = 4_000;

/** See `LateText`. */
const late: LateText = {
  timeoutMs: lateTextTimeout,
  debounceMs: lateTextDebounce,
  interval: lateTextInterval,
  fewest: 80,
};

/** Opens the view in the tab's top frame, or leaves it. Rejects where the browser allows no access. */
export async function open(tab: chrome.tabs.Tab, click: Click): Promise<Outcome> {
  const page = new Page(tab, click.immediately);
  let [outcome, isForbidden] = await Promise.all([page.reached(click.request), refusedBefore(tab)]);
  if (click.onlyLeaves && outcome.kind === "missing") {
    return { kind: "left" };
  }
  let core: string[] | undefined;
  // Three rounds: shell, core and view; the other core or the sanitizer; the one of these still left.
  for (let round = 0; outcome.kind === "missing" && round < 3 && click.current(); round++) {
    if (outcome.parts.includes("core")) {
      if (core === wasmCore) {
        isForbidden = true;
        await saveRefusal(tab);
      }
      const { elements } = outcome;
      const isSooner = elements !== undefined && (elements >= minForBackground || isCoreReady);
      core = isForbidden || isSooner ? remoteCore : wasmCore;
      if (core === remoteCore) {
        // Where that fails, the page is told when it asks.
        prepared().catch(() => {});
      }
    }
    const { whole } = await page.inject(outcome.parts, core ?? []);
    if (click.current()) {
      const isNew = outcome.parts.includes("shell");
      // A new shell may have found a view that an earlier run of the extension left open, and has no messages yet.
      const own = isNew ? { leave: click.request.leave, texts: texts() } : { leave: "none" as const };
      // In most cases the page is still at the core, and answers right after it.
      outcome = await page.ask({ ...click.request, ...own });
    }
    await whole;
    if (outcome.kind === "missing" && outcome.parts.includes("core") && click.current()) {
      outcome = await page.ask({ ...click.request, leave: "none" });
    }
  }
  if (outcome.kind === "missing" && click.current()) {
    throw notStarted(outcome.parts);
  }
  if (outcome.kind === "opened") {
    // If it fails, pages read themselves.
    getCoreReady().catch(() => {});
  }
  return outcome;
}

/** Compiles the core for clicks to come, once the page has drawn its view. Firefox shows small pages no sooner by it. */
async function getCoreReady(): Promise<void> {
  if (!isFirefox && !isCoreReady) {
    await pause(coreDelay);
    await prepared();
    isCoreReady = true;
  }
}

/** Brings what an open view asks for into its page. */
export async function inject(tab: chrome.tabs.Tab, part: LazyPart): Promise<void> {
  await new Page(tab, true).inject([part], []);
}

/** Has the article of a page exported without a view. Rejects where the browser allows no access. */
export async function exportFromMenu(
  tab: chrome.tabs.Tab,
  action: ExportAction,
  isPart: boolean,
): Promise<MenuOutcome> {
  const page = new Page(tab, true);
  // Where a view is open its own core is there already.
  await page.inject(["shell", "core", "export-panel"], remoteCore);
  return page.fromMenu({ action, isPart, texts: texts() });
}

/** Has the selection of a page highlighted. Rejects where the browser allows no access. */
export async function highlightFromMenu(tab: chrome.tabs.Tab): Promise<MenuOutcome> {
  const page = new Page(tab, true);
  await page.inject(["shell", "core", "marks"], remoteCore);
  return page.highlight(texts());
}

/** Reads the article of a tab, and its images where they are wanted. Rejects where the browser allows no access. */
export async function collect(tab: chrome.tabs.Tab, request: Omit<CollectRequest, "texts">): Promise<Collected> {
  const page = new Page(tab, true);
  await page.inject(["shell", "core", "export-panel"], remoteCore);
  return page.collect({ ...request, texts: texts() });
}

/** The top frame of one tab, through `scripting`. */
class Page {
  readonly #target: { tabId: number };
  readonly #injectImmediately: boolean;
  /** When the document began that was asked first: of one tab no two begin at once. */
  #began: number | undefined;

  constructor(tab: chrome.tabs.Tab, injectImmediately: boolean) {
    this.#target = { tabId: tab.id ?? -1 };
    this.#injectImmediately = injectImmediately;
  }

  /**
   * Asks as `ask` does, and again after a moment where that fails: Chromium now and then refuses access right after the
   * click that grants it ("Cannot access contents of the page").
   */
  async reached(request: Request): Promise<Outcome> {
    for (const moment of [25, 125]) {
      try {
        return await this.ask(request);
      } catch {
        await pause(moment);
      }
    }
    return await this.ask(request);
  }

  /**
   * Asks the shell in the page; where there is none yet, all parts are missing. If the user hasn't asked for the view,
   * and a form of the page is in use, the page is left alone. Asking waits for nothing: an open view can be left while
   * the page still loads. Only where text has come into the page since parts were missing, or the page says that some is
   * on its way, the view waits a while for the rest of it.
   */
  async ask(request: Request): Promise<Outcome> {
    const [answer] = await ext.scripting.executeScript({
      target: this.#target,
      injectImmediately: true,
      // Where the user clicks again while the page loads it is read at once.
      args: [request, { ...late, timeoutMs: this.#injectImmediately ? 0 : late.timeoutMs }, this.#began ?? null],
      func: askShell,
    });
    if (!answer?.result) {
      throw notStarted("no answer");
    }
    const { began, ...outcome } = answer.result as Outcome & { began?: number };
    this.#began ??= began;
    return outcome;
  }

  /** Begins to export the article. */
  fromMenu(request: ExportRequest): Promise<MenuOutcome> {
    return this.#call("pithExportFromMenu", request);
  }

  /** Begins to highlight the selection. */
  highlight(own: Texts): Promise<MenuOutcome> {
    return this.#call("pithHighlightSelection", own);
  }

  /** Hands the article over. */
  collect(request: CollectRequest): Promise<Collected> {
    return this.#call("pithCollect", request);
  }

  async #call<What>(
    name: "pithExportFromMenu" | "pithCollect" | "pithHighlightSelection",
    request: object,
  ): Promise<What> {
    const [answer] = await ext.scripting.executeScript({
      target: this.#target,
      injectImmediately: true,
      args: [name, request],
      // Runs in the page, as in `ask`.
      func: (called: string, given: object): unknown =>
        Object.getOwnPropertyDescriptor(globalThis, called)?.value(given),
    });
    if (!answer?.result) {
      throw notStarted("no answer");
    }
    return answer.result as What;
  }

  /** Brings orphan-guard.ts into the page in Firefox. A page without scripts does without. */
  async #standBy(): Promise<void> {
    if (isFirefox) {
      await ext.scripting
        .executeScript({ target: this.#target, injectImmediately: true, world: "MAIN", files: ["orphan-guard.js"] })
        .catch(() => {});
    }
  }

  /**
   * Brings parts into the page. What builds on the shell comes after it in one call; the core in wasm, which builds on
   * nothing, takes longest to read and comes meanwhile: it is there when `whole` resolves. The browser sends them in
   * the order in which they are asked for, so that neither sheet nor shell waits for the page's turn behind the core.
   */
  async inject(names: readonly (PartName | "core")[], core: string[]): Promise<{ whole: Promise<void> }> {
    const isApart = core === wasmCore && names.includes("core");
    const scripts = names.flatMap((part) => (part !== "core" ? scriptsOf(part) : isApart ? [] : core));
    const first = [
      names.includes("reader") && this.#insertReaderStyle(),
      ...names.filter(hasSheet).map((part) => this.#insertStyle({ files: [`${part}.css`] })),
      scripts.length > 0 && this.#inject(scripts),
      names.includes("shell") && this.#standBy(),
    ];
    const whole = isApart ? this.#inject(core) : Promise.resolve();
    await Promise.all(first);
    return { whole };
  }

  /** Runs files of ours in the page, in this order. Whether that worked is seen by asking again. */
  async #inject(scripts: string[]): Promise<void> {
    await ext.scripting
      .executeScript({ target: this.#target, injectImmediately: this.#injectImmediately, files: scripts })
      .catch(() => {});
  }

  /**
   * Inserts a sheet of user origin. Such a sheet is the one place from which the article's look
   * can be fixed in the page's own tree against every rule the page may have (important
   * declarations of the user beat important ones of the author, style attributes included), no
   * matter what the page's CSP says on styles, and without a node or style sheet the page could
   * see. All its rules hang on our own element, so it does nothing once the reader is left, and
   * goes with the document.
   *
   * Firefox inserts it only when the page has loaded, and cannot be told to hurry. On a page that
   * does not get there the reader is shown without it, in the browser's own type, until it does.
   */
  async #insertStyle(sheet: { files: string[] } | { css: string }): Promise<void> {
    const inserted = ext.scripting.insertCSS({ target: this.#target, origin: "USER", ...sheet }).catch((error) => {
      throw notStarted(error);
    });
    await (this.#injectImmediately ? Promise.race([inserted, pause(styleTimeout)]) : inserted);
  }

  /** Inserts the sheet of the article, and the user's own after it, where there is one. */
  async #insertReaderStyle(): Promise<void> {
    const [own] = await Promise.all([storedCss(), this.#insertStyle({ files: ["article.css"] })]);
    if (own) {
      await this.#insertStyle({ css: own }).catch(() => {});
    }
  }
}

/** Returns the error of a page that gives access, and where something else goes wrong; see `unreadable.ts`. */
function notStarted(what: unknown): Error {
  return new Error(`could not be started: ${what}`);
}

/** Returns whether a part has a sheet of its own for the article. */
function hasSheet(name: PartName | "core"): boolean {
  return name !== "core" && (parts[name] as Part).sheet !== undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/*
 * Chromium forbids wasm in content scripts of pages whose CSP has no 'wasm-unsafe-eval', and the
 * page can see each attempt (a securitypolicyviolation event). So every origin is tried at most
 * once per browser session. `storage.session` is kept in memory only, private windows included.
 */

const refusals = "wasmRefused";

async function refusedOrigins(): Promise<string[]> {
  const stored = await ext.storage.session.get<{ [refusals]?: string[] }>(refusals);
  return stored[refusals] ?? [];
}

function originOf(tab: chrome.tabs.Tab): string {
  const { origin, protocol } = new URL(tab.url ?? "about:blank");
  return origin === "null" ? protocol : origin;
}

async function refusedBefore(tab: chrome.tabs.Tab): Promise<boolean> {
  return (await refusedOrigins()).includes(originOf(tab));
}

async function saveRefusal(tab: chrome.tabs.Tab): Promise<void> {
  const origins = new Set(await refusedOrigins());
  await ext.storage.session.set({ [refusals]: [...origins.add(originOf(tab))] });
}
