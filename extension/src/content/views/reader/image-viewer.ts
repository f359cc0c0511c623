/** Shows enlarged images of the article one after the other, with captions, or alt texts in place of images. */

import { element, style } from "../../../ui/build.ts";
import { dialogPanel, drawnButton } from "../../../ui/controls.ts";
import { messageDirection, t } from "../../../shared/ext.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import type { Session } from "../../session/session.ts";
import styles from "./image-viewer.css";
import { provide } from "../../session/parts.ts";

/** Enlarges and describes images of the article. */
export interface ShowImages {
  /** Enlarges an image. */
  large(session: Session, image: HTMLImageElement): void;
  /** Replaces images by their descriptions, or restores them. */
  describe(article: HTMLElement, isOn: boolean): void;
}

/** Px an arrow key moves an image that is larger than the viewer. */
const arrowStep = 80;

/** Zoom factors, from the whole image up. */
const scales = [1, 1.5, 2, 3, 4, 6, 8] as const;
const [whole, largest] = [scales[0], scales[scales.length - 1] ?? 1];

class ImageViewer {
  readonly #session: Session;
  readonly #image = element("img");
  readonly #stage = element("div", { class: "stage" }, this.#image);
  readonly #count = element("p", { class: "count", role: "status" });
  readonly #caption = element("p", { class: "caption", dir: "auto" });
  readonly #words = element("p", { class: "words", dir: "auto", hidden: true });
  readonly #described = drawnButton("described", t("imageDescription"), "M5 7h14M5 12h14M5 17h8", () =>
    this.#describe(this.#words.hidden !== false),
  );
  readonly #panel: HTMLElement;
  #all: HTMLImageElement[] = [];
  #shown: HTMLImageElement | undefined;
  #scale = 1;
  /** Pressed fingers, by pointer ID. */
  readonly #fingers = new Map<number, PointerEvent>();

  constructor(session: Session) {
    this.#session = session;
    const close = drawnButton("leave", t("close"), "M6 6l12 12M18 6L6 18", () => this.#panel.hidePopover());
    this.#panel = dialogPanel(
      { class: "large", "aria-modal": "true" },
      close,
      this.#stage,
      element("div", { class: "about" }, this.#caption, this.#words),
      element(
        "div",
        { class: "acts" },
        drawnButton("previous", t("imagePrevious"), "M15 5l-7 7 7 7", () => this.#go(-1)),
        this.#count,
        drawnButton("next", t("imageNext"), "M9 5l7 7-7 7", () => this.#go(1)),
        drawnButton("smaller", t("imageSmaller"), "M6 12h12", () => this.#step(-1)),
        drawnButton("larger", t("imageLarger"), "M6 12h12M12 6v12", () => this.#step(1)),
        this.#described,
      ),
    );
    this.#stage.addEventListener("dblclick", () => this.#zoom(this.#scale > 1 ? 1 : 3));
    this.#stage.addEventListener("click", ({ target, detail }) => {
      if (target === this.#stage && detail === 1) {
        this.#panel.hidePopover();
      }
    });
    this.#stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) {
      this.#stage.addEventListener(type, (event) => this.#finger(event));
    }
    this.#panel.addEventListener("beforetoggle", ({ newState }) => this.#toggled(newState === "open"));
    // On the window, because key events don't reach the panel (see `keepKeys` in guard.ts).
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal: session.signal });
    session.shadow.append(style(styles));
    session.shadow.querySelector("dialog")?.append(this.#panel);
  }

  show(image: HTMLImageElement): void {
    const article = image.closest("article");
    this.#all = [...(article?.querySelectorAll<HTMLImageElement>("img[role=button]") ?? [])];
    this.#put(image);
    this.#panel.showPopover();
  }

  /** Shows an unzoomed image with its caption. */
  #put(image: HTMLImageElement): void {
    this.#shown = image;
    const article = image.closest<HTMLElement>("article");
    this.#image.src = image.currentSrc || image.src;
    this.#image.alt = image.alt;
    // Tone classes of the image in the article, set by image-tones.ts.
    this.#image.className = image.className;
    this.#caption.lang = this.#words.lang = article?.lang ?? "";
    this.#caption.textContent = image.closest("figure")?.querySelector("figcaption")?.textContent?.trim() ?? "";
    this.#words.textContent = image.alt;
    this.#described.hidden = image.alt === "";
    this.#describe(false);
    const at = this.#all.indexOf(image);
    this.#count.textContent = t("imageOf", number(at + 1), number(this.#all.length));
    this.#panel.classList.toggle("single", this.#all.length === 1);
    this.#panel.ariaLabel = image.alt || this.#count.textContent;
    this.#disable("previous", at <= 0);
    this.#disable("next", at >= this.#all.length - 1);
    this.#zoom(1);
  }

  #describe(isShown: boolean): void {
    this.#words.hidden = !isShown;
    this.#described.ariaPressed = String(isShown);
  }

  #go(direction: 1 | -1): void {
    const next = this.#shown && this.#all[this.#all.indexOf(this.#shown) + direction];
    if (next) {
      this.#put(next);
    }
  }

  #step(direction: 1 | -1): void {
    const further = scales.filter((scale) => (scale - this.#scale) * direction > 0);
    this.#zoom(further.at(direction === 1 ? 0 : -1) ?? this.#scale);
  }

  /** Zooms the image to `scale`, keeping its center. */
  #zoom(scale: number): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#stage;
    const ratio = scale / this.#scale;
    this.#scale = scale;
    this.#stage.style.setProperty("--scale", String(scale));
    this.#stage.scrollTo({
      left: (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * ratio - clientHeight / 2,
      behavior: "instant",
    });
    // Scrollable elements must be reachable by keyboard.
    this.#stage.tabIndex = scale > 1 ? 0 : -1;
    this.#disable("smaller", scale <= whole);
    this.#disable("larger", scale >= largest);
  }

  #disable(name: string, isDisabled: boolean): void {
    // Not `disabled`, because a focused button must keep the focus.
    const found = this.#panel.querySelector<HTMLButtonElement>(`button.${name}`);
    if (found) {
      found.ariaDisabled = String(isDisabled);
    }
  }

  /** A pinch on a touchpad arrives as a wheel event with Ctrl. */
  #wheel(event: WheelEvent): void {
    if (event.ctrlKey) {
      event.preventDefault();
      this.#zoom(within(this.#scale * Math.exp(-event.deltaY / 100)));
    }
  }

  #finger(event: PointerEvent): void {
    if (event.pointerType !== "touch") {
      return;
    }
    const apart = this.#apart;
    if (event.type === "pointerup" || event.type === "pointercancel") {
      this.#fingers.delete(event.pointerId);
    } else {
      this.#fingers.set(event.pointerId, event);
    }
    if (event.type === "pointermove" && apart > 0 && this.#apart > 0) {
      this.#zoom(within((this.#scale * this.#apart) / apart));
    }
  }

  /** Distance between two fingers in px; 0 unless there are exactly two. */
  get #apart(): number {
    const [one, other] = this.#fingers.values();
    return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  }

  #press(event: KeyboardEvent): void {
    if (!this.#panel.matches(":popover-open") || event.ctrlKey || event.metaKey || event.altKey || !event.isTrusted) {
      return;
    }
    const isReversed = messageDirection() === "rtl";
    const sideways = (direction: 1 | -1): void => {
      if (this.#scale > 1) {
        this.#stage.scrollBy({ left: direction * arrowStep });
      } else {
        this.#go(isReversed ? (-direction as 1 | -1) : direction);
      }
    };
    const acts: Record<string, () => void> = {
      ArrowRight: () => sideways(1),
      ArrowLeft: () => sideways(-1),
      ArrowDown: () => this.#stage.scrollBy({ top: arrowStep }),
      ArrowUp: () => this.#stage.scrollBy({ top: -arrowStep }),
      "+": () => this.#step(1),
      "=": () => this.#step(1),
      "-": () => this.#step(-1),
      "0": () => this.#zoom(1),
    };
    if (Object.hasOwn(acts, event.key)) {
      event.preventDefault();
      acts[event.key]?.();
    }
  }

  /** Keeps the focus in the open panel, and returns it to the last image shown. */
  #toggled(isOpen: boolean): void {
    for (const other of this.#panel.parentElement?.children ?? []) {
      if (other instanceof HTMLElement && other !== this.#panel) {
        other.inert = isOpen;
      }
    }
    if (!isOpen && !this.#session.signal.aborted) {
      this.#fingers.clear();
      this.#shown?.scrollIntoView({ block: "nearest", behavior: "instant" });
      this.#shown?.focus({ preventScroll: true });
    }
  }
}

function within(scale: number): number {
  return Math.min(Math.max(scale, whole), largest);
}

/** One per Reader. */
const panels = new WeakMap<ShadowRoot, ImageViewer>();

function describe(article: HTMLElement, isOn: boolean): void {
  for (const words of article.querySelectorAll(".pith-words")) {
    words.remove();
  }
  if (isOn) {
    for (const image of article.querySelectorAll<HTMLImageElement>("img:not(.pith-icon)")) {
      if (image.alt) {
        image.after(element("em", { class: "pith-lost pith-words" }, image.alt));
      }
    }
  }
}

declare module "../../session/parts.ts" {
  interface Provided {
    "image-viewer": ShowImages;
  }
}

provide("image-viewer", {
  large: (session, image) => {
    const panel = panels.get(session.shadow) ?? new ImageViewer(session);
    panels.set(session.shadow, panel);
    panel.show(image);
  },
  describe,
});
