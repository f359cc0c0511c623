/** The contents panel: sections, progress, and buttons for the other tools. */

import { element, style } from "../../ui/build.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { type Part, parts, type ToolName, toolNames } from "../../parts.ts";
import { percent } from "../../shared/i18n/numbers.ts";
import { place } from "../../ui/popover.ts";
import type { Tool, ToolHost, Step } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { duration } from "../../shared/i18n/times.ts";
import styles from "./contents.css";
import { translates } from "./translation/browser.ts";

/** Px beside the article from which on the contents stand there. */
const roomBeside = 232;

/** Px after the edge at which one reads, up to which a heading counts as reached. */
const reached = 80;

/** The tools that have a button here, in their order. */
const menu = toolNames
  .flatMap((name) => {
    const { menu } = parts[name] as Part;
    return menu ? [{ name, ...menu }] : [];
  })
  .toSorted((a, b) => a.at - b.at);

interface ContentsSection {
  heading: HTMLElement;
  entry: HTMLButtonElement;
}

class ContentsPanel implements Tool {
  readonly #host: ToolHost;
  readonly #share = element("progress", { max: 1, value: 0 });
  readonly #said = element("p", { class: "share" });
  readonly #list = element("ol");
  readonly #nav: HTMLElement;
  readonly #panel: HTMLElement;
  /** The button of the toolbar, which the panel belongs to while it is a popup. */
  readonly #button: HTMLButtonElement | null;
  #sections: ContentsSection[] = [];
  #isDue = false;
  #isBeside = false;

  constructor(host: ToolHost) {
    this.#host = host;
    const { dialog, scroller, session } = host;
    this.#button = dialog.querySelector("button.guide");
    this.#share.ariaLabel = t("guideRead");
    const acts = new Map(menu.map(({ name, label }) => [name, this.#act(name, t(label))]));
    const translation = acts.get("translation");
    if (translation) {
      translation.hidden = true;
      void translates(host.finding.summary.lang ?? "").then((isOffered) => {
        translation.hidden = !isOffered;
      });
    }
    this.#nav = element("nav", { "aria-label": t("guideContents") }, this.#list);
    this.#panel = element(
      "div",
      {
        class: "panel contents",
        role: "dialog",
        "aria-label": t("guide"),
        lang: locale(),
        dir: messageDirection(),
        tabindex: -1,
      },
      element("div", { class: "way" }, this.#said, this.#share),
      this.#nav,
      element("div", { class: "acts" }, ...acts.values()),
    );
    this.#panel.addEventListener("toggle", (event) => {
      if (event instanceof ToggleEvent && event.newState === "open") {
        this.#read();
        this.#place();
      }
    });
    dialog.append(style(styles), this.#panel);
    const { signal } = session;
    const due = (): void => this.#later();
    scroller.addEventListener("scroll", due, { passive: true, signal });
    const resized = new ResizeObserver(() => {
      this.#arrange(host.settings().contents);
      this.#later();
    });
    resized.observe(host.article);
    resized.observe(scroller);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#read();
    this.#arrange(host.settings().contents);
  }

  use(step: Step): void {
    if (step !== 0) {
      this.#step(step);
    } else if (this.#hasRoom) {
      const isWanted = !this.#host.settings().contents;
      this.#host.change({ contents: isWanted });
      this.#host.session.layers.closed(this);
      if (isWanted) {
        this.#host.session.layers.opened(this, () => this.#host.change({ contents: false }));
      }
    } else {
      this.#panel.togglePopover();
    }
  }

  follow({ contents }: Settings): void {
    this.#arrange(contents);
  }

  /** Returns whether the article leaves room for the contents beside it. */
  get #hasRoom(): boolean {
    return this.#room >= roomBeside;
  }

  get #room(): number {
    const { scroller, article } = this.#host;
    const column = article.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    const style = getComputedStyle(article);
    const isRight = messageDirection() === "rtl";
    return isRight
      ? column.left - seen.left + Number.parseFloat(style.paddingLeft)
      : seen.right - column.right + Number.parseFloat(style.paddingRight);
  }

  /** Puts the panel beside the article where there is room and it is wanted there; else it is a popup of its button. */
  #arrange(isWanted: boolean): void {
    const hasRoom = this.#hasRoom;
    this.#isBeside = hasRoom && isWanted;
    const panel = this.#panel;
    panel.classList.toggle("beside", this.#isBeside);
    if (hasRoom) {
      panel.popover = null;
      panel.style.cssText = "";
      panel.style.setProperty("--pith-room", `${this.#room}px`);
      panel.role = "complementary";
    } else {
      panel.popover = "auto";
      panel.role = "dialog";
    }
    panel.hidden = hasRoom && !isWanted;
    if (this.#button) {
      this.#button.popoverTargetElement = hasRoom ? null : panel;
      this.#button.ariaPressed = hasRoom ? String(isWanted) : null;
    }
    if (this.#isBeside) {
      this.#read();
    }
  }

  #place(): void {
    if (this.#button && !this.#isBeside && innerWidth > 480) {
      place(this.#panel, this.#button.getBoundingClientRect());
    }
  }

  /** Goes to the next heading, or to the beginning of the section, and from there to the one before. */
  #step(step: -1 | 1): void {
    this.#read();
    const { flow } = this.#host.reader;
    const above = this.#current(step > 0 ? this.#reached : -1);
    const { heading } = this.#sections[step > 0 ? above + 1 : above] ?? {};
    if (heading) {
      flow.reach(heading);
      this.#host.say(wordsOf(heading).text);
    } else if (step < 0) {
      flow.move(-Number.MAX_SAFE_INTEGER);
    }
  }

  /** Px after the edge up to which a heading counts as reached; on a page, all that begin on it. */
  get #reached(): number {
    const { columns, seen } = this.#host.reader.flow;
    return columns ? seen - 1 : reached;
  }

  #act(name: ToolName, label: string): HTMLButtonElement {
    const made = element("button", { type: "button", class: "word" }, label);
    made.addEventListener("click", () => {
      this.#hide();
      this.#host.use(name);
    });
    return made;
  }

  #hide(): void {
    if (this.#panel.popover !== null) {
      this.#panel.hidePopover();
    }
  }

  /** Reads the headings again where there are others: parts are taken out, and further pages come. */
  #read(): void {
    const headings = [...this.#host.article.querySelectorAll<HTMLElement>(".pith-body :is(h1, h2, h3, h4, h5, h6)")];
    const isKnown =
      headings.length === this.#sections.length &&
      headings.every((h, i) => {
        const { heading, entry } = this.#sections[i] ?? {};
        return h === heading && wordsOf(h).text === entry?.textContent;
      });
    if (!isKnown || headings.length === 0) {
      const level = (heading: HTMLElement): number => Number(heading.localName.slice(1));
      const top = Math.min(...headings.map(level));
      this.#sections = headings.map((heading) => ({ heading, entry: this.#entry(heading, level(heading) - top) }));
      this.#list.replaceChildren(...this.#sections.map(({ entry }) => element("li", {}, entry)));
      this.#nav.hidden = headings.length === 0;
    }
    this.#show();
  }

  #entry(heading: HTMLElement, depth: number): HTMLButtonElement {
    const { text, lang, dir } = wordsOf(heading);
    const article = this.#host.article;
    const made = element(
      "button",
      { type: "button", class: "section", lang: lang || article.lang || undefined, dir: dir || article.dir || "auto" },
      text,
    );
    made.style.setProperty("--pith-depth", String(Math.min(depth, 3)));
    made.addEventListener("click", () => {
      this.#hide();
      this.#host.reader.flow.reach(heading);
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return made;
  }

  /** Shows where one is with the next frame. */
  #later(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      requestAnimationFrame(() => {
        this.#isDue = false;
        if (!this.#host.session.signal.aborted && this.#panel.checkVisibility()) {
          this.#show();
        }
      });
    }
  }

  #show(): void {
    const { finding, article, reader } = this.#host;
    const { seen } = reader.flow;
    const { top, height } = reader.flow.extent(article.querySelector(".pith-body") ?? article);
    const read = Math.max(0, Math.min(1, -top / Math.max(1, height - seen)));
    const minutes = Math.ceil(finding.summary.readingMinutes * (1 - read));
    this.#share.value = read;
    const share = percent(read);
    this.#said.textContent = minutes > 0 ? t("guideLeft", share, duration(minutes)) : t("guideShare", share);
    // The last sections may be too short to come to the top.
    const current = read < 1 ? this.#current(this.#reached) : this.#sections.length - 1;
    for (const [i, { entry }] of this.#sections.entries()) {
      if (i === current) {
        entry.ariaCurrent = "true";
        entry.scrollIntoView({ block: "nearest" });
      } else {
        entry.ariaCurrent = null;
      }
    }
  }

  /** Returns the number of the last heading before an edge, -1 where there is none. By halves: each asks for a layout. */
  #current(edge: number): number {
    let [low, high] = [-1, this.#sections.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { heading } = this.#sections[middle] ?? {};
      if (heading && this.#host.reader.flow.extent(heading).top <= edge) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** Returns what a heading says, in the language into which it is translated; see pair.ts. */
function wordsOf(heading: HTMLElement): { text: string; lang: string; dir: string } {
  const { textContent, lang, dir } = heading.querySelector<HTMLElement>(".pith-translation") ?? heading;
  return { text: textContent.trim(), lang, dir };
}

provide("contents", (host) => new ContentsPanel(host));
