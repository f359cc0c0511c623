/** The popup with the sentence that says why a page cannot be read. It is shown once: the next click on
 * the icon tries the page again. */

import { locale, messageDirection, t } from "./ext.ts";
import { clearNotice, reasons } from "./notice.ts";

const parameters = new URLSearchParams(location.search);
const reason = reasons.find((name) => name === parameters.get("reason")) ?? "failed";
const sentence = document.createElement("p");
sentence.setAttribute("role", "alert");
sentence.textContent = t(`notice_${reason}`);
document.documentElement.lang = locale();
document.documentElement.dir = messageDirection();
document.body.append(sentence);
void clearNotice(Number(parameters.get("tab")));
