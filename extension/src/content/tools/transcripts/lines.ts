/** Shows the lines of a transcript: a click seeks, and the current line is highlighted during playback. */

import { element } from "../../../ui/build.ts";
import type { TimedLine } from "../../../shared/messages.ts";
import { transcriptScrollTimeout } from "../../../shared/timeouts.ts";

/** Lines added at once, more than are visible. */
const batch = 200;

/** Seconds by which a player may fall short of the time it was sent to. */
const seekTolerance = 0.05;

interface ShownLines {
  lines: readonly TimedLine[];
  /** Language of the lines; empty if unknown. */
  lang: string;
  /** Label of the list. */
  label: string;
  /** The player; null if the video plays elsewhere. */
  player: HTMLMediaElement | null;
  /** Aborted when the video or the view is gone. */
  signal: AbortSignal;
}

export class Lines {
  readonly node: HTMLElement;
  readonly #shown: ShownLines;
  readonly #items: HTMLLIElement[] = [];
  readonly #ended = new AbortController();
  /** Adds more lines when the last one comes near. */
  readonly #near: IntersectionObserver;
  /** The highlighted line. */
  #current: HTMLLIElement | undefined;
  /** Time of the last scroll of the list by the user. */
  #scrolled = -Infinity;

  constructor(shown: ShownLines) {
    this.#shown = shown;
    const { lang, label, player } = shown;
    this.node = element("ol", { class: "pith-lines", "aria-label": label, lang: lang || undefined, tabindex: 0 });
    const signal = AbortSignal.any([shown.signal, this.#ended.signal]);
    this.#near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#more(), {
      root: this.node,
      rootMargin: "400px",
    });
    signal.addEventListener("abort", () => this.#near.disconnect());
    this.#more();
    if (player) {
      // The current line is the tab stop, not the list.
      this.node.removeAttribute("tabindex");
      this.node.addEventListener("click", (event) => this.#pressed(event));
      this.node.addEventListener("keydown", (event) => this.#step(event));
      for (const type of ["timeupdate", "seeked"]) {
        player.addEventListener(type, () => this.#follow(player), { signal });
      }
      player.addEventListener("ended", () => this.#mark(undefined), { signal });
      for (const type of ["wheel", "touchmove", "keydown"]) {
        this.node.addEventListener(type, () => (this.#scrolled = performance.now()), { passive: true });
      }
      this.#follow(player);
    }
  }

  /** Removes the lines. */
  end(): void {
    this.#ended.abort();
    this.node.remove();
  }

  #more(): void {
    const { lines, player } = this.#shown;
    const from = this.#items.length;
    for (const [i, { start, speaker, text }] of lines.slice(from, from + batch).entries()) {
      const time = player
        ? element("button", { type: "button", tabindex: from + i === 0 ? 0 : -1 }, clock(start))
        : element("span", { class: "pith-at" }, clock(start));
      const words = element("span", { dir: "auto" }, text);
      if (speaker && speaker !== lines[from + i - 1]?.speaker) {
        words.prepend(element("b", {}, speaker), " ");
      }
      this.#items.push(element("li", {}, time, " ", words));
    }
    this.node.append(...this.#items.slice(from));
    this.#near.disconnect();
    const last = this.#items.at(-1);
    if (last && this.#items.length < lines.length) {
      this.#near.observe(last);
    }
  }

  #pressed({ target, isTrusted }: MouseEvent): void {
    const item = target instanceof Element ? target.closest("li") : null;
    const { player, lines } = this.#shown;
    const line = item && lines[this.#items.indexOf(item)];
    // Selecting text doesn't seek.
    const isSelecting = getSelection()?.isCollapsed === false && !(target instanceof HTMLButtonElement);
    if (!isTrusted || !player || !line || isSelecting) {
      return;
    }
    this.#stop(item);
    player.currentTime = line.start;
    // If playback fails, the player shows it.
    player.play().catch(console.error);
  }

  /** Moves between lines by keyboard. All lines share one tab stop, because there may be thousands. */
  #step(event: KeyboardEvent): void {
    const { target, key, isTrusted } = event;
    const item = target instanceof HTMLButtonElement ? target.closest("li") : null;
    const at = item ? this.#items.indexOf(item) : -1;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.#items.length - 1 };
    const other = this.#items[steps[key] ?? -1];
    if (!isTrusted || at < 0 || !other || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.#stop(other);
    other.querySelector("button")?.focus();
  }

  /** Makes a line the tab stop. */
  #stop(item: HTMLLIElement): void {
    for (const button of this.node.querySelectorAll<HTMLButtonElement>("button[tabindex='0']")) {
      button.tabIndex = -1;
    }
    const button = item.querySelector("button");
    if (button) {
      button.tabIndex = 0;
    }
  }

  /** Highlights the line spoken now. */
  #follow({ currentTime, paused, ended }: HTMLMediaElement): void {
    const { lines } = this.#shown;
    const now = currentTime + seekTolerance;
    const number = lines.findLastIndex(({ start }) => start <= now);
    const line = lines[number];
    const isOver = !line || ended || (line.end !== undefined && line.end !== null && line.end < currentTime);
    // Before its first playback, a video has no current line.
    if (isOver || (paused && currentTime === 0)) {
      this.#mark(undefined);
      return;
    }
    while (this.#items.length <= number) {
      this.#more();
    }
    this.#mark(this.#items[number]);
  }

  #mark(item: HTMLLIElement | undefined): void {
    if (item === this.#current) {
      return;
    }
    this.#current?.removeAttribute("aria-current");
    this.#current = item;
    item?.setAttribute("aria-current", "true");
    if (item && performance.now() - this.#scrolled > transcriptScrollTimeout) {
      this.#load(item);
    }
  }

  /** Scrolls only the list, to a line that is outside of it or near its end. */
  #load(item: HTMLLIElement): void {
    const [box, list] = [item.getBoundingClientRect(), this.node.getBoundingClientRect()];
    const margin = list.height / 4;
    if (box.top < list.top || box.bottom > list.bottom - margin) {
      this.node.scrollTop += box.top - list.top - margin;
    }
  }
}

/** Formats a time as players do. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)),
  );
  const tail = `${hours === "0" ? minutes : minutes?.padStart(2, "0")}:${rest?.padStart(2, "0")}`;
  return hours === "0" ? tail : `${hours}:${tail}`;
}
