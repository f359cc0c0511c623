/** Shows the lines of a transcript: a click seeks, and the current line is highlighted during playback. */

import { element } from "../../../ui/build.ts";
import type { TimedLine } from "../../../shared/messages.ts";
import { transcriptScrollTimeout } from "../../../shared/timeouts.ts";

/** Lines added at once, more than are visible. */
const batchSize = 200;

/** Seconds by which a player may fall short of the time it was sent to. */
const seekTolerance = 0.05;

interface LinesOptions {
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

export class TranscriptLines {
  readonly node: HTMLElement;
  readonly #options: LinesOptions;
  readonly #items: HTMLLIElement[] = [];
  readonly #end = new AbortController();
  /** Adds more lines when the last one comes near. */
  readonly #endObserver: IntersectionObserver;
  /** The highlighted line. */
  #current: HTMLLIElement | undefined;
  /** Time of the last scroll of the list by the user. */
  #lastScrollTime = -Infinity;

  constructor(options: LinesOptions) {
    this.#options = options;
    const { lang, label, player } = options;
    this.node = element("ol", { class: "pith-lines", "aria-label": label, lang: lang || undefined, tabindex: 0 });
    const signal = AbortSignal.any([options.signal, this.#end.signal]);
    this.#endObserver = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.#addMore(),
      {
        root: this.node,
        rootMargin: "400px",
      },
    );
    signal.addEventListener("abort", () => this.#endObserver.disconnect());
    this.#addMore();
    if (player) {
      // The current line is the tab stop, not the list.
      this.node.removeAttribute("tabindex");
      this.node.addEventListener("click", (event) => this.#onClick(event));
      this.node.addEventListener("keydown", (event) => this.#onKey(event));
      for (const type of ["timeupdate", "seeked"]) {
        player.addEventListener(type, () => this.#showCurrent(player), { signal });
      }
      player.addEventListener("ended", () => this.#setCurrent(undefined), { signal });
      for (const type of ["wheel", "touchmove", "keydown"]) {
        this.node.addEventListener(type, () => (this.#lastScrollTime = performance.now()), { passive: true });
      }
      this.#showCurrent(player);
    }
  }

  /** Removes the lines. */
  end(): void {
    this.#end.abort();
    this.node.remove();
  }

  #addMore(): void {
    const { lines, player } = this.#options;
    const first = this.#items.length;
    for (const [i, { start, speaker, text }] of lines.slice(first, first + batchSize).entries()) {
      const time = player
        ? element("button", { type: "button", tabindex: first + i === 0 ? 0 : -1 }, formatTime(start))
        : element("span", { class: "pith-at" }, formatTime(start));
      const lineText = element("span", { dir: "auto" }, text);
      if (speaker && speaker !== lines[first + i - 1]?.speaker) {
        lineText.prepend(element("b", {}, speaker), " ");
      }
      this.#items.push(element("li", {}, time, " ", lineText));
    }
    this.node.append(...this.#items.slice(first));
    this.#endObserver.disconnect();
    const last = this.#items.at(-1);
    if (last && this.#items.length < lines.length) {
      this.#endObserver.observe(last);
    }
  }

  #onClick({ target, isTrusted }: MouseEvent): void {
    const item = target instanceof Element ? target.closest("li") : null;
    const { player, lines } = this.#options;
    const line = item && lines[this.#items.indexOf(item)];
    // Selecting text doesn't seek.
    const isSelecting = getSelection()?.isCollapsed === false && !(target instanceof HTMLButtonElement);
    if (!isTrusted || !player || !line || isSelecting) {
      return;
    }
    this.#setTabStop(item);
    player.currentTime = line.start;
    // If playback fails, the player shows it.
    player.play().catch(console.error);
  }

  /** Moves between lines by keyboard. All lines share one tab stop, because there may be thousands. */
  #onKey(event: KeyboardEvent): void {
    const { target, key, isTrusted } = event;
    const item = target instanceof HTMLButtonElement ? target.closest("li") : null;
    const index = item ? this.#items.indexOf(item) : -1;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: this.#items.length - 1,
    };
    const nextItem = this.#items[steps[key] ?? -1];
    if (!isTrusted || index < 0 || !nextItem || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.#setTabStop(nextItem);
    nextItem.querySelector("button")?.focus();
  }

  /** Makes a line the tab stop. */
  #setTabStop(item: HTMLLIElement): void {
    for (const button of this.node.querySelectorAll<HTMLButtonElement>("button[tabindex='0']")) {
      button.tabIndex = -1;
    }
    const button = item.querySelector("button");
    if (button) {
      button.tabIndex = 0;
    }
  }

  /** Highlights the line spoken now. */
  #showCurrent({ currentTime, paused, ended }: HTMLMediaElement): void {
    const { lines } = this.#options;
    const now = currentTime + seekTolerance;
    const index = lines.findLastIndex(({ start }) => start <= now);
    const line = lines[index];
    const isEnded = !line || ended || (line.end !== undefined && line.end !== null && line.end < currentTime);
    // Before its first playback, a video has no current line.
    if (isEnded || (paused && currentTime === 0)) {
      this.#setCurrent(undefined);
      return;
    }
    while (this.#items.length <= index) {
      this.#addMore();
    }
    this.#setCurrent(this.#items[index]);
  }

  #setCurrent(item: HTMLLIElement | undefined): void {
    if (item === this.#current) {
      return;
    }
    this.#current?.removeAttribute("aria-current");
    this.#current = item;
    item?.setAttribute("aria-current", "true");
    if (item && performance.now() - this.#lastScrollTime > transcriptScrollTimeout) {
      this.#scrollTo(item);
    }
  }

  /** Scrolls only the list, to a line that is outside of it or near its end. */
  #scrollTo(item: HTMLLIElement): void {
    const [box, list] = [item.getBoundingClientRect(), this.node.getBoundingClientRect()];
    const margin = list.height / 4;
    if (box.top < list.top || box.bottom > list.bottom - margin) {
      this.node.scrollTop += box.top - list.top - margin;
    }
  }
}

/** Formats a time as players do. */
function formatTime(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)),
  );
  const minutesAndSeconds = `${hours === "0" ? minutes : minutes?.padStart(2, "0")}:${rest?.padStart(2, "0")}`;
  return hours === "0" ? minutesAndSeconds : `${hours}:${minutesAndSeconds}`;
}
