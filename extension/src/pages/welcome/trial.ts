/**
 * A page of ours for trying the views. Extensions can't inject scripts into their own pages, so this page includes
 * everything that the views need. The background tells it about clicks on the icon, shortcuts, and menu items.
 */

import { element } from "../../ui/build.ts";
import { ext, t } from "../../shared/ext.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import type { ViewOutcome, ViewRequest, TrialRequest } from "../../shared/messages.ts";
import { describePage } from "../own-page.ts";
import { showHints } from "./hints.ts";
import { required } from "../../shared/state.ts";

declare module "../../shared/state.ts" {
  interface Shared {
    /** Set by `shell.js`, which this page loads the same way as other pages. */
    pithShell: { handle(request: ViewRequest): Promise<ViewOutcome> };
  }
}

/** Opens a view. */
function openView(view: ViewName): void {
  void required("pithShell").handle({ view, leave: "none", clicked: Date.now(), shortcuts: {} });
}

function button(view: ViewName): HTMLButtonElement {
  const viewButton = element("button", { type: "button" }, t(`view_${view}`));
  viewButton.addEventListener("click", () => openView(view));
  return viewButton;
}

/** Splits a message at the dots. */
function splitAtDots(text: string): string[] {
  return text.split("·").map((part) => part.trim());
}

const list = (text: string): HTMLElement =>
  element("ul", {}, ...splitAtDots(text).map((part) => element("li", {}, element("a", { href: "#" }, part))));

describePage(t("welcomeSample"));
document.body.append(
  element("nav", { class: "menu" }, list(t("welcomeSampleMenu"))),
  element(
    "header",
    { class: "actions" },
    ...viewNames.map(button),
    element("a", { href: "welcome.html" }, t("welcomeBack")),
  ),
  element(
    "main",
    {},
    element(
      "article",
      {},
      element("h1", {}, t("welcomeSample")),
      element("p", {}, t("welcomeSample1")),
      element("p", {}, t("welcomeSample2")),
      element("div", { class: "newsletter" }, element("a", { href: "#" }, t("welcomeSampleOffer"))),
      element("p", {}, t("welcomeSample3")),
      element("p", {}, t("welcomeSample4")),
    ),
  ),
  element("aside", { class: "related", "aria-label": t("reason_related") }, list(t("welcomeSampleMore"))),
  element("footer", {}, list(t("welcomeSampleMenu"))),
);
ext.runtime.onMessage.addListener((message: TrialRequest, _sender, respond: (outcome: ViewOutcome) => void) => {
  if (message.kind === "trial") {
    void required("pithShell").handle(message.request).then(respond);
    // The answer is asynchronous.
    return true;
  }
});
showHints();
const requested = viewNames.find((view) => view === new URLSearchParams(location.search).get("view"));
if (requested) {
  openView(requested);
}
