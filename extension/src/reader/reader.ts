/** The reader: the article in our typography, over the page it comes from. */

import { guard } from "../guard.ts";
import { dressArticle } from "../marks/look.ts";
import { isArticle } from "../message.ts";
import type { Blocks, Surface } from "../place.ts";
import { scrollBox } from "../screen.ts";
import type { AidHost, Session, View } from "../session.ts";
import { shared } from "../state.ts";
import { Aids } from "./aids.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";
import { keepGestures } from "./gestures.ts";
import { partOf } from "./parts.ts";

/** Px below the top edge of what is gone to. */
const readAt = 24;

function openReader(session: Session): View {
  const { finding, place } = session;
  const built = build(session, (held) => {
    const top = (): number | undefined => held()?.getBoundingClientRect().top;
    const from = top();
    const read = from === undefined ? blocks()?.placeOn(surface) : null;
    return (change) => {
      change();
      const to = top();
      if (from !== undefined && to !== undefined) {
        scrollBox(frame.scroller, to - from);
      } else if (read) {
        blocks()?.moveTo(surface, read);
      }
    };
  });
  const aids = new Aids();
  const frame = new Frame(built, session, aids);
  dressArticle(session);
  frame.raise();
  guard({
    session,
    raise: () => frame.raise(),
    dismiss: () => frame.dismiss(),
    press: (event) => built.line?.press(event) || frame.press(event),
  });
  keepGestures(session, frame.scroller);
  const surface: Surface = {
    isAtStart: () => frame.scroller.scrollTop === 0,
    extent: (index) => {
      const rect = built.blocks()[index]?.getBoundingClientRect();
      return rect && rect.height > 0 ? { top: rect.top - frame.top, height: rect.height } : null;
    },
    isAbove: (index) => {
      const part = partOf(built.blocks()[index] ?? null);
      return part !== null && part.getBoundingClientRect().bottom < frame.top;
    },
    scroll: (_index, distance) => void scrollBox(frame.scroller, distance),
  };
  // Others once something is decided anew.
  const blocks = (): Blocks | null => (finding.kind === "found" ? finding.blocks : null);
  if (place) {
    blocks()?.moveTo(surface, place);
  }
  if (isArticle(finding)) {
    const host: AidHost = {
      ...frame.parts,
      pressed: null,
      session,
      finding,
      article: built.node,
      use: (name) => void aids.use(name),
      keepPlace: (change) => {
        const read = blocks()?.placeOn(surface);
        change();
        if (read) {
          blocks()?.moveTo(surface, read);
        }
      },
      reach: (target) => void scrollBox(frame.scroller, target.getBoundingClientRect().top - frame.top - readAt),
    };
    aids.attach(host);
    built.node.addEventListener("click", ({ target, isTrusted }) => {
      host.pressed = target instanceof Element ? target.closest("math") : null;
      if (isTrusted && host.pressed && !host.pressed.closest("a") && getSelection()?.isCollapsed !== false) {
        void aids.use("formula");
      }
    });
  }
  if (session.settings.contents) {
    // The article is shown first.
    requestIdleCallback(() => session.signal.aborted || void aids.bring("guide"));
  }
  if (built.node.querySelector("math, .pith-tex, .pith-display")) {
    requestIdleCallback(() => session.signal.aborted || void aids.bring("formula"));
  }
  if (built.node.querySelector("pre code[class*=language-]")) {
    requestIdleCallback(() => session.signal.aborted || void aids.use("code"));
  }
  // In place of an article, the largest parts to choose from.
  const { errand } = session;
  if (errand) {
    void built.line?.comeBack(errand);
  }
  const whole = isArticle(finding) ? built.complete() : built.line?.open();
  return { place: () => blocks()?.placeOn(surface) ?? null, ...(whole && { whole }) };
}

shared("pithShell")?.register("reader", { open: openReader, page: "covered" });
