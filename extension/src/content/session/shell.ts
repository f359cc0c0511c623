/**
 * The shell in the page. It owns the detection and the open view, and restores the page. Views register themselves; each is a
 * separate file that the background injects when the view is first requested.
 */

import type { Core } from "../../shared/core.ts";
import { ext, setTexts } from "../../shared/ext.ts";
import { removeStaleUi } from "./stale-ui.ts";
import type { ViewName } from "../../parts.ts";
import type { ViewOutcome, RequiredPart, ViewRequest } from "../../shared/messages.ts";
import { contentType, createElement } from "../../ui/nodes.ts";
import type { Finding } from "./finding.ts";
import type { Opener, Session, Shell } from "./session.ts";
import { share, shared } from "../../shared/state.ts";
import { Views } from "./views.ts";

type Host = Element & { openOrClosedShadowRoot?: ShadowRoot | null };

class PageShell implements Shell {
  readonly #openers = new Map<ViewName, Opener>();
  readonly #views = new Views();
  /** True if a view of an earlier run of the extension was open when this script was injected. */
  #hadStaleUi = removeStaleUi(viewElementIn);

  register(name: ViewName, opener: Opener): void {
    this.#openers.set(name, opener);
  }

  get session(): Session | undefined {
    return this.#views.session;
  }

  get unreadable(): string | null {
    // XML and SVG documents create elements without a namespace, whatever the browser's viewer shows. PDF and media files are
    // in a document made by the browser.
    const isMarkup = createElement("p") instanceof HTMLElement;
    const type = contentType();
    return !isMarkup || /^(application\/pdf|image\/|video\/|audio\/)/.test(type) ? type : null;
  }

  detect<Result>(core: Core, use: (finding: Finding) => Result): Promise<Result | null> {
    return this.#views.detect(core, use);
  }

  async handle({ view, leave, clicked, shortcuts, texts, isAuto = false }: ViewRequest): Promise<ViewOutcome> {
    const views = this.#views;
    if (texts) {
      setTexts(texts);
    }
    views.shortcuts = shortcuts;
    // A later click has been answered already.
    if (clicked < views.lastClickTime) {
      return views.currentOutcome;
    }
    views.lastClickTime = clicked;
    const hadStaleUi = this.#hadStaleUi;
    this.#hadStaleUi = false;
    if (hadStaleUi && leave !== "none") {
      return { kind: "left" };
    }
    const { shown } = views;
    if (shown && (leave === "any" || (leave === "same" && shown === view))) {
      views.close();
      return { kind: "left" };
    }
    if (shown === view) {
      return views.outcome ?? views.currentOutcome;
    }
    return this.#open(view, isAuto);
  }

  #open(view: ViewName, isAuto: boolean): ViewOutcome | Promise<ViewOutcome> {
    const type = this.unreadable;
    if (type !== null) {
      return { kind: "unreadable", type };
    }
    const opener = this.#openers.get(view);
    const core = shared("pithCore");
    const missing: RequiredPart[] = [];
    if (!core) {
      missing.push("core");
    }
    if (view === "reader" && !("setHTML" in Element.prototype || shared("pithSanitizer"))) {
      missing.push("sanitizer");
    }
    if (!opener) {
      missing.push(view);
    }
    if (!core || !opener || missing.length > 0) {
      return { kind: "missing", parts: missing };
    }
    return this.#views.start({ name: view, opener }, { atStart: false, articleOnly: isAuto });
  }
}

/**
 * Returns an element that identifies a view in an element's closed shadow tree. A page saved with an open view has no
 * such tree.
 */
function viewElementIn(host: Element): Element | null | undefined {
  // In Chromium content scripts have the function, in Firefox the property.
  const tree = ext.dom?.openOrClosedShadowRoot(host as HTMLElement) ?? (host as Host).openOrClosedShadowRoot;
  return tree?.querySelector("dialog, .progress");
}

if (!shared("pithShell")) {
  share("pithShell", new PageShell());
}
