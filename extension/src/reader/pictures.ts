/** Pictures and films in the article: loaded on demand, with their size known as early as can be. */

import { element } from "../build.ts";
import { toneOf } from "./tones.ts";

/**
 * Pictures load when they come near. Film and sound load as the page says in `preload`. Called
 * before they come into the page, where they would begin at once.
 */
export function loadLate(body: DocumentFragment): void {
  for (const picture of body.querySelectorAll("img")) {
    picture.loading = "lazy";
    picture.decoding = "async";
  }
}

/** Puts controls on films, and keeps room for what is still to load. */
export function preparePictures(body: HTMLElement): void {
  for (const media of body.querySelectorAll("video, audio")) {
    media.setAttribute("controls", "");
  }
  for (const sized of body.querySelectorAll<HTMLElement>("img[width][height], video[width][height]")) {
    const { width, height } = stated(sized);
    setSize(sized, width, width / height);
  }
  // The file knows better what shape it has; how large the page shows it is the page's to say.
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
  // A picture that does not load gives way to its description; one without any, to nothing.
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

/** Says to article.css how a picture takes to a ground of another colour. */
async function setTone(picture: HTMLImageElement): Promise<void> {
  // Where it is to be painted it is decoded anyway, and not in our turn.
  await picture.decode().catch(() => undefined);
  const tone = toneOf(picture);
  if (tone) {
    picture.classList.add(tone);
  }
}

/** Width and height in px as the article has them, 0 where it does not say. */
function stated(sized: HTMLElement): { width: number; height: number } {
  return { width: Number(sized.getAttribute("width")), height: Number(sized.getAttribute("height")) };
}

/** Says width and shape to article.css: of the figure where it holds one picture, so that the caption is as wide. */
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
