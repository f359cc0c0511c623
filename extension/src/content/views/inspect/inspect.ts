/** Inspect: shows the detected article on the page, which stays as it is except for its pop-ups. */

import { element } from "../../../ui/build.ts";
import { Dock, messagePanel } from "../dock.ts";
import dock from "../dock.css";
import { dockLine } from "../../panels/comments/dock-line.ts";
import { t } from "../../../shared/ext.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { ReturnTarget, Session, View } from "../../session/session.ts";
import { closest, nodeValue, onDocument, selection } from "../../../ui/nodes.ts";
import { loaded } from "../../session/parts.ts";
import { shared } from "../../../shared/state.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { Overlay, type RemovedParts } from "./overlay.ts";
import styles from "./overlay.css";
import { Summary } from "./summary.ts";

function openHighlight(session: Session): View {
  const bar = new Dock("inspect", session, dock + styles);
  const problem = messagePanel(session);
  const before = problem ? [problem] : [];
  const { finding, signal } = session;
  if (finding.kind === "failed") {
    bar.prepend(...before);
    return {};
  }
  const overlay = new Overlay(session, finding.blocks, removedParts(finding), problem === null, bar);
  // Keeps the controls above the overlay.
  bar.raise();
  const goTo = (leaf: number): void => reach(leaf, finding, overlay);
  const restored = overlay.whole.then(() => {
    if (signal.aborted) {
      return;
    }
    const renew = async (): Promise<void> => {
      await bar.busyUntil(overlay.show(finding.blocks, removedParts(finding)));
      summary.show();
    };
    const line = new RemovedSummary({
      session,
      finding,
      dock: bar,
      article: null,
      body: null,
      pin: problem
        ? null
        : () => (change) => {
            change();
            comments.renew();
            void renew();
          },
      reach: goTo,
    });
    const summary = new Summary(finding, overlay, line);
    const comments = dockLine(session, finding, bar);
    bar.prepend(...before, comments.node, summary.node);
    bar.take(line);
    if (session.isPicking) {
      void line.pick();
    }
    openCards(session, finding, overlay, line);
    if (session.returnTarget) {
      showReturnTarget(session.returnTarget, bar, session);
      goTo(session.returnTarget.leaf);
    }
  });
  return { whole: bar.busyUntil(restored) };
}

function removedParts({ detection }: FoundDetection): RemovedParts {
  const removed = detection.removed();
  return {
    label: (index) => {
      const part = removed[index];
      return part ? reasonName(part.reason) : "";
    },
    popUp: (index) => {
      const part = removed[index];
      return part?.reason === "overlay" ? detection.element(part.node) : null;
    },
  };
}

/**
 * Opens a card for a clicked part. The page doesn't get the click. Links can still be followed with Ctrl or by
 * keyboard, and form fields can be used.
 */
function openCards(session: Session, finding: FoundDetection, overlay: Overlay, line: RemovedSummary): void {
  const clicked = async (event: MouseEvent): Promise<void> => {
    const { isTrusted, detail, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const [target] = event.composedPath();
    const isPlain = isTrusted && detail > 0 && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    const isOurs = target === session.host || session.shadow.querySelector("dialog.points") !== null;
    if (!isPlain || isOurs || selection()?.type === "Range" || !(target instanceof Element)) {
      return;
    }
    const block = overlay.at(event);
    if (!block || closest(target, "input, textarea, select, label, video, audio")) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const open = await loaded("inspect-card");
    await new Promise(requestAnimationFrame);
    // A click on a highlight opens the highlight.
    if (session.shadow.querySelector(".marked:popover-open")) {
      return;
    }
    const { blocks, detection } = finding;
    const part = block.content || block.removed === null ? null : detection.removed()[block.removed];
    const own = part ? blocks.all.filter(({ removed }) => removed === block.removed) : [block];
    const leaves = own.flatMap((one) => one.leaves.slice(0, 1));
    const [leaf] = leaves;
    const text = own
      .map((one) =>
        blocks
          .leaves(one)
          .map((node) => nodeValue(node) ?? "")
          .join(""),
      )
      .join(" ");
    const box = blocks.rect(block);
    if (open && box && leaf !== undefined && !session.signal.aborted) {
      open(session.shadow, session.signal, {
        text: text.replace(/\s+/g, " ").trim(),
        reason: part?.reason ?? null,
        grounds: part?.grounds ?? null,
        box,
        change: () => void line.override(leaves, part ? "keep" : "drop"),
        list: part ? () => void line.openAt({ leaf, from: "inspect" }) : null,
      });
    }
  };
  onDocument<MouseEvent>("click", (event) => void clicked(event), session.signal);
}

function reach(leaf: number, { blocks }: FoundDetection, overlay: Overlay): void {
  const part = blocks.all.find(({ leaves }) => leaves.includes(leaf))?.removed ?? null;
  if (part !== null) {
    void overlay.reach(part);
  }
}

/** Offers to go back to the list in the view that sent the user here. */
function showReturnTarget(returnTarget: ReturnTarget, bar: Dock, { show }: Session): void {
  bar.back = () => {
    show(returnTarget.from, { returnTarget });
    return true;
  };
  const back = element("button", { type: "button", class: "word" }, t("backToList"));
  back.title = `${t("backToList")} (Esc)`;
  back.addEventListener("click", bar.back);
  bar.prepend(element("div", { class: "message" }, back));
}

shared("pithShell")?.register("inspect", { open: openHighlight, page: "untouched" });
