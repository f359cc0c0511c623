/** Pictures and films in the article: loaded on demand, with their size known as early as can be. */

import { element } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import type { Session } from "../../session/session.ts";
import type { ShowPictures } from "./image-viewer.ts";
import { loaded } from "../../session/parts.ts";

/**
 * Makes pictures load when they come near, and film and sound as the page says in `preload`. It is called
 * before they come into the page, where they would begin to load at once.
 */
export function loadLate(body: DocumentFragment): void {
  for (const picture of body.querySelectorAll("img")) {
    picture.loading = "lazy";
    picture.decoding = "async";
  }
}

/** Resolves with what shows pictures large and describes them; undefined where the extension is gone, or the reader left. */
export async function bringPictures(signal: AbortSignal): Promise<ShowPictures | undefined> {
  const shown = await loaded("image-viewer");
  return signal.aborted ? undefined : shown;
}

/** Shows a picture large. Returns whether what was pressed is one. */
export function enlarge(session: Session, pressed: EventTarget | null): boolean {
  const isPicture = pressed instanceof HTMLImageElement && pressed.role === "button";
  if (isPicture) {
    void bringPictures(session.signal).then((shown) => shown?.large(session, pressed));
  }
  return isPicture;
}

/** Puts controls on films, and keeps room for what is still to load. */
export function preparePictures(body: HTMLElement): void {
  for (const media of body.querySelectorAll("video, audio")) {
    media.setAttribute("controls", "");
  }
  for (const picture of body.querySelectorAll<HTMLImageElement>("img:not(.pith-icon)")) {
    if (!picture.closest("a, summary")) {
      picture.tabIndex = 0;
      picture.role = "button";
      picture.ariaLabel = t("enlarge", picture.alt);
      // An empty description says that the picture is none of the page's contents, and a control is.
      if (picture.alt === "") {
        picture.removeAttribute("alt");
      }
    }
  }
  for (const sized of body.querySelectorAll<HTMLElement>("img[width][height], video[width][height]")) {
    const { width, height } = stated(sized);
    setSize(sized, width, width / height);
  }
}

/** Sets what is known of a picture only once it has loaded, or does not load. */
export function watchPictures(body: HTMLElement): void {
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
  // A picture that does not load is replaced by its description, or removed if it has none.
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

/** Tells article.css by classes how a picture looks on a ground of another colour. */
async function setTone(picture: HTMLImageElement): Promise<void> {
  coming ??= loaded("image-tones");
  const toneOf = await coming;
  // The browser decodes a picture that it paints anyway, and does so outside our turn.
  await picture.decode().catch(() => undefined);
  const tone = toneOf?.(picture);
  if (tone) {
    picture.classList.add(tone);
  }
}

/** Returns width and height in px as the article states them, 0 where it does not. */
function stated(sized: HTMLElement): { width: number; height: number } {
  return { width: Number(sized.getAttribute("width")), height: Number(sized.getAttribute("height")) };
}

/** Tells article.css width and shape: on the figure if it holds one picture, so that the caption is as wide. */
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
