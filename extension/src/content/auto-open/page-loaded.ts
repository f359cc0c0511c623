/** Reports that the page has loaded, on permitted sites that open automatically. Does nothing if a form is in use. */

import { onDocument } from "../../ui/nodes.ts";
import { share } from "../../shared/state.ts";
import { isFormInUse } from "./form-in-use.ts";
import { isPrerendered, referrer } from "../session/loading.ts";
import { notify } from "../../shared/requests.ts";

/** Identifies a visit to the site in this tab; null if the page continues the previous visit. */
function visit(): string | null {
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // The entries before this one end when the tab was on another site.
    return navigation.entries()[0]?.key ?? null;
  }
  // Firefox has the Navigation API since version 147.
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const referrerUrl = referrer();
  const isSameHost = URL.canParse(referrerUrl) && new URL(referrerUrl).host === location.host;
  return isSameHost || entry?.type !== "navigate" ? null : String(performance.timeOrigin);
}

function reportLoaded(): void {
  if (!isFormInUse()) {
    notify("arrived", { url: location.href, visit: visit() });
  }
}

share("pithInUse", isFormInUse);
if (isPrerendered()) {
  onDocument("prerenderingchange", reportLoaded, new AbortController().signal);
} else {
  reportLoaded();
}
