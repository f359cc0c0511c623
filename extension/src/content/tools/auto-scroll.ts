/** Scrolls automatically at an adjustable speed. Any touch, wheel event, or key pauses it. */

import { svgIcon, element, styleElement } from "../../ui/build.ts";
import { iconButton } from "../../ui/controls.ts";
import { Minus, Pause, Play, Plus, X } from "../../ui/icons.ts";
import { ext, isAlive, locale, messageDirection, t } from "../../shared/ext.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import bar from "./bar.css";
import styles from "./auto-scroll.css";

/** Lines per minute: minimum, maximum, and step. */
const [minSpeed, maxSpeed, step] = [5, 60, 5];

/** Name under which the speed is saved. */
const storageKey = "pace";

class AutoScroll implements Tool {
  readonly #host: ToolHost;
  readonly #status = element("output");
  readonly #toggleButton: HTMLButtonElement;
  readonly #bar: HTMLElement;
  #speed = 20;
  #isScrolling = false;
  /** Px that haven't been scrolled yet. */
  #pendingPx = 0;
  #lastFrame = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#toggleButton = iconButton("play-pause", t("pause"), Pause, () => this.#setScrolling(!this.#isScrolling));
    this.#bar = element(
      "div",
      {
        class: "tool-bar auto-scroll-bar",
        role: "group",
        "aria-label": t("autoScroll"),
        lang: locale(),
        dir: messageDirection(),
      },
      iconButton("less", t("autoScrollSlower"), Minus, () => this.#change(-step)),
      this.#status,
      iconButton("more", t("autoScrollFaster"), Plus, () => this.#change(step)),
      this.#toggleButton,
      iconButton("close", t("close"), X, () => this.#end()),
    );
    this.#bar.hidden = true;
    host.dialog.append(styleElement(bar + styles), this.#bar);
    const { signal } = host.session;
    const options = { capture: true, passive: true, signal };
    for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      window.addEventListener(type, (event) => this.#pauseOnInput(event), options);
    }
  }

  use(): void {
    if (!this.#bar.hidden) {
      this.#end();
      return;
    }
    this.#bar.hidden = false;
    this.#host.session.layers.add(this, () => this.#end());
    void this.#start();
  }

  async #start(): Promise<void> {
    const savedSpeed = (isAlive() && (await ext.storage.local.get(storageKey))[storageKey]) || this.#speed;
    this.#speed = Math.max(minSpeed, Math.min(maxSpeed, Number(savedSpeed) || this.#speed));
    const isReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#bar.classList.toggle("reduced-motion", isReducedMotion);
    if (isReducedMotion) {
      this.#status.textContent = t("autoScrollUnavailable");
    } else {
      this.#change(0);
      this.#setScrolling(true);
    }
  }

  #end(): void {
    this.#host.session.layers.remove(this);
    this.#isScrolling = false;
    this.#bar.hidden = true;
    this.#host.scroller.focus({ preventScroll: true });
  }

  #pauseOnInput(event: Event): void {
    const isOwn =
      event.target === this.#host.session.host && this.#bar.contains(this.#bar.querySelector(":hover, :focus"));
    if (event.isTrusted && this.#isScrolling && !isOwn) {
      this.#setScrolling(false);
    }
  }

  #change(amount: number): void {
    this.#speed = Math.max(minSpeed, Math.min(maxSpeed, this.#speed + amount));
    this.#status.textContent = t("autoScrollSpeed", formatNumber(this.#speed));
    if (amount !== 0 && isAlive()) {
      void ext.storage.local.set({ [storageKey]: this.#speed });
    }
  }

  #setScrolling(isScrolling: boolean): void {
    this.#isScrolling = isScrolling;
    const label = t(isScrolling ? "pause" : "resume");
    this.#toggleButton.ariaLabel = label;
    this.#toggleButton.title = label;
    this.#toggleButton.replaceChildren(svgIcon(isScrolling ? Pause : Play));
    if (isScrolling) {
      this.#lastFrame = performance.now();
      requestAnimationFrame((now) => this.#move(now));
    }
  }

  #move(now: number): void {
    const { article, reader, session } = this.#host;
    if (!this.#isScrolling || session.signal.aborted) {
      return;
    }
    const line = Number.parseFloat(getComputedStyle(article.querySelector(".pith-body") ?? article).lineHeight) || 32;
    // Time in the background isn't made up for.
    const elapsed = Math.min(100, Math.max(0, now - this.#lastFrame));
    this.#lastFrame = now;
    this.#pendingPx += (elapsed / 60_000) * this.#speed * line;
    // Keeps fractions of a px, and fractions of a page in paged view.
    const distance = Math.floor(this.#pendingPx);
    const moved = distance > 0 ? reader.flow.move(distance) : 0;
    const isAtEnd = moved === 0 && distance > (reader.flow.columns ? reader.flow.visibleLength : 0);
    this.#pendingPx -= moved;
    if (isAtEnd) {
      this.#setScrolling(false);
    } else {
      requestAnimationFrame((next) => this.#move(next));
    }
  }
}

provide("auto-scroll", (host) => new AutoScroll(host));
