/** The reader: the article in our typography, over the page it comes from. */

import { guard } from "../guard.ts";
import type { Surface } from "../place.ts";
import { scrollBox } from "../screen.ts";
import type { Session, View } from "../session.ts";
import { shared } from "../state.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";
import { partOf } from "./parts.ts";

function openReader(session: Session): View {
  const { finding, place } = session;
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const built = build(session);
  const frame = new Frame(built, session);
  frame.raise();
  guard({
    session,
    raise: () => frame.raise(),
    dismiss: () => frame.dismiss(),
    press: (event) => frame.press(event),
  });
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
  if (blocks && place) {
    blocks.moveTo(surface, place);
  }
  return { place: () => blocks?.placeOn(surface) ?? null };
}

shared("pithShell")?.register("reader", { open: openReader, page: "covered" });
