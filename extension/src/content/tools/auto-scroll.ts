/** Scrolls automatically at an adjustable speed. Any touch, wheel event, or key pauses it. */

import { drawing, element, style } from "../../ui/build.ts";
import { drawnButton } from "../../ui/controls.ts";
import { ext, isAlive, locale, messageDirection, t } from "../../shared/ext.ts";
import { number } from "../../shared/i18n/numbers.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import bar from "./bar.css";
import styles from "./auto-scroll.css";

/** Lines per minute: minimum, maximum, and step. */
const [slowest, fastest, step] = [5, 60, 5];

/** Name under which the speed is saved. */
const stored = "pace";

const drawings = { go: "M8 5l11 7l-11 7z", pause: "M8 5v14M16 5v14" };

class AutoScroll implements Tool {
  readonly #host: ToolHost;
  readonly #status = element("output");
  readonly #toggleButton: HTMLButtonElement;
  readonly #bar: HTMLElement;
  #speed = 20;
  #isGoing = false;
  /** Px that haven't been scrolled yet. */
  #rest = 0;
  #last = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#toggleButton = drawnButton("turn", t("pause"), drawings.pause, () => this.#set(!this.#isGoing));
    this.#bar = element(
      "div",
      { class: "tool-bar pace", role: "group", "aria-label": t("autoScroll"), lang: locale(), dir: messageDirection() },
      drawnButton("less", t("autoScrollSlower"), "M6 12h12", () => this.#change(-step)),
      this.#status,
      drawnButton("more", t("autoScrollFaster"), "M6 12h12M12 6v12", () => this.#change(step)),
      this.#toggleButton,
      drawnButton("close", t("close"), "M6 6l12 12M18 6L6 18", () => this.#end()),
    );
    this.#bar.hidden = true;
    host.dialog.append(style(bar + styles), this.#bar);
    const { signal } = host.session;
    const options = { capture: true, passive: true, signal };
    for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      window.addEventListener(type, (event) => this.#touched(event), options);
    }
  }

  use(): void {
    if (!this.#bar.hidden) {
      this.#end();
      return;
    }
    this.#bar.hidden = false;
    this.#host.session.layers.opened(this, () => this.#end());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const found = (isAlive() && (await ext.storage.local.get(stored))[stored]) || this.#speed;
    this.#speed = Math.max(slowest, Math.min(fastest, Number(found) || this.#speed));
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#bar.classList.toggle("still", isStill);
    if (isStill) {
      this.#status.textContent = t("autoScrollUnavailable");
    } else {
      this.#change(0);
      this.#set(true);
    }
  }

  #end(): void {
    this.#host.session.layers.closed(this);
    this.#isGoing = false;
    this.#bar.hidden = true;
    this.#host.scroller.focus({ preventScroll: true });
  }

  #touched(event: Event): void {
    const isOwn =
      event.target === this.#host.session.host && this.#bar.contains(this.#bar.querySelector(":hover, :focus"));
    if (event.isTrusted && this.#isGoing && !isOwn) {
      this.#set(false);
    }
  }

  #change(by: number): void {
    this.#speed = Math.max(slowest, Math.min(fastest, this.#speed + by));
    this.#status.textContent = t("autoScrollSpeed", number(this.#speed));
    if (by !== 0 && isAlive()) {
      void ext.storage.local.set({ [stored]: this.#speed });
    }
  }

  #set(isGoing: boolean): void {
    this.#isGoing = isGoing;
    const label = t(isGoing ? "pause" : "resume");
    this.#toggleButton.ariaLabel = label;
    this.#toggleButton.title = label;
    this.#toggleButton.replaceChildren(drawing(isGoing ? drawings.pause : drawings.go));
    if (isGoing) {
      this.#last = performance.now();
      requestAnimationFrame((now) => this.#move(now));
    }
  }

  #move(now: number): void {
    const { article, reader, session } = this.#host;
    if (!this.#isGoing || session.signal.aborted) {
      return;
    }
    const line = Number.parseFloat(getComputedStyle(article.querySelector(".pith-body") ?? article).lineHeight) || 32;
    // Time in the background isn't made up for.
    const passed = Math.min(100, Math.max(0, now - this.#last));
    this.#last = now;
    this.#rest += (passed / 60_000) * this.#speed * line;
    // Keeps fractions of a px, and fractions of a page in paged view.
    const whole = Math.floor(this.#rest);
    const moved = whole > 0 ? reader.flow.move(whole) : 0;
    const isAtEnd = moved === 0 && whole > (reader.flow.columns ? reader.flow.seen : 0);
    this.#rest -= moved;
    if (isAtEnd) {
      this.#set(false);
    } else {
      requestAnimationFrame((next) => this.#move(next));
    }
  }
}

provide("auto-scroll", (host) => new AutoScroll(host));
