/**
 * The parts of Reader that the first paint doesn't need: shortcuts, tools, gestures, printing, next pages, and
 * comments.
 */

import { style } from "../../../ui/build.ts";
import panels from "../../../ui/panels.css";
import type { Settings } from "../../../shared/settings/settings.ts";
import { lateTextDelays } from "../../../shared/timeouts.ts";
import { RemovedSummary } from "../../panels/removed/summary-line.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import type { Frame } from "./frame.ts";
import { isReadable } from "../../session/no-article.ts";
import { provide } from "../../session/parts.ts";
import { showKeys } from "../../session/shortcut-list.ts";
import type { ToolHost } from "../../tools/tool.ts";
import { discussionLine } from "./comments-line.ts";
import { keepGestures } from "./gestures.ts";
import { linkFollower } from "./links.ts";
import { pagesLine } from "./pagination-line.ts";
import paper from "./paper.css";
import { preparePrinting } from "./print.ts";
import type { DeferredParts } from "./rest.ts";
import { phrase, pressKey, shownKey } from "./shortcuts.ts";
import { Tools } from "./tools.ts";

/** Reader after its first paint. */
interface PaintedReader {
  session: Session;
  finding: FoundDetection;
  built: BuiltArticle;
  frame: Frame;
}

declare module "../../session/parts.ts" {
  interface Provided {
    "after-paint": (reader: PaintedReader) => DeferredParts;
  }
}

function complete(reader: PaintedReader): DeferredParts {
  const { session, finding, built, frame } = reader;
  const tools = new Tools();
  const host: ToolHost = {
    reader: frame,
    ...frame.parts,
    pressed: null,
    session,
    finding,
    article: built.node,
    bodies: built.bodies,
    pin: built.pinAll,
    use: (name) => void tools.use(name),
  };
  const article = { whole: built.body.node, blocks: built.blocks };
  const { body, pinAll: pin } = built;
  const line = new RemovedSummary({ session, finding, dock: null, article, body, pin }, built.line);
  const pages = pagesLine(built, session, finding);
  const renew = discussionLine(built, session, finding, (change) => {
    built.pin(() => null)(change);
    pages.renew();
  });
  built.renewed = renew;
  session.shadow.append(style(panels + paper));
  keepGestures(session, frame);
  preparePrinting(built.node, session, () => host.settings().addresses);
  tools.attach(host);
  detectLateText(reader, tools);
  loadTools(reader, tools, host);
  if (session.returnTarget) {
    void line.openAt(session.returnTarget);
  }
  return {
    line,
    offered: pages.offered,
    keyOf: (name) => shownKey(name, host.settings()),
    phrase: (change) => phrase(change, host.settings()),
    settingsChanged: () => tools.follow(),
    queue: (event) => tools.queue(event),
    press: (event) => press(event, reader, host, tools, line),
    use: host.use,
    follow: linkFollower(built.node, session),
  };
}

/** Handles a key. Returns false if it isn't a shortcut. */
function press(
  event: KeyboardEvent,
  { session, frame, finding }: PaintedReader,
  host: ToolHost,
  tools: Tools,
  line: RemovedSummary,
): boolean {
  /** Applies a change, and announces it with Undo. */
  const change = (changed: Partial<Settings>): void => {
    const now = host.settings();
    const before = Object.fromEntries(Object.keys(changed).map((name) => [name, now[name as keyof Settings]]));
    host.change(changed);
    host.say("");
    host.say(phrase(changed, host.settings()), () => host.change(before));
  };
  return pressKey(event, host.settings(), {
    change,
    toggle: (popup) => frame.toolbar.toggle(popup),
    press: (name) => frame.toolbar.press(name),
    help: () => void showKeys(session, "reader", host.settings()),
    highlight: session.mark,
    pick: () => isReadable(finding) && void line.pick(),
    use: (name, step) => void tools.use(name, step),
  });
}

/** Checks repeatedly for text that loads after Reader was opened. */
function detectLateText({ session }: PaintedReader, tools: Tools): void {
  for (const wait of lateTextDelays) {
    const timer = setTimeout(() => session.isStale() && void tools.use("late-text"), wait);
    // The timer would keep the whole article in memory until then.
    session.signal.addEventListener("abort", () => clearTimeout(timer));
  }
}

/** Loads the tools that the article or the settings need. */
function loadTools({ session, built }: PaintedReader, tools: Tools, host: ToolHost): void {
  const atIdle = (act: () => void): void => {
    requestIdleCallback(() => session.signal.aborted || act());
  };
  const { node } = built;
  node.addEventListener("click", ({ target, isTrusted }) => {
    host.pressed = target instanceof Element ? target.closest("math") : null;
    if (isTrusted && host.pressed && !host.pressed.closest("a") && getSelection()?.isCollapsed !== false) {
      void tools.use("formula");
    }
  });
  if (session.settings.contents) {
    atIdle(() => void tools.load("contents"));
  }
  if (node.querySelector("math, .pith-tex, .pith-display")) {
    atIdle(() => void tools.load("formula"));
  }
  if (node.querySelector("pre code[class*=language-]")) {
    atIdle(() => void tools.use("code"));
  }
  if (node.querySelector("video, audio, .pith-embed")) {
    atIdle(() => void tools.use("transcripts"));
  }
}

provide("after-paint", complete);
