/** Images and videos in the article: loaded lazily, with their size set as early as possible. */

import { element } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import type { Session } from "../../session/session.ts";
import type { ShowImages } from "./image-viewer.ts";
import { loaded } from "../../session/parts.ts";

/**
 * Makes images load when they come near, and video and sound as the page says in `preload`. It is called
 * before they come into the page, where they would begin to load at once.
 */
export function loadLate(body: DocumentFragment): void {
  for (const image of body.querySelectorAll("img")) {
    image.loading = "lazy";
    image.decoding = "async";
  }
}

/** Resolves with what shows images large and describes them; undefined where the extension is gone, or the reader left. */
export async function loadImageViewer(signal: AbortSignal): Promise<ShowImages | undefined> {
  const shown = await loaded("image-viewer");
  return signal.aborted ? undefined : shown;
}

/** Shows an image large. Returns whether what was pressed is one. */
export function enlarge(session: Session, pressed: EventTarget | null): boolean {
  const isImage = pressed instanceof HTMLImageElement && pressed.role === "button";
  if (isImage) {
    void loadImageViewer(session.signal).then((shown) => shown?.large(session, pressed));
  }
  return isImage;
}

/** Puts controls on videos, and keeps room for what is still to load. */
export function prepareImages(body: HTMLElement): void {
  for (const media of body.querySelectorAll("video, audio")) {
    media.setAttribute("controls", "");
  }
  for (const image of body.querySelectorAll<HTMLImageElement>("img:not(.pith-icon)")) {
    if (!image.closest("a, summary")) {
      image.tabIndex = 0;
      image.role = "button";
      image.ariaLabel = t("enlarge", image.alt);
      // An empty description says that the image is none of the page's contents, and a control is.
      if (image.alt === "") {
        image.removeAttribute("alt");
      }
    }
  }
  for (const sized of body.querySelectorAll<HTMLElement>("img[width][height], video[width][height]")) {
    const { width, height } = stated(sized);
    setSize(sized, width, width / height);
  }
}

/** Sets what is known of an image only once it has loaded, or does not load. */
export function watchImages(body: HTMLElement): void {
  // The file's shape wins over the page's; the size at which it is shown is the page's.
  body.addEventListener(
    "load",
    ({ target }) => {
      if (target instanceof HTMLImageElement) {
        const { naturalWidth, naturalHeight } = target;
        setSize(target, stated(target).width || naturalWidth, naturalWidth / naturalHeight);
        void setTone(target);
      }
    },
    { capture: true },
  );
  // An image that does not load is replaced by its description, or removed if it has none.
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

/** Resolves once there is what tells tones, or it could not be brought. */
let coming: ReturnType<typeof loaded<"image-tones">> | undefined;

/** Tells article.css by classes how an image looks on a ground of another color. */
async function setTone(image: HTMLImageElement): Promise<void> {
  coming ??= loaded("image-tones");
  const toneOf = await coming;
  // The browser decodes an image that it paints anyway, and does so outside our turn.
  await image.decode().catch(() => undefined);
  const tone = toneOf?.(image);
  if (tone) {
    image.classList.add(tone);
  }
}

/** Returns width and height in px as the article states them, 0 where it does not. */
function stated(sized: HTMLElement): { width: number; height: number } {
  return { width: Number(sized.getAttribute("width")), height: Number(sized.getAttribute("height")) };
}

/** Tells article.css width and shape: on the figure if it holds one image, so that the caption is as wide. */
function setSize(sized: HTMLElement, width: number, ratio: number): void {
  if (!(width > 0 && ratio > 0 && Number.isFinite(ratio))) {
    return;
  }
  const figure = sized.closest("figure");
  const holder = figure?.querySelectorAll("img, video").length === 1 ? figure : sized;
  holder.classList.add("pith-sized");
  for (const box of new Set([holder, sized])) {
    box.style.setProperty("--pith-width", `${width}px`);
    box.style.setProperty("--pith-ratio", String(ratio));
  }
}
