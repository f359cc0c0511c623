/** Inserts article text that loads after Reader opened. */

import { ask } from "../../shared/requests.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { showRemovedCount } from "../panels/removed/removed-line.ts";
import { updateBody } from "../panels/removed/update.ts";

class LateTextTool implements Tool {
  readonly #host: ToolHost;
  #isChecking = false;

  constructor(host: ToolHost) {
    this.#host = host;
  }

  /** Checks whether the article has grown, and inserts the new text, keeping the reading position. */
  use(): void {
    // The user's decisions refer to the earlier state of the page.
    if (!this.#isChecking && !this.#host.finding.overrides) {
      this.#isChecking = true;
      // Detection takes as long as on a click.
      requestIdleCallback(() => void this.#check().finally(() => (this.#isChecking = false)));
    }
  }

  async #check(): Promise<void> {
    const { session, finding, pin, bodies, article } = this.#host;
    const [body] = bodies;
    if (session.signal.aborted || !body) {
      return;
    }
    const previousHtml = finding.detection.html();
    let applyPinned: ReturnType<typeof pin> | undefined;
    const hasMore = await session.updateDetection(async ({ detection }) => {
      const response = await ask("continues", { html: detection.html(), earlier: previousHtml }).catch(() => null);
      const isAccepted = response !== null && "continues" in response && response.continues && !finding.overrides;
      if (isAccepted) {
        applyPinned = pin(() => null);
      }
      return isAccepted;
    });
    if (hasMore && !session.signal.aborted) {
      applyPinned?.(() => {
        updateBody(body, finding.detection.html());
        showRemovedCount(article, finding);
      });
    }
  }
}

provide("late-text", (host) => new LateTextTool(host));
