/** Reader: the article in Pith's typography, over the page it comes from. */

import { guard } from "../../session/guard.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Surface } from "../../dom/reading-position.ts";
import type { Session, View } from "../../session/session.ts";
import { provided } from "../../session/parts.ts";
import { shared } from "../../../shared/state.ts";
import { DeferredPartsLoader } from "./rest.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";
import { partOf } from "./chunks.ts";

function openReader(session: Session): View {
  const { place } = session;
  // The shell only opens Reader if there is an article.
  const finding = session.finding as FoundDetection;
  const rest = new DeferredPartsLoader();
  const built = build(session, rest, (held) => {
    const top = (): number | undefined => {
      const element = held();
      return element ? frame.flow.extent(element).top : undefined;
    };
    const from = top();
    const read = from === undefined ? finding.blocks.placeOn(surface) : null;
    return (change) => {
      change();
      const to = top();
      if (from !== undefined && to !== undefined) {
        frame.flow.move(to - from);
      } else if (read) {
        finding.blocks.moveTo(surface, read);
      }
    };
  });
  if (session.readAloud) {
    session.readAloud = () => rest.use("read-aloud");
  }
  const frame = new Frame(built, session, rest);
  provided("article-highlights")?.(session);
  frame.raise();
  guard({
    session,
    raise: () => frame.raise(),
    close: () => frame.close(),
    press: (event) => rest.parts?.line.press(event) || frame.press(event),
  });
  const surface: Surface = {
    isAtStart: () => frame.flow.at === 0,
    extent: (index) => {
      const block = built.blocks()[index];
      const extent = block && frame.flow.extent(block);
      return extent && extent.height > 0 ? extent : null;
    },
    isAbove: (index) => {
      const part = partOf(built.blocks()[index] ?? null);
      const extent = part && frame.flow.extent(part);
      return extent !== null && extent.top + extent.height < 0;
    },
    scroll: (_index, distance) => void frame.flow.move(distance),
  };
  if (place) {
    finding.blocks.moveTo(surface, place);
  }
  void rest.load({
    signal: session.signal,
    toolbar: frame.toolbar,
    press: (event) => frame.press(event),
    make: () => provided("after-paint")?.({ session, finding, built, frame }),
  });
  return { place: () => finding.blocks.placeOn(surface) ?? null, whole: built.complete() };
}

shared("pithShell")?.register("reader", { open: openReader, page: "covered" });
