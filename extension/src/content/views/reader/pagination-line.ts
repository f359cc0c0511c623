/** The line at the article's end that offers next pages, if the site splits the article. */

import { element, onActivate } from "../../../ui/build.ts";
import { nextPagesLabel } from "../../panels/pagination/offer.ts";
import type { PaginationHost } from "../../panels/pagination/host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import type { OptionalMenuItem } from "../toolbar.ts";
import { whenVisible } from "../../dom/in-view.ts";
import { loadPart, getPart } from "../../session/parts.ts";

interface PaginationLine {
  /** Returns the menu item for next pages; null if there are none or some are loaded. */
  menuItem(): OptionalMenuItem | null;
  /** Detects next pages again once the line comes into view, because the page is now shown as a discussion. */
  refresh(): void;
}

/** Fills the line. Bodies of added pages are appended to `bodies`. */
export function paginationLine(
  { pages: container, bodies, bodyOf }: BuiltArticle,
  session: Session,
  finding: FoundDetection,
): PaginationLine {
  const nextPages = (): (OptionalMenuItem & { host: PaginationHost }) | null => {
    const pager = finding.thread ? finding.thread.pager : finding.detection.pager();
    if (!pager) {
      return null;
    }
    const addBody = (html: string): HTMLElement => {
      const body = bodyOf(html);
      bodies.push(body);
      return body.node;
    };
    const host = { session, finding, pager, line: container, bodyOf: addBody };
    const act = async (): Promise<void> => {
      const open = await loadPart("pagination");
      if (!finding.furtherPages) {
        open?.(host);
      }
    };
    return { host, label: nextPagesLabel(pager.number + 1, pager.next.length), act: () => void act() };
  };
  const show = (): void => {
    const available = nextPages();
    if (!available || container.childElementCount > 0) {
      return;
    }
    if (finding.furtherPages) {
      getPart("pagination")?.(available.host);
      return;
    }
    const button = element("button", { type: "button" }, available.label);
    onActivate(button, available.act);
    container.append(button);
  };
  // The article is read first, so next pages are detected when its end comes into view, or right away if some had been
  // loaded before.
  if (finding.furtherPages) {
    requestIdleCallback(() => session.signal.aborted || show());
  } else {
    whenVisible(container, session.signal, show);
  }
  return {
    refresh: () => {
      if (!finding.furtherPages) {
        container.replaceChildren();
        whenVisible(container, session.signal, show);
      }
    },
    menuItem: () => {
      const available = finding.furtherPages ? null : nextPages();
      return (
        available && {
          label: available.label,
          act: () => {
            container.scrollIntoView({ block: "center" });
            available.act();
          },
        }
      );
    },
  };
}
