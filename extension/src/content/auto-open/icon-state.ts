/**
 * Reports to the icon whether a page has an article, and shows the page's highlights, on permitted sites that may open
 * automatically. Runs once the page is idle, after the script that detects articles (`readerable.js`).
 */

import { ext, isAlive } from "../../shared/ext.ts";
import { loadPageData } from "../session/page-storage.ts";
import { pageUrl } from "../../shared/highlights/page-url.ts";
import type { IconRequest } from "../../shared/messages.ts";
import { ask, notify } from "../../shared/requests.ts";
import { onDocument } from "../../ui/nodes.ts";
import { required, share, shared } from "../../shared/state.ts";
import { isPrerendered } from "../session/loading.ts";
import { articleDelays, changedArticleDelays, idleTimeout, urlDelay } from "../../shared/timeouts.ts";

/** The last reported state. */
let hasArticle: boolean | null = null;
/** The URL being checked, and the timers of pending checks. */
let checkedUrl = "";
let pendingChecks: number[] = [];

function report(): void {
  if (hasArticle !== null && isAlive()) {
    notify("article", { url: location.href, isThere: hasArticle });
  }
}

function check(): void {
  const before = hasArticle;
  hasArticle = required("pithReaderable").isReaderable();
  if (hasArticle !== before) {
    report();
  }
}

/** Shows the page's highlights if it has any, and removes those of the previous page. */
async function showHighlights(): Promise<void> {
  const passiveHighlights = shared("pithAtRest");
  if (passiveHighlights) {
    passiveHighlights.show();
  } else if (isAlive() && (await loadPageData()).hasHighlights) {
    await ask("inject-passive-highlights").catch(() => {});
  }
}

/**
 * Checks the page several times. A found article stays found, unless only the URL has changed: then the previous page
 * may still be displayed.
 */
function scheduleChecks(delays: readonly number[], isUrlChange: boolean): void {
  checkedUrl = pageUrl(location.href);
  for (const timer of pendingChecks) {
    clearTimeout(timer);
  }
  const whenIdle = (): void => {
    requestIdleCallback(
      () => {
        if (isUrlChange || hasArticle !== true) {
          check();
        }
        void showHighlights();
      },
      { timeout: idleTimeout },
    );
  };
  pendingChecks = delays.map((delay) => setTimeout(whenIdle, delay));
}

function urlChanged(): void {
  if (pageUrl(location.href) !== checkedUrl) {
    scheduleChecks(changedArticleDelays, true);
  }
}

/**
 * Detects URL changes. Firefox has the Navigation API since version 147. Before, most changes follow a click, a key, or
 * a step in the history.
 */
function watch(): void {
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    navigation.addEventListener("currententrychange", urlChanged);
    return;
  }
  window.addEventListener("popstate", urlChanged);
  for (const type of ["click", "keyup"]) {
    window.addEventListener(type, () => setTimeout(urlChanged, urlDelay), { capture: true, passive: true });
  }
}

function start(): void {
  scheduleChecks(articleDelays, false);
  watch();
  // The browser doesn't restore the icon of a page from the back/forward cache.
  window.addEventListener("pageshow", ({ persisted }) => persisted && report());
  // Requested after a view was closed, and if the list or a permission has changed.
  ext.runtime.onMessage.addListener(({ kind }: IconRequest) => {
    if (kind === "article?") {
      report();
    }
  });
}

if (!shared("pithSignal")) {
  share("pithSignal", true);
  if (isPrerendered()) {
    onDocument("prerenderingchange", start, new AbortController().signal);
  } else {
    start();
  }
}
