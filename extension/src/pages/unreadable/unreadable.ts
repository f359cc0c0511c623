/** The popup that says why a page can't be read. It is shown once: the next click on the icon tries the page again. */

import { t } from "../../shared/ext.ts";
import { clearNotice, reasons } from "../../shared/unreadable.ts";
import { describePage } from "../own-page.ts";

const parameters = new URLSearchParams(location.search);
const reason = reasons.find((name) => name === parameters.get("reason")) ?? "failed";
const sentence = document.createElement("p");
sentence.setAttribute("role", "alert");
sentence.textContent = t(`notice_${reason}`);
describePage();
document.body.append(sentence);
void clearNotice(Number(parameters.get("tab")));
