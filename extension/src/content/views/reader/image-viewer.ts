/** Shows enlarged images of the article one after the other, with captions, or alt texts in place of images. */

import { element, styleElement } from "../../../ui/build.ts";
import { dialogPanel, iconButton } from "../../../ui/controls.ts";
import { ChevronLeft, ChevronRight, Minus, Plus, TextAlignStart, X } from "../../../ui/icons.ts";
import { messageDirection, t } from "../../../shared/ext.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import type { Session } from "../../session/session.ts";
import styles from "./image-viewer.css";
import { provide } from "../../session/parts.ts";

/** Enlarges and describes images of the article. */
export interface ShowImages {
  /** Enlarges an image. */
  enlarge(session: Session, image: HTMLImageElement): void;
  /** Replaces images by their descriptions, or restores them. */
  describe(article: HTMLElement, isOn: boolean): void;
}

/** Px an arrow key moves an image that is larger than the viewer. */
const arrowStep = 80;

/** Zoom factors, from the whole image up. */
const scales = [1, 1.5, 2, 3, 4, 6, 8] as const;
const [minScale, maxScale] = [scales[0], scales[scales.length - 1] ?? 1];

class ImageViewer {
  readonly #session: Session;
  readonly #image = element("img");
  readonly #stage = element("div", { class: "stage" }, this.#image);
  readonly #count = element("p", { class: "count", role: "status" });
  readonly #caption = element("p", { class: "caption", dir: "auto" });
  readonly #description = element("p", { class: "description", dir: "auto", hidden: true });
  readonly #descriptionButton = iconButton("described", t("imageDescription"), TextAlignStart, () =>
    this.#describe(this.#description.hidden !== false),
  );
  readonly #panel: HTMLElement;
  #images: HTMLImageElement[] = [];
  #current: HTMLImageElement | undefined;
  #scale = 1;
  /** Pressed fingers, by pointer ID. */
  readonly #fingers = new Map<number, PointerEvent>();

  constructor(session: Session) {
    this.#session = session;
    const close = iconButton("close", t("close"), X, () => this.#panel.hidePopover());
    this.#panel = dialogPanel(
      { class: "image-viewer", "aria-modal": "true" },
      close,
      this.#stage,
      element("div", { class: "captions" }, this.#caption, this.#description),
      element(
        "div",
        { class: "actions" },
        iconButton("previous", t("imagePrevious"), ChevronLeft, () => this.#showNeighbor(-1)),
        this.#count,
        iconButton("next", t("imageNext"), ChevronRight, () => this.#showNeighbor(1)),
        iconButton("smaller", t("imageSmaller"), Minus, () => this.#step(-1)),
        iconButton("larger", t("imageLarger"), Plus, () => this.#step(1)),
        this.#descriptionButton,
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
      this.#stage.addEventListener(type, (event) => this.#onTouch(event));
    }
    this.#panel.addEventListener("beforetoggle", ({ newState }) => this.#onToggle(newState === "open"));
    // On the window, because key events don't reach the panel (see `captureKeys` in guard.ts).
    window.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal: session.signal });
    session.shadow.append(styleElement(styles));
    session.shadow.querySelector("dialog")?.append(this.#panel);
  }

  show(image: HTMLImageElement): void {
    const article = image.closest("article");
    this.#images = [...(article?.querySelectorAll<HTMLImageElement>("img[role=button]") ?? [])];
    this.#showImage(image);
    this.#panel.showPopover();
  }

  /** Shows an unzoomed image with its caption. */
  #showImage(image: HTMLImageElement): void {
    this.#current = image;
    const article = image.closest<HTMLElement>("article");
    this.#image.src = image.currentSrc || image.src;
    this.#image.alt = image.alt;
    // Tone classes of the image in the article, set by image-tones.ts.
    this.#image.className = image.className;
    this.#caption.lang = this.#description.lang = article?.lang ?? "";
    this.#caption.textContent = image.closest("figure")?.querySelector("figcaption")?.textContent?.trim() ?? "";
    this.#description.textContent = image.alt;
    this.#descriptionButton.hidden = image.alt === "";
    this.#describe(false);
    const index = this.#images.indexOf(image);
    this.#count.textContent = t("imageOf", formatNumber(index + 1), formatNumber(this.#images.length));
    this.#panel.classList.toggle("single", this.#images.length === 1);
    this.#panel.ariaLabel = image.alt || this.#count.textContent;
    this.#disable("previous", index <= 0);
    this.#disable("next", index >= this.#images.length - 1);
    this.#zoom(1);
  }

  #describe(isShown: boolean): void {
    this.#description.hidden = !isShown;
    this.#descriptionButton.ariaPressed = String(isShown);
  }

  #showNeighbor(direction: 1 | -1): void {
    const next = this.#current && this.#images[this.#images.indexOf(this.#current) + direction];
    if (next) {
      this.#showImage(next);
    }
  }

  #step(direction: 1 | -1): void {
    const nextScales = scales.filter((scale) => (scale - this.#scale) * direction > 0);
    this.#zoom(nextScales.at(direction === 1 ? 0 : -1) ?? this.#scale);
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
    this.#disable("smaller", scale <= minScale);
    this.#disable("larger", scale >= maxScale);
  }

  #disable(name: string, isDisabled: boolean): void {
    // Not `disabled`, because a focused button must keep the focus.
    const button = this.#panel.querySelector<HTMLButtonElement>(`button.${name}`);
    if (button) {
      button.ariaDisabled = String(isDisabled);
    }
  }

  /** A pinch on a touchpad arrives as a wheel event with Ctrl. */
  #wheel(event: WheelEvent): void {
    if (event.ctrlKey) {
      event.preventDefault();
      this.#zoom(clampScale(this.#scale * Math.exp(-event.deltaY / 100)));
    }
  }

  #onTouch(event: PointerEvent): void {
    if (event.pointerType !== "touch") {
      return;
    }
    const distance = this.#fingerDistance;
    if (event.type === "pointerup" || event.type === "pointercancel") {
      this.#fingers.delete(event.pointerId);
    } else {
      this.#fingers.set(event.pointerId, event);
    }
    if (event.type === "pointermove" && distance > 0 && this.#fingerDistance > 0) {
      this.#zoom(clampScale((this.#scale * this.#fingerDistance) / distance));
    }
  }

  /** Distance between two fingers in px; 0 unless there are exactly two. */
  get #fingerDistance(): number {
    const [first, second] = this.#fingers.values();
    return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : 0;
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#panel.matches(":popover-open") || event.ctrlKey || event.metaKey || event.altKey || !event.isTrusted) {
      return;
    }
    const isReversed = messageDirection() === "rtl";
    const moveSideways = (direction: 1 | -1): void => {
      if (this.#scale > 1) {
        this.#stage.scrollBy({ left: direction * arrowStep });
      } else {
        this.#showNeighbor(isReversed ? (-direction as 1 | -1) : direction);
      }
    };
    const keyActions: Record<string, () => void> = {
      ArrowRight: () => moveSideways(1),
      ArrowLeft: () => moveSideways(-1),
      ArrowDown: () => this.#stage.scrollBy({ top: arrowStep }),
      ArrowUp: () => this.#stage.scrollBy({ top: -arrowStep }),
      "+": () => this.#step(1),
      "=": () => this.#step(1),
      "-": () => this.#step(-1),
      "0": () => this.#zoom(1),
    };
    if (Object.hasOwn(keyActions, event.key)) {
      event.preventDefault();
      keyActions[event.key]?.();
    }
  }

  /** Keeps the focus in the open panel, and returns it to the last image shown. */
  #onToggle(isOpen: boolean): void {
    for (const other of this.#panel.parentElement?.children ?? []) {
      if (other instanceof HTMLElement && other !== this.#panel) {
        other.inert = isOpen;
      }
    }
    if (!isOpen && !this.#session.signal.aborted) {
      this.#fingers.clear();
      this.#current?.scrollIntoView({ block: "nearest", behavior: "instant" });
      this.#current?.focus({ preventScroll: true });
    }
  }
}

function clampScale(scale: number): number {
  return Math.min(Math.max(scale, minScale), maxScale);
}

/** One per Reader. */
const panels = new WeakMap<ShadowRoot, ImageViewer>();

function describe(article: HTMLElement, isOn: boolean): void {
  for (const description of article.querySelectorAll(".pith-words")) {
    description.remove();
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
  enlarge: (session, image) => {
    const panel = panels.get(session.shadow) ?? new ImageViewer(session);
    panels.set(session.shadow, panel);
    panel.show(image);
  },
  describe,
});
