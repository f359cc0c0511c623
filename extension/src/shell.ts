/**
 * The shell in the page: keeps the one detection and the one open view, and gives the page back.
 * Views register themselves; each is a file of its own that the background injects when the view
 * is first asked for.
 */

import { load, type Settings } from "./config.ts";
import type { Core, Detection } from "./core.ts";
import { ext } from "./ext.ts";
import type { Message, Outcome, Part, Request, ViewName } from "./messages.ts";
import { savePage } from "./page-state.ts";

/** What a view shows: the detection, or the sentence that says why there is none. */
export type Finding = { detection: Detection } | { failure: string };

/** What a view may ask of the shell. */
export interface Session {
  finding: Finding;
  settings: Settings;
  /** Closes the view and gives the page back. */
  leave(): void;
  /** Looks at the page anew and opens the view on what is found now. */
  renew(): void;
}

/** An open view. */
export interface View {
  /** Takes everything away that the view has added. */
  close(): void;
}

export type OpenView = (session: Session) => View;

export interface Shell {
  register(name: ViewName, open: OpenView): void;
  handle(request: Request): Promise<Outcome>;
}

const views = new Map<ViewName, OpenView>();
let leave: (() => void) | undefined;
/** When a view was last opened or left. */
let changed = 0;
let opening: Promise<Outcome> | undefined;

async function handle({ view, toggle, clicked }: Request): Promise<Outcome> {
  // A later click has been answered already.
  if (clicked < changed) {
    return { kind: leave ? "opened" : "left" };
  }
  if (leave) {
    if (!toggle) {
      return { kind: "opened" };
    }
    leave();
    return { kind: "left" };
  }
  // In XML and SVG documents elements without a namespace are made, whatever a browser's viewer
  // shows them in; PDF and media files come in a document of the browser's own.
  const isMarkup = document.createElement("p") instanceof HTMLElement;
  if (!isMarkup || /^(application\/pdf|image\/|video\/|audio\/)/.test(document.contentType)) {
    return { kind: "unreadable", type: document.contentType };
  }
  const openView = views.get(view);
  const core = globalThis.pithCore;
  const parts: Part[] = [];
  if (!core) {
    parts.push("core");
  }
  if (!("setHTML" in Element.prototype || globalThis.pithSanitizer)) {
    parts.push("sanitizer");
  }
  if (!openView) {
    parts.push(view);
  }
  if (!core || !openView || parts.length > 0) {
    return { kind: "missing", parts };
  }
  // A second request while the settings are being read waits for the first.
  opening ??= load().then((settings) => open(openView, core, settings));
  return opening.finally(() => {
    opening = undefined;
  });
}

function open(openView: OpenView, core: Core, settings: Settings): Outcome {
  // Detecting reads the layout: first, while nothing of ours has made it dirty.
  const finding = detect(core);
  const restorePage = savePage();
  let view: View | undefined;
  const close = (): void => {
    leave = undefined;
    changed = Date.now();
    view?.close();
    restorePage();
    if ("detection" in finding) {
      finding.detection.free();
    }
  };
  leave = (): void => {
    close();
    report({ kind: "left" });
  };
  const renew = (): void => {
    close();
    void load().then((now) => open(openView, core, now));
  };
  try {
    view = openView({ finding, settings, leave: () => leave?.(), renew });
  } catch (error) {
    close();
    throw error;
  }
  changed = Date.now();
  return { kind: "opened" };
}

function detect(core: Core): Finding {
  try {
    return { detection: core.detect() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The extension may have been updated or removed while the view was open. */
function report(message: Message): void {
  try {
    void ext.runtime.sendMessage(message).catch(() => {});
  } catch {
    // Nobody is left to be told.
  }
}

globalThis.pithShell ??= {
  register: (name, openView) => void views.set(name, openView),
  handle,
};
