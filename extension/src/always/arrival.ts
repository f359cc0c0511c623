/**
 * In pages that always open, where there is permission: says that the page is there. It comes once the page has loaded,
 * and does nothing where a form is in use.
 */

import { ext } from "../ext.ts";
import { onDocument } from "../nodes.ts";
import { share } from "../state.ts";
import { isFormInUse } from "./form-in-use.ts";

/** Returns the platform's value of a property of the document, which may have an element of that name. */
function ofDocument(name: "prerendering" | "referrer"): unknown {
  const get = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  return get && Reflect.apply(get, document, []);
}

/** Returns what tells one stay on the site from another, in one tab; null where it goes on with the one before. */
function visit(): string | null {
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // The entries before this one end where the tab was on another site.
    return navigation.entries()[0]?.key ?? null;
  }
  // Firefox has them from 147 on.
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const referrer = String(ofDocument("referrer"));
  const isFromHere = URL.canParse(referrer) && new URL(referrer).host === location.host;
  return isFromHere || entry?.type !== "navigate" ? null : String(performance.timeOrigin);
}

function arrive(): void {
  if (!isFormInUse()) {
    void ext.runtime.sendMessage({ kind: "arrived", url: location.href, visit: visit() }).catch(() => {});
  }
}

share("pithInUse", isFormInUse);
if (ofDocument("prerendering") === true) {
  onDocument("prerenderingchange", arrive, new AbortController().signal);
} else {
  arrive();
}
