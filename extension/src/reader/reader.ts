/** The reader: the article in our typography, over the page it comes from. */

import { t } from "../ext.ts";
import { guard } from "../guard.ts";
import type { Stage } from "../place.ts";
import type { Session, View } from "../shell.ts";
import { build } from "./article.ts";
import { Frame } from "./frame.ts";

function openReader(session: Session): View {
  const { leave } = session;
  const built = build(session.finding, leave, session.renew);
  const ended = new AbortController();
  const frame = new Frame(t("readerLabel", built.label), built.node, session);
  frame.raise();
  guard(
    {
      host: frame.host,
      raise: () => frame.raise(),
      leave,
      dismiss: () => frame.dismiss(),
      press: (event) => frame.press(event),
    },
    ended.signal,
  );
  const { finding, place } = session;
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const stage: Stage = {
    extent: (index) => {
      const rect = built.blocks[index]?.getBoundingClientRect();
      return rect && rect.height > 0 ? { top: rect.top - frame.top, height: rect.height } : null;
    },
    scroll: (_index, distance) => frame.scroller.scrollBy({ top: distance, behavior: "instant" }),
  };
  if (blocks && place) {
    blocks.moveTo(stage, place);
  }
  return {
    place: () => blocks?.placeOn(stage) ?? null,
    close: () => {
      ended.abort();
      frame.close();
    },
  };
}

globalThis.pithShell?.register("reader", { open: openReader, page: "covered" });
