/**
 * Shows highlights while no view is open, on permitted sites. The script is injected if the page has highlights
 * (icon-state.ts). They can be changed only in views.
 */

import { ext, isAlive } from "../../../shared/ext.ts";
import { childrenOf, documentOf, rootElement } from "../../../ui/nodes.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import { runInSlices } from "../../dom/time-slicing.ts";
import { share, shared } from "../../../shared/state.ts";
import { pageUrl, highlightsKey } from "../../../shared/highlights/page-url.ts";
import { findQuotes } from "./anchoring.ts";
import { quoteOf } from "./anchors.ts";
import { overPageKinds } from "../over-page-kinds.ts";
import styles from "./style.css";
import { type StoredHighlight, readPage } from "../../../shared/highlights/highlight.ts";
import { registerHighlights, type Span } from "./registry.ts";
import { bodyText } from "./shown-text.ts";
import { idleTimeout } from "../../../shared/timeouts.ts";

class PagePassiveHighlights {
  readonly #styleRoots = new StyleRoots();
  /** Aborted by a newer request. */
  #search = new AbortController();

  constructor() {
    ext.storage.local.onChanged.addListener((changes) => {
      if (highlightsKey(pageUrl(location.href)) in changes) {
        this.show();
      }
    });
  }

  /** Shows the page's highlights once the page is idle, unless a view is open by then. */
  show(): void {
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    requestIdleCallback(() => void this.#find(signal), { timeout: idleTimeout });
  }

  /** Hides them while a view is open, which shows them itself. */
  hide(): void {
    this.#search.abort();
    this.#paint([]);
  }

  async #find(signal: AbortSignal): Promise<void> {
    if (signal.aborted || hasView()) {
      return;
    }
    const highlights = isAlive() ? await highlightsOf(location.href) : [];
    const text = highlights.length > 0 ? await runInSlices(bodyText(), signal) : null;
    if (signal.aborted) {
      return;
    }
    const textRanges = text
      ? findQuotes(
          highlights.map((highlight) => quoteOf(highlight, text)),
          text.nodeText.folded,
        )
      : [];
    const spans = highlights.flatMap(({ color }, index) => {
      const textRange = textRanges[index];
      return text && textRange ? text.spansOf(textRange).map((span) => ({ span, color })) : [];
    });
    this.#paint(spans);
  }

  #paint(spans: readonly Span[]): void {
    registerHighlights(
      document,
      spans.filter(({ span }) => documentOf(span.startContainer) === document),
    );
    this.#styleRoots.clearRules();
    if (spans.length > 0) {
      // Not every browser lets children inherit highlight styles.
      this.#styleRoots.addTo(document, `& * { ${styles} }`);
      this.#styleRoots.apply();
    } else {
      StyleRoots.remove([this.#styleRoots], false);
    }
  }
}

async function highlightsOf(url: string): Promise<readonly StoredHighlight[]> {
  const key = highlightsKey(pageUrl(url));
  const page = readPage((await ext.storage.local.get(key))[key]);
  return page && page !== "newer" ? page.marks : [];
}

function hasView(): boolean {
  const hostKinds = [...childrenOf(rootElement())].map((child) => child.getAttribute("data-pith"));
  return hostKinds.some((kind) => kind !== null && !(overPageKinds as readonly string[]).includes(kind));
}

if (!shared("pithAtRest")) {
  share("pithAtRest", new PagePassiveHighlights());
}
shared("pithAtRest")?.show();
