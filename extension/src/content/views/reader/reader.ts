/** Reader: the article in our typography, over the page it comes from. */

import { guard } from "../../session/guard.ts";
import { dressArticle } from "../../panels/highlights/style.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Surface } from "../../dom/reading-position.ts";
import type { Session, View } from "../../session/session.ts";
import type { ToolHost } from "../../tools/tool.ts";
import { shared } from "../../../shared/state.ts";
import { Tools } from "./tools.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";
import { keepGestures } from "./gestures.ts";
import { partOf } from "./chunks.ts";
import { lateTextDelays } from "../../../shared/timeouts.ts";

function openReader(session: Session): View {
  const { place } = session;
  // There is something to read: the shell opens it only then.
  const finding = session.finding as FoundDetection;
  const built = build(session, (held) => {
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
  const tools = new Tools();
  if (session.readAloud) {
    session.readAloud = () => void tools.use("read-aloud");
  }
  const frame = new Frame(built, session, tools);
  dressArticle(session);
  frame.raise();
  guard({
    session,
    raise: () => frame.raise(),
    dismiss: () => frame.dismiss(),
    press: (event) => built.line.press(event) || frame.press(event),
  });
  keepGestures(session, frame);
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
  const host: ToolHost = {
    reader: frame,
    ...frame.parts,
    pressed: null,
    session,
    finding,
    article: built.node,
    bodies: built.bodies,
    hold: built.hold,
    use: (name) => void tools.use(name),
  };
  tools.attach(host);
  for (const wait of lateTextDelays) {
    const look = setTimeout(() => session.hasChanged() && void tools.use("late-text"), wait);
    // It would hold the whole article until then.
    session.signal.addEventListener("abort", () => clearTimeout(look));
  }
  built.node.addEventListener("click", ({ target, isTrusted }) => {
    host.pressed = target instanceof Element ? target.closest("math") : null;
    if (isTrusted && host.pressed && !host.pressed.closest("a") && getSelection()?.isCollapsed !== false) {
      void tools.use("formula");
    }
  });
  if (session.settings.contents) {
    // The article is shown first.
    requestIdleCallback(() => session.signal.aborted || void tools.bring("contents"));
  }
  if (built.node.querySelector("math, .pith-tex, .pith-display")) {
    requestIdleCallback(() => session.signal.aborted || void tools.bring("formula"));
  }
  if (built.node.querySelector("pre code[class*=language-]")) {
    requestIdleCallback(() => session.signal.aborted || void tools.use("code"));
  }
  if (built.node.querySelector("video, audio, .pith-embed")) {
    requestIdleCallback(() => session.signal.aborted || void tools.use("transcripts"));
  }
  const { returnTarget } = session;
  if (returnTarget) {
    void built.line.comeBack(returnTarget);
  }
  return { place: () => finding.blocks.placeOn(surface) ?? null, whole: built.complete() };
}

shared("pithShell")?.register("reader", { open: openReader, page: "covered" });
