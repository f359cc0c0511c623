/** The line at the article's end that offers next pages, if the site splits the article. */

import { element, onActivate } from "../../../ui/build.ts";
import { offer } from "../../panels/pagination/offer.ts";
import type { PagesHost } from "../../panels/pagination/host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import type { OptionalMenuItem } from "../toolbar.ts";
import { whenVisible } from "../../dom/in-view.ts";
import { loaded, provided } from "../../session/parts.ts";

interface PagesLine {
  /** Returns the menu item for next pages; null if there are none or some are loaded. */
  offered(): OptionalMenuItem | null;
  /** Detects next pages again once the line comes into view, because the page is now shown as a discussion. */
  renew(): void;
}

/** Fills the line. Bodies of added pages are appended to `bodies`. */
export function pagesLine(
  { pages: line, bodies, bodyOf }: BuiltArticle,
  session: Session,
  finding: FoundDetection,
): PagesLine {
  const offerOf = (): (OptionalMenuItem & { host: PagesHost }) | null => {
    const pager = finding.thread ? finding.thread.pager : finding.detection.pager();
    if (!pager) {
      return null;
    }
    const added = (html: string): HTMLElement => {
      const body = bodyOf(html);
      bodies.push(body);
      return body.node;
    };
    const host = { session, finding, pager, line, bodyOf: added };
    const act = async (): Promise<void> => {
      const open = await loaded("pagination");
      if (!finding.further) {
        open?.(host);
      }
    };
    return { host, label: offer(pager.number + 1, pager.next.length), act: () => void act() };
  };
  const show = (): void => {
    const found = offerOf();
    if (!found || line.childElementCount > 0) {
      return;
    }
    if (finding.further) {
      provided("pagination")?.(found.host);
      return;
    }
    const button = element("button", { type: "button" }, found.label);
    onActivate(button, found.act);
    line.append(button);
  };
  // The article is read first, so next pages are detected when its end comes into view, or right away if some had been
  // loaded before.
  if (finding.further) {
    requestIdleCallback(() => session.signal.aborted || show());
  } else {
    whenVisible(line, session.signal, show);
  }
  return {
    renew: () => {
      if (!finding.further) {
        line.replaceChildren();
        whenVisible(line, session.signal, show);
      }
    },
    offered: () => {
      const found = finding.further ? null : offerOf();
      return (
        found && {
          label: found.label,
          act: () => {
            line.scrollIntoView({ block: "center" });
            found.act();
          },
        }
      );
    },
  };
}
