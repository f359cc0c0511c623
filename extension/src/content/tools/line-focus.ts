/** Line focus: dims all but 1, 3, or 5 lines, which follow the text while scrolling. */

import { element, styleElement } from "../../ui/build.ts";
import { button, addStyles, segmented } from "../../ui/components.ts";
import { X } from "../../ui/icons.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { counted, formatNumber } from "../../shared/i18n/numbers.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import bar from "./bar.css";
import styles from "./line-focus.css";
import { caretAt, elementAt } from "./document-methods.ts";

/** Numbers of lines in focus, in order; 0 turns it off. */
const steps = [1, 3, 5, 0] as const;

/** Share of the visible part before the lines, if the text is scrolled. */
const focusShare = 0.4;

/** Px of background visible before and after the lines. */
const bandMargin = 4;

class LineFocus implements Tool {
  readonly #host: ToolHost;
  readonly #band = element("div", { class: "line-focus-frame", "aria-hidden": "true" });
  readonly #count = segmented(
    "lines",
    t("lineFocus"),
    steps.filter((lines) => lines > 0).map((lines) => [String(lines), formatNumber(lines)]),
    (lines) => this.#set(Number(lines)),
  );
  readonly #bar = element(
    "div",
    {
      class: "tool-bar line-focus-bar",
      role: "group",
      "aria-label": t("lineFocus"),
      lang: locale(),
      dir: messageDirection(),
    },
    this.#count.node,
    button({ variant: "quiet", name: "close", icon: X, tip: t("close"), key: "Esc" }, () => this.#set(0)),
  );
  #lines = 0;
  #isPlacePending = false;
  /** In paged view: the current page and column, and the position in it in px. */
  #page = -1;
  #column = 0;
  #columnOffset = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    const { dialog, scroller, session } = host;
    const { signal } = session;
    addStyles(session.shadow, signal);
    dialog.append(styleElement(bar + styles), this.#band, this.#bar);
    scroller.addEventListener("scroll", () => this.#schedulePlace(), { passive: true, signal });
    window.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal });
    const resized = new ResizeObserver(() => this.#schedulePlace());
    resized.observe(host.article);
    resized.observe(scroller);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#band.hidden = true;
    this.#bar.hidden = true;
  }

  use(): void {
    this.#set(steps[(steps.indexOf(this.#lines as (typeof steps)[number]) + 1) % steps.length] ?? 0);
  }

  #set(lines: number): void {
    this.#host.session.layers.remove(this);
    this.#lines = lines;
    if (lines > 0) {
      this.#host.session.layers.add(this, () => this.#set(0));
    }
    if (lines === 0 && this.#bar.contains(this.#host.session.shadow.activeElement)) {
      this.#host.scroller.focus({ preventScroll: true });
    }
    this.#band.hidden = this.#lines === 0;
    this.#bar.hidden = this.#lines === 0;
    this.#count.show(String(lines));
    this.#host.announce(this.#lines === 0 ? t("lineFocusOff") : counted("lineFocusLines", this.#lines));
    this.#schedulePlace();
  }

  /** Moves on by the number of lines in focus. */
  #onKey(event: KeyboardEvent): void {
    const { dialog, reader, session } = this.#host;
    const arrowStep = { "horizontal-tb": 0, "vertical-rl": -1, "vertical-lr": 1 }[
      this.#lines > 0 ? this.#writing : "horizontal-tb"
    ];
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: arrowStep, ArrowLeft: -arrowStep }[event.key];
    const isHandledElsewhere =
      dialog.querySelector("[popover=auto]:popover-open") ?? session.shadow.activeElement?.matches("input, button");
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (this.#lines > 0 && step && event.isTrusted && !hasModifier && !isHandledElsewhere) {
      event.preventDefault();
      if (reader.flow.columns) {
        this.#moveInColumns(step * this.#lines * this.#line.height);
      } else {
        reader.flow.move(step * this.#lines * this.#line.height);
      }
    }
  }

  /** In paged view, moves the lines along their column, and on to the next or previous one. */
  #moveInColumns(distance: number): void {
    const { flow } = this.#host.reader;
    const { height } = this.#line;
    const length = this.#length;
    const target = this.#columnOffset + distance;
    this.#columnOffset = target;
    if (target < -height / 2 || target > length - height / 2) {
      const step = Math.sign(distance);
      const isOnPage = flow.columns?.[this.#column + step] !== undefined;
      if (!isOnPage && flow.move(step * flow.visibleLength) === 0) {
        this.#columnOffset = target - distance;
        return;
      }
      const last = (flow.columns?.length ?? 1) - 1;
      this.#column = isOnPage ? this.#column + step : step > 0 ? 0 : last;
      this.#columnOffset = step > 0 ? 0 : Math.max(0, length - Math.abs(distance));
      this.#page = flow.position;
    }
    this.#schedulePlace();
  }

  #schedulePlace(): void {
    if (!this.#isPlacePending && this.#lines > 0) {
      this.#isPlacePending = true;
      requestAnimationFrame(() => {
        this.#isPlacePending = false;
        this.#place();
      });
    }
  }

  #place(): void {
    const { flow } = this.#host.reader;
    if (flow.columns && flow.position !== this.#page) {
      [this.#page, this.#columnOffset, this.#column] = [flow.position, 0, 0];
    }
    const { start, height, isWhole } = this.#line;
    // In paged view the lines start at the current position.
    const before = isWhole || flow.columns ? 0 : ((this.#lines - 1) / 2) * height;
    const size = (isWhole ? height : this.#lines * height) + 2 * bandMargin;
    const dialogRect = this.#host.dialog.getBoundingClientRect();
    const { left, top, right, width, height: boxHeight } = this.#box;
    const bandStart = start - before - bandMargin;
    const band = {
      "horizontal-tb": new DOMRect(left, top + bandStart, width, size),
      "vertical-rl": new DOMRect(right - bandStart - size, top, size, boxHeight),
      "vertical-lr": new DOMRect(left + bandStart, top, size, boxHeight),
    }[this.#writing];
    const zoom = this.#band.currentCSSZoom || 1;
    for (const [name, length] of [
      ["left", band.left - dialogRect.left],
      ["top", band.top - dialogRect.top],
      ["width", band.width],
      ["height", band.height],
    ] as const) {
      this.#band.style[name] = `${length / zoom}px`;
    }
  }

  get #writing(): "horizontal-tb" | "vertical-rl" | "vertical-lr" {
    const { writingMode } = getComputedStyle(this.#host.article);
    return writingMode === "vertical-rl" || writingMode === "vertical-lr" ? writingMode : "horizontal-tb";
  }

  /** The box around the lines. */
  get #box(): DOMRect {
    const { reader, scroller } = this.#host;
    return reader.flow.columns?.[this.#column] ?? scroller.getBoundingClientRect();
  }

  /** Its length in block direction. */
  get #length(): number {
    const { width, height } = this.#box;
    return this.#writing === "horizontal-tb" ? height : width;
  }

  /**
   * The current line: its start, from the start of the box, and its height, in px. `isWhole`: it is an image or another
   * unbreakable box.
   */
  get #line(): { start: number; height: number; isWhole: boolean } {
    const { reader, article } = this.#host;
    const body = article.querySelector(".pith-body") ?? article;
    const size = Number.parseFloat(getComputedStyle(body).lineHeight) || 32;
    const box = this.#box;
    const writing = this.#writing;
    const at = reader.flow.columns ? this.#columnOffset + size / 2 : this.#length * focusShare;
    const startOf = ({ left, top, right }: DOMRect): number =>
      ({ "horizontal-tb": top - box.top, "vertical-rl": box.right - right, "vertical-lr": left - box.left })[writing];
    const toPoint = (along: number, across: number): [number, number] =>
      ({
        "horizontal-tb": [across, box.top + along] as [number, number],
        "vertical-rl": [box.right - along, across] as [number, number],
        "vertical-lr": [box.left + along, across] as [number, number],
      })[writing];
    const { left, right, top, bottom } = reader.flow.columns ? box : body.getBoundingClientRect();
    const [from, to] =
      writing === "horizontal-tb" ? [left, right] : [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    const indent = reader.flow.columns ? (to - from) / 4 : size;
    // Between two blocks, the nearest line is used.
    for (const offset of [0, size / 2, -size / 2, size, -size]) {
      for (const across of [from + indent, (from + to) / 2]) {
        const [x, y] = toPoint(at + offset, across);
        const hit = elementAt(x, y);
        if (hit?.matches("img, video, svg, iframe") && article.contains(hit)) {
          const rect = hit.getBoundingClientRect();
          return {
            start: startOf(rect),
            height: writing === "horizontal-tb" ? rect.height : rect.width,
            isWhole: true,
          };
        }
        const position = caretAt(x, y);
        if (position && position.offsetNode instanceof Text && article.contains(position.offsetNode)) {
          const range = new Range();
          range.setStart(position.offsetNode, Math.max(0, Math.min(position.offset, position.offsetNode.length - 1)));
          range.setEnd(position.offsetNode, Math.min(range.startOffset + 1, position.offsetNode.length));
          const rect = range.getBoundingClientRect();
          const glyphSize = writing === "horizontal-tb" ? rect.height : rect.width;
          const parent = position.offsetNode.parentElement;
          const lineSize = (parent && Number.parseFloat(getComputedStyle(parent).lineHeight)) || size;
          if (glyphSize > 0) {
            return { start: startOf(rect) - (lineSize - glyphSize) / 2, height: lineSize, isWhole: false };
          }
        }
      }
    }
    return { start: at - size / 2, height: size, isWhole: false };
  }
}

provide("line-focus", (host) => new LineFocus(host));
