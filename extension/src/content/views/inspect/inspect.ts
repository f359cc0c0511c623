/** Inspect: shows the detected article on the page, which stays as it is except for its pop-ups. */

import { element } from "../../../ui/build.ts";
import { Dock, messagePanel } from "../dock.ts";
import dockStyles from "../dock.css";
import { createDockLine } from "../../panels/comments/dock-line.ts";
import { t } from "../../../shared/ext.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { ReturnTarget, Session, View } from "../../session/session.ts";
import { closest, nodeValue, onDocument, selection } from "../../../ui/nodes.ts";
import { loadPart } from "../../session/parts.ts";
import { shared } from "../../../shared/state.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import { Overlay, type RemovedParts } from "./overlay.ts";
import styles from "./overlay.css";
import { Legend } from "./summary.ts";

function openInspect(session: Session): View {
  const dock = new Dock("inspect", session, dockStyles + styles);
  const problem = messagePanel(session);
  const messages = problem ? [problem] : [];
  const { finding, signal } = session;
  if (finding.kind === "failed") {
    dock.prepend(...messages);
    return {};
  }
  const overlay = new Overlay(session, finding.blocks, removedParts(finding), problem === null, dock);
  // Keeps the controls above the overlay.
  dock.raise();
  const reveal = (leaf: number): void => revealPart(leaf, finding, overlay);
  const completed = overlay.completed.then(() => {
    if (signal.aborted) {
      return;
    }
    const redraw = async (): Promise<void> => {
      await dock.busyUntil(overlay.show(finding.blocks, removedParts(finding)));
      summary.show();
    };
    const line = new RemovedSummary({
      session,
      finding,
      dock,
      article: null,
      body: null,
      holdPosition: problem
        ? null
        : () => (change) => {
            change();
            comments.renew();
            void redraw();
          },
      scrollTo: reveal,
    });
    const summary = new Legend(finding, overlay, line);
    const comments = createDockLine(session, finding, dock);
    dock.prepend(...messages, comments.node, summary.node);
    dock.addRemovedSummary(line);
    if (session.isPicking) {
      void line.pick();
    }
    openCards(session, finding, overlay, line);
    if (session.returnTarget) {
      showReturnTarget(session.returnTarget, dock, session);
      reveal(session.returnTarget.leaf);
    }
  });
  return { completed: dock.busyUntil(completed) };
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
  const onClick = async (event: MouseEvent): Promise<void> => {
    const { isTrusted, detail, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const [target] = event.composedPath();
    const isPlain = isTrusted && detail > 0 && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    const isOwn = target === session.host || session.shadow.querySelector("dialog.picking") !== null;
    if (!isPlain || isOwn || selection()?.type === "Range" || !(target instanceof Element)) {
      return;
    }
    const block = overlay.blockAt(event);
    if (!block || closest(target, "input, textarea, select, label, video, audio")) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const open = await loadPart("inspect-card");
    await new Promise(requestAnimationFrame);
    // A click on a highlight opens the highlight.
    if (session.shadow.querySelector(".note-panel:popover-open")) {
      return;
    }
    const { blocks, detection } = finding;
    const part = block.content || block.removed === null ? null : detection.removed()[block.removed];
    const partBlocks = part ? blocks.all.filter(({ removed }) => removed === block.removed) : [block];
    const leaves = partBlocks.flatMap((partBlock) => partBlock.leaves.slice(0, 1));
    const [leaf] = leaves;
    const text = partBlocks
      .map((partBlock) =>
        blocks
          .leaves(partBlock)
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
  onDocument<MouseEvent>("click", (event) => void onClick(event), session.signal);
}

function revealPart(leaf: number, { blocks }: FoundDetection, overlay: Overlay): void {
  const part = blocks.all.find(({ leaves }) => leaves.includes(leaf))?.removed ?? null;
  if (part !== null) {
    void overlay.reveal(part);
  }
}

/** Offers to go back to the list in the view that sent the user here. */
function showReturnTarget(returnTarget: ReturnTarget, dock: Dock, { show }: Session): void {
  dock.back = () => {
    show(returnTarget.from, { returnTarget });
    return true;
  };
  const back = element("button", { type: "button", class: "text-button" }, t("backToList"));
  back.title = `${t("backToList")} (Esc)`;
  back.addEventListener("click", dock.back);
  dock.prepend(element("div", { class: "message" }, back));
}

shared("pithShell")?.register("inspect", { open: openInspect, effect: "untouched" });
