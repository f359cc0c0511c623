/** The transcript section below a video: collapsed, and filled when the user expands it. */

import { element, onActivate } from "../../../ui/build.ts";
import { ourLanguage, t } from "../../../shared/ext.ts";
import type { TimedLine, Track, Transcript } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import type { Session } from "../../session/session.ts";
import { languageName, primary } from "../read-aloud/voices.ts";
import { FileTooLargeError, trackOf } from "./fetched.ts";
import { Lines } from "./lines.ts";

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
  readonly #source: SectionOptions;
  readonly #details: HTMLDetailsElement;
  readonly #choices = element("div", { class: "pith-tracks", role: "group", "aria-label": t("transcript") });
  readonly #status = element("p", { ...ourLanguage(), role: "status" });
  readonly #again = element("button", { ...ourLanguage(), type: "button", hidden: true }, t("transcriptLoad"));
  /** Texts needed after the extension may be gone. */
  readonly #words = {
    name: t("transcript"),
    fetching: t("transcriptFetching"),
    failed: t("transcriptFailed"),
    huge: t("transcriptHuge"),
    none: t("transcriptNoLines"),
    again: t("again"),
  };
  readonly #ended = new AbortController();
  #lines: Lines | undefined;
  /** The file shown or loading; undefined for lines in the page. */
  #track: Track | undefined;
  /** Cancels the current request. */
  #fetching: AbortController | undefined;

  constructor(source: SectionOptions) {
    this.#source = source;
    const { tracks } = source.transcript;
    this.#track = tracks.find(({ lang }) => primary(lang) === primary(source.lang)) ?? tracks[0];
    for (const track of tracks.length > 1 ? tracks : []) {
      const choice = element("button", { type: "button", dir: "auto" }, nameOf(track));
      onActivate(choice, () => void this.#fetch(track));
      this.#choices.append(choice);
    }
    this.#details = element(
      "details",
      {},
      element("summary", ourLanguage(), this.#words.name),
      ...(tracks.length > 1 ? [this.#choices] : []),
      this.#status,
      this.#again,
    );
    this.node = element("div", { class: "pith-transcript" }, this.#details);
    onActivate(this.#again, () => this.#track && void this.#fetch(this.#track));
    this.#details.addEventListener("toggle", () => this.#toggled());
    source.session.signal.addEventListener("abort", () => this.#ended.abort(), { signal: this.#ended.signal });
  }

  /** Removes the section. */
  end(): void {
    this.#ended.abort();
    this.node.remove();
  }

  #toggled(): void {
    const { lines } = this.#source.transcript;
    if (!this.#details.open || this.#lines || this.#fetching) {
      return;
    }
    if (lines.length > 0) {
      this.#show(lines, this.#source.lang);
    } else if (this.#track && navigator.userActivation.isActive) {
      void this.#fetch(this.#track);
    } else {
      // The page expanded the section, not the user.
      this.#again.hidden = false;
    }
  }

  async #fetch(track: Track): Promise<void> {
    this.#fetching?.abort();
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.#ended.signal]);
    this.#fetching = own;
    this.#track = track;
    for (const [i, choice] of [...this.#choices.children].entries()) {
      choice.ariaPressed = String(this.#source.transcript.tracks[i] === track);
    }
    this.#lines?.end();
    this.#lines = undefined;
    this.#setStatus(this.#words.fetching, false);
    try {
      const text = await trackOf(track.src, signal);
      const answer = await ask("cues-of", { text });
      if (signal.aborted) {
        return;
      }
      if ("failure" in answer) {
        throw new Error(answer.failure);
      }
      if (answer.lines.length > 0) {
        this.#setStatus("", false);
        this.#show(answer.lines, track.lang || this.#source.lang);
      } else {
        this.#setStatus(this.#words.none, false);
      }
    } catch (error) {
      if (!signal.aborted) {
        console.error(error);
        this.#setStatus(
          error instanceof FileTooLargeError ? this.#words.huge : this.#words.failed,
          !(error instanceof FileTooLargeError),
        );
      }
    } finally {
      if (this.#fetching === own) {
        this.#fetching = undefined;
      }
    }
  }

  #setStatus(message: string, canTryAgain: boolean): void {
    this.#status.textContent = message;
    this.#again.textContent = this.#words.again;
    this.#again.hidden = !canTryAgain;
  }

  #show(lines: readonly TimedLine[], lang: string): void {
    const { video } = this.#source;
    this.#lines = new Lines({
      lines,
      lang,
      label: this.#words.name,
      player: video instanceof HTMLMediaElement ? video : null,
      signal: this.#ended.signal,
    });
    this.#details.append(this.#lines.node);
  }
}

/** Returns the label of a track: the page's, otherwise its language or file name. */
function nameOf({ label, lang, src }: Track): string {
  return label || (lang && languageName(lang)) || (URL.parse(src)?.pathname.split("/").at(-1) ?? src);
}
