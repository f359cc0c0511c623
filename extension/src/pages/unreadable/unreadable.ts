/** The popup that says why a page can't be read. It appears once. The next click on the icon tries the page again. */

import { element } from "../../ui/build.ts";
import { t } from "../../shared/ext.ts";
import { clearNotice, reasons } from "../../shared/unreadable.ts";
import { describePage } from "../own-page.ts";

const parameters = new URLSearchParams(location.search);
const reason = reasons.find((name) => name === parameters.get("reason")) ?? "failed";
const close = element("button", { type: "button", class: "btn primary", autofocus: true }, t("close"));
close.addEventListener("click", () => window.close());
const actions = element("div", { class: "actions" }, close);
if (reason === "closed") {
  actions.prepend(
    element("a", { class: "btn plain", href: "trial.html?view=reader", target: "_blank" }, t("allHighlightsTry")),
  );
}
describePage();
document.body.append(
  element(
    "main",
    {},
    element("img", { src: "icons/pith-48.png", alt: "" }),
    // For these two reasons, "couldn't read this page" would be wrong.
    element("h1", {}, reason === "fought" || reason === "private" ? "Pith" : t("failed")),
    element("p", { role: "alert" }, t(`notice_${reason}`)),
    actions,
  ),
);
void clearNotice(Number(parameters.get("tab")));
