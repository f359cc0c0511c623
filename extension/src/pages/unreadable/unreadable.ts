/** The popup that says why a page can't be read. It is shown once: the next click on the icon tries the page again. */

import { t } from "../../shared/ext.ts";
import { clearNotice, reasons } from "../../shared/unreadable.ts";
import { element } from "../../ui/build.ts";
import { describePage } from "../own-page.ts";

const parameters = new URLSearchParams(location.search);
const reason = reasons.find((name) => name === parameters.get("reason")) ?? "failed";
describePage();
document.body.append(
  element("main", {}, element("h1", {}, document.title), element("p", { role: "alert" }, t(`notice_${reason}`))),
);
void clearNotice(Number(parameters.get("tab")));
