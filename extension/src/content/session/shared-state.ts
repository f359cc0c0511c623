/** What scripts in the page share with one another. */

import type { Collector } from "../../../../target/pith/collector.d.ts";
import type { Readerable } from "../../../../target/pith/readerable.d.ts";
import type { Core } from "../../shared/core.ts";
import type { AidName } from "../../shared/messages.ts";
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
} from "./session.ts";
import { share, shared } from "../../shared/state.ts";

declare module "../../shared/state.ts" {
  interface Shared {
    /** Set by `shell.js`. */
    pithShell: Shell;
    /** Set by `collector.js`. */
    pithCollector: typeof Collector;
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
  }
}

/** Shares an aid to reading. */
export function shareAid(name: AidName, open: OpenAid): void {
  share("pithAids", { ...shared("pithAids"), [name]: open });
}
