/** Shows the spoken sentence and word, and scrolls along until the user scrolls. */

import { documentOf, onDocument, toRange, type StyleRoot, styleRootOf, viewOf } from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { ReadAloudHost } from "../tool.ts";
import { spokenHighlightNames } from "../../dom/own-markers.ts";
import { addStyle } from "../article-style.ts";
import type { Passage } from "./passages.ts";
import css from "./spoken.css";

/** Shares of the height between which a sentence may start without scrolling, and to which it is scrolled. */
const [minTopShare, maxTopShare, targetTopShare] = [0.08, 0.7, 0.25];

/** Keys that scroll. */
const scrollKeys = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

export class SpokenHighlights {
  readonly #host: ReadAloudHost;
  readonly #styleRoots = new StyleRoots();
  readonly #highlightRoots = new Set<StyleRoot>();
  /** Documents with highlighted text. */
  readonly #highlightedDocuments = new Set<Document>();
  #isHighlighting = false;
  #isFollowing = true;
  readonly #onFollowingChange: (isFollowing: boolean) => void;

  /** `onFollowingChange` is called when following starts or stops. */
  constructor(host: ReadAloudHost, onFollowingChange: (isFollowing: boolean) => void) {
    this.#host = host;
    this.#onFollowingChange = onFollowingChange;
    const { signal } = host.session;
    const stopFollowing = ({ isTrusted }: Event): void => {
      if (isTrusted && this.#isHighlighting) {
        this.follow(false);
      }
    };
    for (const type of ["wheel", "touchmove"]) {
      window.addEventListener(type, stopFollowing, { capture: true, passive: true, signal });
    }
    const onKey = (event: KeyboardEvent): void => {
      if (scrollKeys.has(event.key) && !host.session.shadow.activeElement?.matches("button, input, select")) {
        stopFollowing(event);
      }
    };
    window.addEventListener("keydown", onKey, { capture: true, passive: true, signal });
    host.scroller?.addEventListener(
      "pointerdown",
      (event) => {
        // A press on the scroll bar.
        if (event.target === host.scroller && event.offsetX >= host.scroller.clientWidth) {
          stopFollowing(event);
        }
      },
      { passive: true, signal },
    );
    for (const document of this.#documents) {
      if (document !== window.document) {
        onDocument("wheel", stopFollowing, signal, true, document);
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
      this.#onFollowingChange(isFollowing);
    }
  }

  /** Highlights a sentence, and scrolls to it. */
  showSentence(passage: Passage, spans: readonly StaticRange[]): void {
    this.#setHighlight(0, spans);
    this.#setHighlight(1, []);
    const [first] = spans;
    if (first && this.#isFollowing) {
      const { top, height } = this.visibleArea;
      const offset = topOfSpan(first) - top;
      if (offset < height * minTopShare || offset > height * maxTopShare) {
        passage.scroll(offset - height * targetTopShare);
      }
    }
  }

  /** Highlights a word. */
  showWord(spans: readonly StaticRange[]): void {
    this.#setHighlight(1, spans);
  }

  /** Removes all highlights. */
  clear(): void {
    this.#setHighlight(0, []);
    this.#setHighlight(1, []);
  }

  /** The visible part of the text: its top in the viewport and its height, in px. */
  get visibleArea(): { top: number; height: number } {
    const { scroller } = this.#host;
    return scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
  }

  get #documents(): Set<Document> {
    const { finding, article } = this.#host;
    return new Set(article ? [documentOf(article)] : [...finding.blocks.styleRoots].map(documentOf));
  }

  #setHighlight(index: 0 | 1, spans: readonly StaticRange[]): void {
    const name = spokenHighlightNames[index];
    const spansByDocument = Map.groupBy(spans, ({ startContainer }) => documentOf(startContainer));
    for (const { startContainer } of spans) {
      this.#addStyles(styleRootOf(startContainer));
    }
    for (const tree of new Set([...this.#highlightedDocuments, ...spansByDocument.keys()])) {
      const { CSS: css, Highlight: HighlightClass } = viewOf(tree);
      const documentSpans = spansByDocument.get(tree);
      if (documentSpans) {
        const highlight = new HighlightClass(...documentSpans);
        // Above matches of the search and the user's highlights.
        highlight.priority = 4 + index;
        css.highlights.set(name, highlight);
        this.#highlightedDocuments.add(tree);
      } else {
        css.highlights.delete(name);
      }
    }
    if (index === 0) {
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
export function topOfSpan(span: StaticRange): number {
  const range = toRange(span);
  const { top } = range.getBoundingClientRect();
  return top + frameOffset(documentOf(span.startContainer))[1];
}
