/** Shows a message if opening a view takes long. */

import { element, styleElement } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { recoverSuppressedClicks } from "./clicks.ts";
import { hideClicksFromDocument } from "./guard.ts";
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
  const status = element("p", { role: "status" });
  const button = textButton(t("openingCancel"), cancel);
  const attributes = { class: "progress", popover: "manual", lang: locale(), dir: messageDirection() };
  const box = element("div", attributes, status, button);
  const sheet = styleElement(theme + styles);
  if (!isConnected(host)) {
    host.style.setProperty("--pith-zoom", String(ownScale()));
    appendToRoot(host);
  }
  shadow.append(sheet, box);
  showPopover(box);
  recoverSuppressedClicks(shadow, signal);
  hideClicksFromDocument(host, signal);
  // Screen readers announce text only if its region existed before.
  requestAnimationFrame(() => {
    status.textContent = t("opening");
  });
  signal.addEventListener("abort", () => {
    sheet.remove();
    box.remove();
  });
});
