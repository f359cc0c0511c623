/** The notice shown instead of a view on a page without an article. The page stays visible; two buttons continue. */

import { element } from "../../ui/build.ts";
import { button, addStyles, icon } from "../../ui/components.ts";
import { Info, MousePointerClick, RotateCcw, X } from "../../ui/icons.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { showOverPage } from "../panels/over-page.ts";
import { findThreads } from "../panels/comments/threads.ts";
import type { Finding } from "./finding.ts";
import { noArticleMessage } from "./no-article.ts";
import { provide } from "./parts.ts";
import styles from "./nothing-found.css";

interface NothingFound {
  finding: Finding;
  settings: Settings;
  /** Aborted to remove the notice. */
  signal: AbortSignal;
  /** Removes it. */
  close(): void;
  /** Shows the detected parts in Inspect; `isPicking`: also starts the picker. */
  showInspect(isPicking: boolean): void;
  /** Re-runs detection. */
  retry(): void;
}

/**
 * Shows the notice, unless a closer look finds a discussion. Resolves to whether there is something to read after all.
 */
type ShowNothingFound = (notice: NothingFound) => Promise<boolean>;

async function showNothingFound({
  finding,
  settings,
  signal,
  close,
  showInspect,
  retry,
}: NothingFound): Promise<boolean> {
  if (finding.kind === "found") {
    const { thread } = await findThreads(finding).catch(() => ({ thread: null }));
    if (thread) {
      finding.thread = thread;
      return true;
    }
  }
  if (signal.aborted) {
    return false;
  }
  const hasParts = finding.kind === "found" && finding.blocks.all.length > 0;
  const { title, text } = noArticleMessage(finding);
  const explanation = hasParts ? t("nothingNext") : finding.kind === "found" ? t("nothingEmpty") : text;
  const actions = hasParts
    ? [
        button({ variant: "primary", name: "pick", icon: MousePointerClick, text: t("pick") }, () => showInspect(true)),
        button({ variant: "plain", name: "show-inspect", text: t("nothingShow") }, () => showInspect(false)),
      ]
    : [button({ variant: "primary", name: "retry", icon: RotateCcw, text: t("again") }, retry)];
  const box = element(
    "section",
    {
      class: "nothing-found",
      popover: "manual",
      role: "dialog",
      "aria-labelledby": "nothing-found-title",
      "aria-describedby": "nothing-found-text",
      tabindex: -1,
      autofocus: true,
      lang: locale(),
      dir: messageDirection(),
    },
    icon(Info),
    element("h2", { id: "nothing-found-title" }, title),
    button({ variant: "quiet", name: "close", icon: X, tip: t("close"), key: "Esc" }, close),
    element("p", { id: "nothing-found-text" }, explanation),
    element("div", { class: "actions" }, ...actions),
  );
  const prepare = (shadow: ShadowRoot): void => addStyles(shadow, signal);
  showOverPage({ kind: "nothing", box, styles, settings, onEscape: close, signal, prepare });
  return false;
}

declare module "./parts.ts" {
  interface Provided {
    "nothing-found": ShowNothingFound;
  }
}

provide("nothing-found", showNothingFound);
