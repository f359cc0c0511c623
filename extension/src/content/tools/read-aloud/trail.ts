/** Shows the spoken sentence and word, and scrolls along until the user scrolls. */

import { documentOf, onDocument, ranging, type StyleRoot, styleRootOf, viewOf } from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { ReadAloudHost } from "../tool.ts";
import { spokenNames } from "../../dom/own-markers.ts";
import { addStyle } from "../article-style.ts";
import type { Passage } from "./passages.ts";
import css from "./spoken.css";

/** Shares of the height between which a sentence may start without scrolling, and to which it is scrolled. */
const [highest, lowest, put] = [0.08, 0.7, 0.25];

/** Keys that scroll. */
const scrolling = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

export class Trail {
  readonly #host: ReadAloudHost;
  readonly #styleRoots = new StyleRoots();
  readonly #highlightRoots = new Set<StyleRoot>();
  /** Documents with highlighted text. */
  readonly #marked = new Set<Document>();
  #isHighlighting = false;
  #isFollowing = true;
  readonly #turned: (isFollowing: boolean) => void;

  /** `turned` is called when following starts or stops. */
  constructor(host: ReadAloudHost, turned: (isFollowing: boolean) => void) {
    this.#host = host;
    this.#turned = turned;
    const { signal } = host.session;
    const byHand = ({ isTrusted }: Event): void => {
      if (isTrusted && this.#isHighlighting) {
        this.follow(false);
      }
    };
    for (const type of ["wheel", "touchmove"]) {
      window.addEventListener(type, byHand, { capture: true, passive: true, signal });
    }
    const pressed = (event: KeyboardEvent): void => {
      if (scrolling.has(event.key) && !host.session.shadow.activeElement?.matches("button, input, select")) {
        byHand(event);
      }
    };
    window.addEventListener("keydown", pressed, { capture: true, passive: true, signal });
    host.scroller?.addEventListener(
      "pointerdown",
      (event) => {
        // A press on the scroll bar.
        if (event.target === host.scroller && event.offsetX >= host.scroller.clientWidth) {
          byHand(event);
        }
      },
      { passive: true, signal },
    );
    for (const document of this.#documents) {
      if (document !== window.document) {
        onDocument("wheel", byHand, signal, true, document);
      }
    }
    if (host.article) {
      addStyle(host.session, css);
    }
    signal.addEventListener("abort", () => {
      this.clear();
      StyleRoots.remove([this.#styleRoots], false);
    });
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Starts or stops scrolling along. */
  follow(isFollowing: boolean): void {
    if (this.#isFollowing !== isFollowing) {
      this.#isFollowing = isFollowing;
      this.#turned(isFollowing);
    }
  }

  /** Highlights a sentence, and scrolls to it. */
  message(passage: Passage, spans: readonly StaticRange[]): void {
    this.#mark(0, spans);
    this.#mark(1, []);
    const [first] = spans;
    if (first && this.#isFollowing) {
      const { top, height } = this.seen;
      const at = topOf(first) - top;
      if (at < height * highest || at > height * lowest) {
        passage.scroll(at - height * put);
      }
    }
  }

  /** Highlights a word. */
  word(spans: readonly StaticRange[]): void {
    this.#mark(1, spans);
  }

  /** Removes all highlights. */
  clear(): void {
    this.#mark(0, []);
    this.#mark(1, []);
  }

  /** The visible part of the text: its top in the viewport and its height, in px. */
  get seen(): { top: number; height: number } {
    const { scroller } = this.#host;
    return scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
  }

  get #documents(): Set<Document> {
    const { finding, article } = this.#host;
    return new Set(article ? [documentOf(article)] : [...finding.blocks.trees].map(documentOf));
  }

  #mark(which: 0 | 1, spans: readonly StaticRange[]): void {
    const name = spokenNames[which];
    const by = Map.groupBy(spans, ({ startContainer }) => documentOf(startContainer));
    for (const { startContainer } of spans) {
      this.#addStyles(styleRootOf(startContainer));
    }
    for (const tree of new Set([...this.#marked, ...by.keys()])) {
      const { CSS: css, Highlight: Own } = viewOf(tree);
      const here = by.get(tree);
      if (here) {
        const highlight = new Own(...here);
        // Above matches of the search and the user's highlights.
        highlight.priority = 4 + which;
        css.highlights.set(name, highlight);
        this.#marked.add(tree);
      } else {
        css.highlights.delete(name);
      }
    }
    if (which === 0) {
      this.#isHighlighting = spans.length > 0;
    }
  }

  /** Adds the style to a tree of the page. Reader's article has it from the start. */
  #addStyles(styleRoot: StyleRoot): void {
    if (!this.#host.article && !this.#highlightRoots.has(styleRoot)) {
      this.#highlightRoots.add(styleRoot);
      this.#styleRoots.addTo(styleRoot, inheritsHighlights(this.#host.session.shadow) ? css : `& * { ${css} }`);
      this.#styleRoots.apply();
    }
  }
}

/** Returns the top of a span in viewport coordinates. */
export function topOf(span: StaticRange): number {
  const range = ranging(span);
  const { top } = range.getBoundingClientRect();
  return top + frameOffset(documentOf(span.startContainer))[1];
}
