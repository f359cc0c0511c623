/** The transcript section below a video: collapsed, and filled when the user expands it. */

import { element, onActivate } from "../../../ui/build.ts";
import { languageAttributes, t } from "../../../shared/ext.ts";
import type { TimedLine, Track, Transcript } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import type { Session } from "../../session/session.ts";
import { languageName, primary } from "../read-aloud/voices.ts";
import { FileTooLargeError, fetchTrack } from "./fetched.ts";
import { TranscriptLines } from "./lines.ts";

interface SectionOptions {
  /** The video's element in the article. Lines are highlighted if it plays there. */
  video: Element;
  transcript: Transcript;
  /** The article's language; empty if unknown. */
  lang: string;
  session: Session;
}

export class TranscriptSection {
  readonly node: HTMLElement;
  readonly #options: SectionOptions;
  readonly #details: HTMLDetailsElement;
  readonly #choices = element("div", { class: "pith-tracks", role: "group", "aria-label": t("transcript") });
  readonly #status = element("p", { ...languageAttributes(), role: "status" });
  readonly #retryButton = element(
    "button",
    { ...languageAttributes(), type: "button", hidden: true },
    t("transcriptLoad"),
  );
  /** Texts needed after the extension may be gone. */
  readonly #texts = {
    name: t("transcript"),
    fetching: t("transcriptFetching"),
    failed: t("transcriptFailed"),
    huge: t("transcriptHuge"),
    none: t("transcriptNoLines"),
    again: t("again"),
  };
  readonly #end = new AbortController();
  #lines: TranscriptLines | undefined;
  /** The file shown or loading; undefined for lines in the page. */
  #track: Track | undefined;
  /** Cancels the current request. */
  #fetching: AbortController | undefined;

  constructor(options: SectionOptions) {
    this.#options = options;
    const { tracks } = options.transcript;
    this.#track = tracks.find(({ lang }) => primary(lang) === primary(options.lang)) ?? tracks[0];
    for (const track of tracks.length > 1 ? tracks : []) {
      const choice = element("button", { type: "button", dir: "auto" }, trackName(track));
      onActivate(choice, () => void this.#fetch(track));
      this.#choices.append(choice);
    }
    this.#details = element(
      "details",
      {},
      element("summary", languageAttributes(), this.#texts.name),
      ...(tracks.length > 1 ? [this.#choices] : []),
      this.#status,
      this.#retryButton,
    );
    this.node = element("div", { class: "pith-transcript" }, this.#details);
    onActivate(this.#retryButton, () => this.#track && void this.#fetch(this.#track));
    this.#details.addEventListener("toggle", () => this.#onToggle());
    options.session.signal.addEventListener("abort", () => this.#end.abort(), { signal: this.#end.signal });
  }

  /** Removes the section. */
  end(): void {
    this.#end.abort();
    this.node.remove();
  }

  #onToggle(): void {
    const { lines } = this.#options.transcript;
    if (!this.#details.open || this.#lines || this.#fetching) {
      return;
    }
    if (lines.length > 0) {
      this.#show(lines, this.#options.lang);
    } else if (this.#track && navigator.userActivation.isActive) {
      void this.#fetch(this.#track);
    } else {
      // The page expanded the section, not the user.
      this.#retryButton.hidden = false;
    }
  }

  async #fetch(track: Track): Promise<void> {
    this.#fetching?.abort();
    const request = new AbortController();
    const signal = AbortSignal.any([request.signal, this.#end.signal]);
    this.#fetching = request;
    this.#track = track;
    for (const [i, choice] of [...this.#choices.children].entries()) {
      choice.ariaPressed = String(this.#options.transcript.tracks[i] === track);
    }
    this.#lines?.end();
    this.#lines = undefined;
    this.#setStatus(this.#texts.fetching, false);
    try {
      const text = await fetchTrack(track.src, signal);
      const response = await ask("cues-of", { text });
      if (signal.aborted) {
        return;
      }
      if ("failure" in response) {
        throw new Error(response.failure);
      }
      if (response.lines.length > 0) {
        this.#setStatus("", false);
        this.#show(response.lines, track.lang || this.#options.lang);
      } else {
        this.#setStatus(this.#texts.none, false);
      }
    } catch (error) {
      if (!signal.aborted) {
        console.error(error);
        this.#setStatus(
          error instanceof FileTooLargeError ? this.#texts.huge : this.#texts.failed,
          !(error instanceof FileTooLargeError),
        );
      }
    } finally {
      if (this.#fetching === request) {
        this.#fetching = undefined;
      }
    }
  }

  #setStatus(message: string, canTryAgain: boolean): void {
    this.#status.textContent = message;
    this.#retryButton.textContent = this.#texts.again;
    this.#retryButton.hidden = !canTryAgain;
  }

  #show(lines: readonly TimedLine[], lang: string): void {
    const { video } = this.#options;
    this.#lines = new TranscriptLines({
      lines,
      lang,
      label: this.#texts.name,
      player: video instanceof HTMLMediaElement ? video : null,
      signal: this.#end.signal,
    });
    this.#details.append(this.#lines.node);
  }
}

/** Returns the label of a track: the page's, otherwise its language or file name. */
function trackName({ label, lang, src }: Track): string {
  return label || (lang && languageName(lang)) || (URL.parse(src)?.pathname.split("/").at(-1) ?? src);
}
