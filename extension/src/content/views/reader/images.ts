/** Images and videos in the article: loaded lazily, with their size set as early as possible. */

import { element } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import type { Session } from "../../session/session.ts";
import type { ShowImages } from "./image-viewer.ts";
import { loadPart } from "../../session/parts.ts";

/**
 * Makes images load when they come near, and video and audio as the page's `preload` says. Must be called before they
 * are added to the page, because they would start loading then.
 */
export function loadLazily(body: DocumentFragment): void {
  for (const image of body.querySelectorAll("img")) {
    image.loading = "lazy";
    image.decoding = "async";
  }
}

/**
 * Resolves with the functions that enlarge and describe images; undefined if the extension is gone or Reader is closed.
 */
export async function loadImageViewer(signal: AbortSignal): Promise<ShowImages | undefined> {
  const viewer = await loadPart("image-viewer");
  return signal.aborted ? undefined : viewer;
}

/** Enlarges an image. Returns false if the target isn't one. */
export function enlargeImage(session: Session, target: EventTarget | null): boolean {
  const isImage = target instanceof HTMLImageElement && target.role === "button";
  if (isImage) {
    void loadImageViewer(session.signal).then((viewer) => viewer?.enlarge(session, target));
  }
  return isImage;
}

/** Adds controls to videos, and reserves room for media that hasn't loaded. */
export function prepareImages(body: HTMLElement): void {
  for (const media of body.querySelectorAll("video, audio")) {
    media.setAttribute("controls", "");
  }
  for (const image of body.querySelectorAll<HTMLImageElement>("img:not(.pith-icon)")) {
    if (!image.closest("a, summary")) {
      image.tabIndex = 0;
      image.role = "button";
      image.ariaLabel = t("enlarge", image.alt);
      // An empty alt text means a decorative image, but a control isn't decorative.
      if (image.alt === "") {
        image.removeAttribute("alt");
      }
    }
  }
  for (const media of body.querySelectorAll<HTMLElement>("img[width][height], video[width][height]")) {
    const { width, height } = declaredSize(media);
    setSize(media, width, width / height);
  }
}

/** Sets properties that are only known once an image has loaded or failed. */
export function watchImages(body: HTMLElement): void {
  // The file's aspect ratio overrides the page's, but the page sets the size.
  body.addEventListener(
    "load",
    ({ target }) => {
      if (target instanceof HTMLImageElement) {
        const { naturalWidth, naturalHeight } = target;
        setSize(target, declaredSize(target).width || naturalWidth, naturalWidth / naturalHeight);
        void setTone(target);
      }
    },
    { capture: true },
  );
  // An image that fails to load is replaced by its description, or removed if it has none.
  body.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) {
        target.replaceWith(...(target.alt ? [element("em", { class: "pith-lost" }, target.alt)] : []));
      }
    },
    { capture: true },
  );
}

/** Resolves once image-tones.ts has loaded or failed to load. */
let tonesLoading: ReturnType<typeof loadPart<"image-tones">> | undefined;

/** Sets the classes for an image's look on another background. */
async function setTone(image: HTMLImageElement): Promise<void> {
  tonesLoading ??= loadPart("image-tones");
  const toneOf = await tonesLoading;
  // The browser has to decode the image anyway, and does so outside of this task.
  await image.decode().catch(() => undefined);
  const tone = toneOf?.(image);
  if (tone) {
    image.classList.add(tone);
  }
}

/** Returns width and height in px as declared in the article; 0 if they aren't. */
function declaredSize(media: HTMLElement): { width: number; height: number } {
  return { width: Number(media.getAttribute("width")), height: Number(media.getAttribute("height")) };
}

/**
 * Sets width and aspect ratio for media.css: on the figure if it contains a single image, so that the caption gets the
 * same width.
 */
function setSize(media: HTMLElement, width: number, ratio: number): void {
  if (!(width > 0 && ratio > 0 && Number.isFinite(ratio))) {
    return;
  }
  const figure = media.closest("figure");
  const box = figure?.querySelectorAll("img, video").length === 1 ? figure : media;
  box.classList.add("pith-sized");
  for (const element of new Set([box, media])) {
    element.style.setProperty("--pith-width", `${width}px`);
    element.style.setProperty("--pith-ratio", String(ratio));
  }
}
