/** Line focus: all but 1, 3 or 5 lines is dimmed. The lines that stay follow the text as it is scrolled. */

import { element, style } from "../build.ts";
import { t } from "../ext.ts";
import { counted } from "../numbers.ts";
import { scrollBox } from "../screen.ts";
import type { Aid, AidHost } from "../session.ts";
import { shareAid } from "../state.ts";
import styles from "./line-focus.css";
import { caretAt, elementAt } from "./seen.ts";

/** How many lines stay, one after the other; with 0 nothing is dimmed. */
const steps = [1, 3, 5, 0] as const;

/** Share of the height at which the lines stand. */
const height = 0.4;

/** Px of the ground that is left above and below the lines. */
const edge = 4;

class LineFocus implements Aid {
  readonly #host: AidHost;
  readonly #band = element("div", { class: "band", "aria-hidden": "true" });
  #lines = 0;
  #isDue = false;

  constructor(host: AidHost) {
    this.#host = host;
    const { dialog, scroller, session } = host;
    const { signal } = session;
    dialog.append(style(styles), this.#band);
    scroller.addEventListener("scroll", () => this.#later(), { passive: true, signal });
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
    const resized = new ResizeObserver(() => this.#later());
    resized.observe(host.article);
    resized.observe(scroller);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#band.hidden = true;
  }

  use(): void {
    this.#lines = steps[(steps.indexOf(this.#lines as (typeof steps)[number]) + 1) % steps.length] ?? 0;
    this.#band.hidden = this.#lines === 0;
    this.#host.say(this.#lines === 0 ? t("lineFocusOff") : counted("lineFocusLines", this.#lines));
    this.#later();
  }

  /** Goes on by as many lines as are seen. */
  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { dialog, scroller, session } = this.#host;
    const isElsewhere = dialog.querySelector(":popover-open") ?? session.shadow.activeElement?.matches("input, button");
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (this.#lines > 0 && step && event.isTrusted && !isHeld && !isElsewhere) {
      event.preventDefault();
      scrollBox(scroller, step * this.#lines * this.#lineAt().height);
    }
  }

  #later(): void {
    if (!this.#isDue && this.#lines > 0) {
      this.#isDue = true;
      requestAnimationFrame(() => {
        this.#isDue = false;
        this.#place();
      });
    }
  }

  #place(): void {
    const { top, height: line, whole } = this.#lineAt();
    const seen = this.#host.scroller.getBoundingClientRect();
    const above = whole ? 0 : ((this.#lines - 1) / 2) * line;
    const zoom = this.#band.currentCSSZoom || 1;
    this.#band.style.top = `${(top - seen.top - above - edge) / zoom}px`;
    this.#band.style.height = `${((whole ? line : this.#lines * line) + 2 * edge) / zoom}px`;
  }

  /** Returns the line at the height of the lines: top and height in px. `whole`: it is a picture or the like. */
  #lineAt(): { top: number; height: number; whole: boolean } {
    const { scroller, article } = this.#host;
    const seen = scroller.getBoundingClientRect();
    const body = article.querySelector(".pith-body") ?? article;
    const { left, right } = body.getBoundingClientRect();
    const size = Number.parseFloat(getComputedStyle(body).lineHeight) || 32;
    const y = seen.top + seen.height * height;
    // Between two blocks the nearest line counts.
    for (const away of [0, size / 2, -size / 2, size, -size]) {
      for (const x of [left + size, (left + right) / 2]) {
        const at = elementAt(x, y + away);
        if (at?.matches("img, video, svg, iframe") && article.contains(at)) {
          const { top, height: tall } = at.getBoundingClientRect();
          return { top, height: tall, whole: true };
        }
        const position = caretAt(x, y + away);
        if (position && position.offsetNode instanceof Text && article.contains(position.offsetNode)) {
          const range = new Range();
          range.setStart(position.offsetNode, Math.max(0, Math.min(position.offset, position.offsetNode.length - 1)));
          range.setEnd(position.offsetNode, Math.min(range.startOffset + 1, position.offsetNode.length));
          const rect = range.getBoundingClientRect();
          const holder = position.offsetNode.parentElement;
          const tall = (holder && Number.parseFloat(getComputedStyle(holder).lineHeight)) || size;
          if (rect.height > 0) {
            return { top: rect.top - (tall - rect.height) / 2, height: tall, whole: false };
          }
        }
      }
    }
    return { top: y - size / 2, height: size, whole: false };
  }
}

shareAid("line-focus", (host) => new LineFocus(host));
