/**
 * The parts of Reader that the first paint doesn't need: shortcuts, tools, gestures, printing, next pages, and
 * comments.
 */

import { element, onActivate, styleElement } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import panels from "../../../ui/panels.css";
import type { Settings } from "../../../shared/settings/settings.ts";
import { lateTextDelays } from "../../../shared/timeouts.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import type { ReaderFrame } from "./frame.ts";
import { isReadable } from "../../session/no-article.ts";
import { provide } from "../../session/parts.ts";
import { showShortcutList } from "../../session/shortcut-list.ts";
import type { ToolHost } from "../../tools/tool.ts";
import { commentsLine } from "./comments-line.ts";
import { preserveGestures } from "./gestures.ts";
import { linkFollower } from "./links.ts";
import { paginationLine } from "./pagination-line.ts";
import paper from "./paper.css";
import { preparePrinting } from "./print.ts";
import type { DeferredParts } from "./deferred-parts.ts";
import { describeChange, pressKey, shortcutLabel } from "./shortcuts.ts";
import { ToolLoader } from "./tools.ts";

/** Reader after its first paint. */
interface PaintedReader {
  session: Session;
  finding: FoundDetection;
  built: BuiltArticle;
  frame: ReaderFrame;
}

declare module "../../session/parts.ts" {
  interface Provided {
    "after-paint": (reader: PaintedReader) => DeferredParts;
  }
}

function createDeferredParts(reader: PaintedReader): DeferredParts {
  const { session, finding, built, frame } = reader;
  const tools = new ToolLoader();
  const host: ToolHost = {
    reader: frame,
    ...frame.parts,
    clickedElement: null,
    session,
    finding,
    article: built.node,
    bodies: built.bodies,
    pin: built.pinAll,
    useTool: (name) => void tools.useTool(name),
  };
  const article = { container: built.body.node, blocks: built.blocks };
  const { body, pinAll: pin } = built;
  const removedSummary = new RemovedSummary(
    { session, finding, dock: null, article, body, holdPosition: pin },
    built.summaryLine,
  );
  const pagination = paginationLine(built, session, finding);
  const reloadComments = commentsLine(built, session, finding, (change) => {
    built.pin(() => null)(change);
    pagination.refresh();
  });
  built.onReselected = reloadComments;
  session.shadow.append(styleElement(panels + paper));
  preserveGestures(session, frame);
  preparePrinting(built.node, session, () => host.settings().addresses);
  addWeakActions(reader, host);
  tools.attach(host);
  detectLateText(reader, tools);
  loadTools(reader, tools, host);
  if (session.returnTarget) {
    void removedSummary.openAt(session.returnTarget);
  }
  return {
    removedSummary,
    nextPagesItem: pagination.menuItem,
    shortcutLabel: (name) => shortcutLabel(name, host.settings()),
    describeChange: (change) => describeChange(change, host.settings()),
    settingsChanged: () => tools.follow(),
    queue: (event) => tools.queue(event),
    handleKey: (event) => handleKey(event, reader, host, tools, removedSummary),
    useTool: host.useTool,
    followLink: linkFollower(built.node, session),
  };
}

/** Adds actions to the notice that the page might not be an article. */
function addWeakActions({ session, built }: PaintedReader, host: ToolHost): void {
  const notice = built.node.querySelector(":scope > .pith-weak");
  if (!notice) {
    return;
  }
  const backButton = element("button", { type: "button", class: "pith-back" }, t("back"));
  onActivate(backButton, session.closeView);
  const closeButton = element("button", { type: "button", class: "pith-close" }, t("close"));
  onActivate(closeButton, () => {
    built.pin(() => null)(() => notice.remove());
    host.scroller.focus({ preventScroll: true });
  });
  built.pin(() => null)(() => notice.append(element("span", { class: "pith-next" }, backButton, closeButton)));
}

/** Handles a key. Returns false if it isn't a shortcut. */
function handleKey(
  event: KeyboardEvent,
  { session, frame, finding }: PaintedReader,
  host: ToolHost,
  tools: ToolLoader,
  removedSummary: RemovedSummary,
): boolean {
  /** Applies a change, and announces it with Undo. */
  const change = (changes: Partial<Settings>): void => {
    const settings = host.settings();
    const previous = Object.fromEntries(Object.keys(changes).map((name) => [name, settings[name as keyof Settings]]));
    host.change(changes);
    host.announce("");
    host.announce(describeChange(changes, host.settings()), () => host.change(previous));
  };
  return pressKey(event, host.settings(), {
    change,
    toggle: (popup) => frame.toolbar.toggle(popup),
    runAction: (name) => frame.toolbar.runAction(name),
    help: () => void showShortcutList(session, "reader", host.settings()),
    highlight: session.highlightSelection,
    pick: () => isReadable(finding) && void removedSummary.pick(),
    useTool: (name, step) => void tools.useTool(name, step),
  });
}

/** Checks repeatedly for text that loads after Reader was opened. */
function detectLateText({ session }: PaintedReader, tools: ToolLoader): void {
  for (const delay of lateTextDelays) {
    const timer = setTimeout(() => session.isStale() && void tools.useTool("late-text"), delay);
    // The timer would keep the whole article in memory until then.
    session.signal.addEventListener("abort", () => clearTimeout(timer));
  }
}

/** Loads the tools that the article or the settings need. */
function loadTools({ session, built }: PaintedReader, tools: ToolLoader, host: ToolHost): void {
  const whenIdle = (action: () => void): void => {
    requestIdleCallback(() => session.signal.aborted || action());
  };
  const { node } = built;
  node.addEventListener("click", ({ target, isTrusted }) => {
    host.clickedElement = target instanceof Element ? target.closest("math") : null;
    if (
      isTrusted &&
      host.clickedElement &&
      !host.clickedElement.closest("a") &&
      getSelection()?.isCollapsed !== false
    ) {
      void tools.useTool("formula");
    }
  });
  if (session.settings.contents) {
    whenIdle(() => void tools.load("contents"));
  }
  if (node.querySelector("math, .pith-tex, .pith-display")) {
    whenIdle(() => void tools.load("formula"));
  }
  if (node.querySelector("pre code[class*=language-]")) {
    whenIdle(() => void tools.useTool("code"));
  }
  if (node.querySelector("video, audio, .pith-embed")) {
    whenIdle(() => void tools.useTool("transcripts"));
  }
}

provide("after-paint", createDeferredParts);
