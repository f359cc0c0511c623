/** Values shared by Pith's scripts in the page. */

import type { Collector } from "../../../../target/pith/collector.d.ts";
import type { Readerable } from "../../../../target/pith/readerable.d.ts";
import type { Core } from "../../shared/core.ts";
import type { Collect, ExportFromMenu } from "../panels/export/export.ts";
import type { HighlightSelection } from "../panels/highlights/from-menu.ts";
import type { HighlightsScript, PassiveHighlights } from "../panels/highlights/types.ts";
import type { Shell } from "./session.ts";
import type { ReadAloud } from "../tools/tool.ts";

declare module "../../shared/state.ts" {
  interface Shared {
    /** Set by `shell.js`. */
    pithShell: Shell;
    /** Set by `collector.js`. */
    pithCollector: typeof Collector;
    /** Set by `core-wasm.js` or `remote.js`; gone after a panic. */
    pithCore: Core;
    /** True once the background failed to answer; see `remote.ts`. */
    pithUnanswered: true;
    /** Set by `export-panel.js`. */
    pithExportFromMenu: ExportFromMenu;
    pithCollect: Collect;
    /** Set by `read-aloud.js`. */
    pithAloud: ReadAloud;
    /** Set by the background if reading aloud continues from another tab: the end of its sleep timer. */
    pithReadOn: { until: number | null } | null;
    /** Set by `highlights.js`. */
    pithMarks: HighlightsScript;
    pithHighlightSelection: HighlightSelection;
    /** Set by `passive.js`. */
    pithAtRest: PassiveHighlights;
    /** Set by `page-loaded.js`: returns whether a form of the page is in use. */
    pithInUse: () => boolean;
    /** Set by `readerable.js`. */
    pithReaderable: Readerable;
    /** Set by `icon-state.js`, and never removed. */
    pithSignal: true;
    /** Set by `links.js`: checks again which sites are permitted. */
    pithLinks: () => void;
  }
}
