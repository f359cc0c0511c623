/** Follows links within the article. */

import { loaded } from "../../session/parts.ts";
import type { Session } from "../../session/session.ts";
import type { NoteRequest } from "./footnote.ts";
import { isInline } from "./inline.ts";

/** Returns the function that follows a link, or shows the footnote of a reference. */
export function linkFollower(article: HTMLElement, session: Session): (link: Element) => void {
  const follow = (link: Element, mark = link): void => {
    const id = decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "");
    const target = [...article.querySelectorAll<HTMLElement>("[id]")].find((element) => element.id === id);
    if (!target) {
      return;
    }
    const go = (): void => {
      target.scrollIntoView({ block: "center" });
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    const note = link.role === "doc-noteref" && blockOf(target);
    if (note && mark instanceof HTMLElement) {
      void showNote(session, { mark, note, go, follow: (other) => follow(other, mark) });
    } else {
      go();
    }
  };
  return (link) => follow(link);
}

function blockOf(element: HTMLElement): HTMLElement | null {
  return isInline(element) ? element.parentElement && blockOf(element.parentElement) : element;
}

/** Shows a footnote, or scrolls to it if the extension is gone. */
async function showNote(session: Session, request: NoteRequest): Promise<void> {
  const show = await loaded("footnote");
  if (show && !session.signal.aborted) {
    show(session, request);
  } else {
    request.go();
  }
}
