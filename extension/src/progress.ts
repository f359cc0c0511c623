/** The sentence that a view is being opened, where that takes long. */

import { element } from "./build.ts";
import { locale, messageDirection, t } from "./ext.ts";
import { appendToRoot, isConnected, rootElement, showPopover } from "./nodes.ts";
import styles from "./progress.css";
import { ownScale } from "./screen.ts";
import theme from "./theme.css";

/** Ms after which people wonder whether anything happens. */
const patience = 300;

/** Says so in the tree of the view's own element from then on, until `signal` is aborted. */
export function showProgress(host: HTMLElement, shadow: ShadowRoot, signal: AbortSignal): void {
  const sentence = element("p", {
    class: "progress",
    role: "status",
    popover: "manual",
    lang: locale(),
    dir: messageDirection(),
  });
  // By `textContent`: it is how Firefox knows a style for a content script's, beyond the page's CSP.
  const style = element("style");
  style.textContent = theme + styles;
  const timer = setTimeout(() => {
    if (!rootElement()) {
      return;
    }
    if (!isConnected(host)) {
      host.style.setProperty("--pith-zoom", String(ownScale()));
      appendToRoot(host);
    }
    shadow.append(style, sentence);
    showPopover(sentence);
    // What is said is heard where it comes into a region that is there already.
    requestAnimationFrame(() => {
      sentence.textContent = t("opening");
    });
  }, patience);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    style.remove();
    sentence.remove();
  });
}
