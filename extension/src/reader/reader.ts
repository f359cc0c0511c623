/** The reader: the article in our typography, over the page it comes from. */

import { t } from "../ext.ts";
import { guard } from "../guard.ts";
import type { Stage } from "../place.ts";
import type { Session, View } from "../shell.ts";
import { inSlices, turn } from "../slices.ts";
import { shared } from "../state.ts";
import { build } from "./article.ts";
import { Filling } from "./filling.ts";
import { Frame } from "./frame.ts";

function openReader(session: Session): View {
  const { finding, leave, place, signal } = session;
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const built = build(session.finding, leave, session.renew);
  const frame = new Frame(t("readerLabel", built.label), built.node, session);
  const start = blocks && place ? built.blocks.slice(blocks.indexOf(place)).find((block) => block !== null) : null;
  const filling = built.body && new Filling(built.body, start ?? null);
  frame.raise();
  guard({
    session,
    raise: () => frame.raise(),
    dismiss: () => frame.dismiss(),
    press: (event) => frame.press(event),
  });
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
  if (!filling || filling.isWhole) {
    return { place: () => blocks?.placeOn(stage) ?? null };
  }
  const fill = async (): Promise<void> => {
    await turn();
    if ((await inSlices(filling.fill(frame.scroller), signal)) !== null) {
      frame.dress();
    }
  };
  return { place: () => blocks?.placeOn(stage) ?? (filling.isWhole ? null : place), whole: fill() };
}

shared("pithShell")?.register("reader", { open: openReader, page: "covered" });
