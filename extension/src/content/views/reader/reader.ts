/** Reader: the article in Pith's typography, over the page it comes from. */

import { guardView } from "../../session/guard.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Surface } from "../../dom/reading-position.ts";
import type { Session, View } from "../../session/session.ts";
import { getPart } from "../../session/parts.ts";
import { shared } from "../../../shared/state.ts";
import { DeferredPartsLoader } from "./deferred-parts.ts";
import { buildArticle } from "./article.ts";
import { ReaderFrame } from "./frame.ts";
import { enclosingPart } from "./chunks.ts";

function openReader(session: Session): View {
  const { position: initialPosition } = session;
  // The shell only opens Reader if there is an article.
  const finding = session.finding as FoundDetection;
  const deferred = new DeferredPartsLoader();
  const built = buildArticle(session, deferred, (anchorElement) => {
    const top = (): number | undefined => {
      const element = anchorElement();
      return element ? frame.flow.extent(element).top : undefined;
    };
    const topBefore = top();
    const position = topBefore === undefined ? finding.blocks.positionOn(surface) : null;
    return (change) => {
      change();
      const topAfter = top();
      if (topBefore !== undefined && topAfter !== undefined) {
        frame.flow.move(topAfter - topBefore);
      } else if (position) {
        finding.blocks.moveTo(surface, position);
      }
    };
  });
  if (session.readAloud) {
    session.readAloud = () => deferred.useTool("read-aloud");
  }
  const frame = new ReaderFrame(built, session, deferred);
  getPart("article-highlights")?.(session);
  frame.raise();
  guardView({
    session,
    raise: () => frame.raise(),
    closePopups: () => frame.close(),
    handleKey: (event) => deferred.parts?.removedSummary.handleKey(event) || frame.handleKey(event),
  });
  const surface: Surface = {
    isAtStart: () => frame.flow.position === 0,
    extent: (index) => {
      const block = built.blocks()[index];
      const extent = block && frame.flow.extent(block);
      return extent && extent.height > 0 ? extent : null;
    },
    isAbove: (index) => {
      const part = enclosingPart(built.blocks()[index] ?? null);
      const extent = part && frame.flow.extent(part);
      return extent !== null && extent.top + extent.height < 0;
    },
    scroll: (_index, distance) => void frame.flow.move(distance),
  };
  if (initialPosition) {
    finding.blocks.moveTo(surface, initialPosition);
  }
  void deferred.load({
    signal: session.signal,
    toolbar: frame.toolbar,
    handleKey: (event) => frame.handleKey(event),
    create: () => getPart("after-paint")?.({ session, finding, built, frame }),
  });
  return { position: () => finding.blocks.positionOn(surface) ?? null, completed: built.complete() };
}

shared("pithShell")?.register("reader", { open: openReader, effect: "covered" });
