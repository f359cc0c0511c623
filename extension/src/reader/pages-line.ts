/** The line at the article's end that offers its further pages, where its site divides it. */

import { element, whenPressed } from "../build.ts";
import { ask, locale, messageDirection } from "../ext.ts";
import { offer } from "../pages/offer.ts";
import type { FoundDetection, Session } from "../session.ts";
import { shared } from "../state.ts";
import { Body } from "./body.ts";

export function pagesLine(session: Session, finding: FoundDetection): HTMLElement {
  const line = element("div", { class: "pith-pages", lang: locale(), dir: messageDirection() });
  // The article is read first: pages are looked for when its end comes into sight, or where some were read before.
  const seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      seen.disconnect();
      show();
    }
  });
  session.signal.addEventListener("abort", () => seen.disconnect());
  const show = (): void => {
    const pager = finding.detection.pager();
    if (!pager) {
      return;
    }
    const host = { session, finding, pager, line, bodyOf: (html: string) => new Body(html, session.signal).node };
    if (finding.further) {
      shared("pithPages")?.(host);
      return;
    }
    const button = element("button", { type: "button" }, offer(pager.number + 1, pager.next.length));
    whenPressed(button, async () => {
      if (!shared("pithPages")) {
        await ask({ kind: "pages" }).catch(console.error);
      }
      shared("pithPages")?.(host);
    });
    line.append(button);
  };
  if (finding.further) {
    requestIdleCallback(() => session.signal.aborted || show());
  } else {
    seen.observe(line);
  }
  return line;
}
