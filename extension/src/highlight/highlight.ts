/** The page untouched, and what was found in it made visible. */

import { element } from "../build.ts";
import { Dock, messagePanel } from "../dock.ts";
import dock from "../dock.css";
import { t } from "../ext.ts";
import { reasonName } from "../removed.ts";
import type { Errand, Session, View } from "../session.ts";
import { shared } from "../state.ts";
import { Overlay } from "./overlay.ts";
import styles from "./overlay.css";
import { summary } from "./summary.ts";

function openHighlight(session: Session): View {
  const bar = new Dock("highlight", session, dock + styles);
  const problem = messagePanel(session);
  if (session.finding.kind === "found") {
    const { detection, blocks } = session.finding;
    const removed = detection.removed();
    const parts = {
      label: (index: number) => {
        const part = removed[index];
        return part ? reasonName(part.reason) : "";
      },
      fixed: (index: number) => {
        const part = removed[index];
        return part?.reason === "overlay" ? detection.element(part.node) : null;
      },
    };
    const overlay = new Overlay(bar.shadow, blocks, parts, problem === null, session.signal);
    // The controls above what lies over the page.
    bar.raise();
    const told = overlay.whole.then(() => {
      if (!session.signal.aborted) {
        bar.prepend(summary(problem ? null : blocks.all, removed, overlay, () => bar.turn()));
      }
      if (problem) {
        bar.prepend(problem);
      }
      if (session.errand) {
        runErrand(session.errand, bar, overlay, session);
      }
    });
    return { whole: bar.busyUntil(told) };
  }
  if (problem) {
    bar.prepend(problem);
  }
  return {};
}

/** Goes to a part that another view lists, and says how to go back there. */
function runErrand(errand: Errand, bar: Dock, overlay: Overlay, { finding, show }: Session): void {
  bar.back = () => {
    show(errand.from, { errand });
    return true;
  };
  const back = element("button", { type: "button", class: "word" }, t("trayBack"));
  back.title = `${t("trayBack")} (Esc)`;
  back.addEventListener("click", bar.back);
  bar.prepend(element("div", { class: "message" }, back));
  const all = finding.kind === "found" ? finding.blocks.all : [];
  const part = all.find(({ leaves }) => leaves.includes(errand.leaf))?.removed ?? null;
  if (part !== null) {
    overlay.reach(part);
  }
}

shared("pithShell")?.register("highlight", { open: openHighlight, page: "untouched" });
