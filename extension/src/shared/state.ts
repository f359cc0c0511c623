/**
 * State that our scripts share in the content script's world: own properties of its global object.
 * Any other name is looked up among the page's elements and frames, so that `<i id=pithShell>` would be
 * taken for the shell.
 */

import type { Collector } from "../../../target/pith/collector.d.ts";
import type { ExportGlue } from "../../../target/pith/export/glue.d.ts";
import type { Glue } from "../../../target/pith/glue.d.ts";
import type { Readerable } from "../../../target/pith/readerable.d.ts";
import type { Core } from "./core.ts";
import type { AidName } from "./messages.ts";
import type {
  Gather,
  ListKeys,
  Marks,
  MarksAtRest,
  OpenAid,
  OpenDiscussion,
  OpenPages,
  OpenPointing,
  OpenReport,
  OpenTakeAlong,
  OpenTray,
  ReadAloud,
  Shell,
  ShowNote,
  ShowPictures,
  TakeStraight,
  Tone,
} from "../content/session/session.ts";

/** Markup to allowed nodes, where the browser has no `setHTML`. */
type Sanitizing = (html: string, elements: string[], attributes: string[]) => DocumentFragment;

interface Shared {
  /** Set by `shell.js`. */
  pithShell: Shell;
  /** Set by `collector.js`. */
  pithCollector: typeof Collector;
  /** Set by `glue.js`. */
  pithGlue: Glue;
  /** Set by `core-wasm.js` or `remote.js`; gone after a panic. */
  pithCore: Core;
  /** True once the background did not answer; see `remote.ts`. */
  pithUnanswered: true;
  /** Set by `tray.js`. */
  pithTray: OpenTray;
  /** Set by `pointing.js`. */
  pithPointing: OpenPointing;
  /** Set by `report.js`. */
  pithReport: OpenReport;
  /** Set by `export.js`. */
  pithExport: ExportGlue;
  /** Set by `take-along.js`. */
  pithTakeAlong: OpenTakeAlong;
  /** Set by `take-along.js` as well. */
  pithStraight: TakeStraight;
  pithGather: Gather;
  /** Set by `footnote.js`. */
  pithFootnote: ShowNote;
  /** Set by `pages.js`. */
  pithPages: OpenPages;
  /** Set by `discussion.js`. */
  pithDiscussion: OpenDiscussion;
  /** Set by `faces.js`: resolves once the face is there. */
  pithFaces: (font: string, signal: AbortSignal) => Promise<void>;
  /** Set by `copying.js`: resolves with whether a text, and its look where there is one, was copied. */
  pithCopy: (text: string, html: string | null) => Promise<boolean>;
  /** Set by `picture.js`. */
  pithPicture: ShowPictures;
  /** Set by `tones.js`. */
  pithToneOf: (picture: HTMLImageElement) => Tone | null;
  /** Set by `key-list.js`. */
  pithKeyList: ListKeys;
  /** Set by the script of each aid, under its name. */
  pithAids: Partial<Record<AidName, OpenAid>>;
  /** Set by `aloud.js` as well. */
  pithAloud: ReadAloud;
  /** Set by the background where reading aloud comes on from another tab: when it ends. */
  pithReadOn: { until: number | null } | null;
  /** Set by `marks.js`. */
  pithMarks: Marks;
  /** Set by `at-rest.js`. */
  pithAtRest: MarksAtRest;
  /** Set by `arrival.js`: returns whether a form of the page is in use. */
  pithInUse: () => boolean;
  /** Set by `readerable.js`. */
  pithReaderable: Readerable;
  /** Set by `signal.js`, which stays. */
  pithSignal: true;
  /** Set by `links.js`: asks anew which sites there is permission for. */
  pithLinks: () => void;
  /** Set by `selecting.js`: selects in an article from this press on. */
  pithSelecting: (host: HTMLElement, press: PointerEvent, signal: AbortSignal) => void;
  /** Set by `sanitizer.js`. */
  pithSanitizer: Sanitizing;
}

export function shared<Name extends keyof Shared>(name: Name): Shared[Name] | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/** Returns what a script that runs before this one has shared; throws where none has. */
export function required<Name extends keyof Shared>(name: Name): Shared[Name] {
  const found = shared(name);
  if (found === undefined) {
    throw new Error(`${name} is not there`);
  }
  return found;
}

export function share<Name extends keyof Shared>(name: Name, value: Shared[Name]): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Shares an aid to reading. */
export function shareAid(name: AidName, open: OpenAid): void {
  share("pithAids", { ...shared("pithAids"), [name]: open });
}
