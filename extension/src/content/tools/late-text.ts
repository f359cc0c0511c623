/** Inserts article text that loads after Reader opened. */

import { ask } from "../../shared/requests.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { showRemovedCount } from "../panels/removed/removed-line.ts";
import { update } from "../panels/removed/update.ts";

class LateTextTool implements Tool {
  readonly #host: ToolHost;
  #isLooking = false;

  constructor(host: ToolHost) {
    this.#host = host;
  }

  /** Checks whether the article has grown, and inserts the new text, keeping the reading position. */
  use(): void {
    // The user's decisions refer to the earlier state of the page.
    if (!this.#isLooking && !this.#host.finding.overrides) {
      this.#isLooking = true;
      // Detection takes as long as on a click.
      requestIdleCallback(() => void this.#check().finally(() => (this.#isLooking = false)));
    }
  }

  async #check(): Promise<void> {
    const { session, finding, pin, bodies, article } = this.#host;
    const [body] = bodies;
    if (session.signal.aborted || !body) {
      return;
    }
    const before = finding.detection.html();
    let shown: ReturnType<typeof pin> | undefined;
    const isMore = await session.lookAgain(async ({ detection }) => {
      const answer = await ask("continues", { html: detection.html(), earlier: before }).catch(() => null);
      const isNew = answer !== null && "continues" in answer && answer.continues && !finding.overrides;
      if (isNew) {
        shown = pin(() => null);
      }
      return isNew;
    });
    if (isMore && !session.signal.aborted) {
      shown?.(() => {
        update(body, finding.detection.html());
        showRemovedCount(article, finding);
      });
    }
  }
}

provide("late-text", (host) => new LateTextTool(host));
