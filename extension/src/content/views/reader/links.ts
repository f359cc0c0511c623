/** Follows links within the article. */

import { loadPart } from "../../session/parts.ts";
import type { Session } from "../../session/session.ts";
import type { NoteRequest } from "./footnote.ts";
import { isInline } from "./inline.ts";

/** Returns the function that follows a link, or shows the footnote of a reference. */
export function linkFollower(article: HTMLElement, session: Session): (link: Element) => void {
  const follow = (link: Element, reference = link): void => {
    const id = decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "");
    const target = [...article.querySelectorAll<HTMLElement>("[id]")].find((element) => element.id === id);
    if (!target) {
      return;
    }
    const goToNote = (): void => {
      target.scrollIntoView({ block: "center" });
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    const note = link.role === "doc-noteref" && blockOf(target);
    if (note && reference instanceof HTMLElement) {
      void showNote(session, { reference, note, goToNote, follow: (other) => follow(other, reference) });
    } else {
      goToNote();
    }
  };
  return (link) => follow(link);
}

function blockOf(element: HTMLElement): HTMLElement | null {
  return isInline(element) ? element.parentElement && blockOf(element.parentElement) : element;
}

/** Shows a footnote, or scrolls to it if the extension is gone. */
async function showNote(session: Session, request: NoteRequest): Promise<void> {
  const show = await loadPart("footnote");
  if (show && !session.signal.aborted) {
    show(session, request);
  } else {
    request.goToNote();
  }
}
