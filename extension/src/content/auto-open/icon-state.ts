/**
 * Reports to the icon whether a page has an article, and shows its highlights, on sites that may open automatically
 * and are permitted. It runs once the page is idle, after the script that decides (`readerable.js`).
 */

import { ext, isAlive } from "../../shared/ext.ts";
import { loadPage } from "../session/page-storage.ts";
import { addressOf } from "../../shared/highlights/page-url.ts";
import type { IconRequest } from "../../shared/messages.ts";
import { ask, notify } from "../../shared/requests.ts";
import { onDocument } from "../../ui/nodes.ts";
import { required, share, shared } from "../../shared/state.ts";
import { isPrerendered } from "../session/loading.ts";
import { articleDelays, changedArticleDelays, idleTimeout, urlDelay } from "../../shared/timeouts.ts";

/** What was said last. */
let isThere: boolean | null = null;
/** The address that is looked at, and the looks that are to come. */
let address = "";
let coming: number[] = [];

function report(): void {
  if (isThere !== null && isAlive()) {
    notify("article", { url: location.href, isThere });
  }
}

function check(): void {
  const before = isThere;
  isThere = required("pithReaderable").isReaderable();
  if (isThere !== before) {
    report();
  }
}

/** Shows the marks of the page, if it has any; takes away those of the page that was here before. */
async function showHighlights(): Promise<void> {
  const passiveHighlights = shared("pithAtRest");
  if (passiveHighlights) {
    passiveHighlights.show();
  } else if (isAlive() && (await loadPage()).isMarked) {
    await ask("inject-passive-highlights").catch(() => {});
  }
}

/** Looks at a page some times. What has come stays, but where the address alone has changed the page before may still stand. */
function begin(times: readonly number[], isAnew: boolean): void {
  address = addressOf(location.href);
  for (const timer of coming) {
    clearTimeout(timer);
  }
  const atLeisure = (): void => {
    requestIdleCallback(
      () => {
        if (isAnew || isThere !== true) {
          check();
        }
        void showHighlights();
      },
      { timeout: idleTimeout },
    );
  };
  coming = times.map((time) => setTimeout(atLeisure, time));
}

function readdress(): void {
  if (addressOf(location.href) !== address) {
    begin(changedArticleDelays, true);
  }
}

/** Hears of changed addresses. Firefox tells them from 147 on; before, most follow a press or a step back. */
function watch(): void {
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    navigation.addEventListener("currententrychange", readdress);
    return;
  }
  window.addEventListener("popstate", readdress);
  for (const press of ["click", "keyup"]) {
    window.addEventListener(press, () => setTimeout(readdress, urlDelay), { capture: true, passive: true });
  }
}

function start(): void {
  begin(articleDelays, false);
  watch();
  // The browser has forgotten the icon of a page that it puts back.
  window.addEventListener("pageshow", ({ persisted }) => persisted && report());
  // Asked for after a view was left, and where the list or a permission has changed.
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
