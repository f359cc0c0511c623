/**
 * In pages that always open, where there is permission: says that the page is there. It comes once the page has loaded,
 * and does nothing where a form is in use.
 */

import { onDocument } from "../../ui/nodes.ts";
import { share } from "../../shared/state.ts";
import { isFormInUse } from "./form-in-use.ts";
import { isPrerendered, referrer } from "../session/loading.ts";
import { notify } from "../../shared/requests.ts";

/** Returns what tells one stay on the site from another, in one tab; null where it goes on with the one before. */
function visit(): string | null {
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // The entries before this one end where the tab was on another site.
    return navigation.entries()[0]?.key ?? null;
  }
  // Firefox has them from 147 on.
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const from = referrer();
  const isFromHere = URL.canParse(from) && new URL(from).host === location.host;
  return isFromHere || entry?.type !== "navigate" ? null : String(performance.timeOrigin);
}

function arrive(): void {
  if (!isFormInUse()) {
    notify("arrived", { url: location.href, visit: visit() });
  }
}

share("pithInUse", isFormInUse);
if (isPrerendered()) {
  onDocument("prerenderingchange", arrive, new AbortController().signal);
} else {
  arrive();
}
