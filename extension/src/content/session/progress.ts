/** Shows a message if opening a view takes long. */

import { element, style } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { keepClicks } from "./clicks.ts";
import { keepFromDocument } from "./guard.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { appendToRoot, isConnected, rootElement, showPopover } from "../../ui/nodes.ts";
import styles from "./progress.css";
import { ownScale } from "../dom/viewport.ts";
import theme from "../../ui/theme.css";
import { provide } from "./parts.ts";

declare module "./parts.ts" {
  interface Provided {
    progress: (host: HTMLElement, shadow: ShadowRoot, signal: AbortSignal, cancel: () => void) => void;
  }
}

/** Shows the message and Cancel in the shadow tree of the view's element, until `signal` is aborted. */
provide("progress", (host, shadow, signal, cancel) => {
  if (signal.aborted || !rootElement()) {
    return;
  }
  const sentence = element("p", { role: "status" });
  const button = textButton(t("openingCancel"), cancel);
  const own = { class: "progress", popover: "manual", lang: locale(), dir: messageDirection() };
  const box = element("div", own, sentence, button);
  const sheet = style(theme + styles);
  if (!isConnected(host)) {
    host.style.setProperty("--pith-zoom", String(ownScale()));
    appendToRoot(host);
  }
  shadow.append(sheet, box);
  showPopover(box);
  keepClicks(shadow, signal);
  keepFromDocument(host, signal);
  // Screen readers announce text only if its region existed before.
  requestAnimationFrame(() => {
    sentence.textContent = t("opening");
  });
  signal.addEventListener("abort", () => {
    sheet.remove();
    box.remove();
  });
});
