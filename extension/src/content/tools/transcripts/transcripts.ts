/** Transcripts of the article's videos and sounds, in a collapsed section below each that has one. */

import type { Transcript } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import type { Tool, ToolHost } from "../tool.ts";
import { provide } from "../../session/parts.ts";
import { TranscriptSection } from "./section.ts";

/** Elements of the article for videos and sounds: players, and embeds that load on a click. */
const videos = "video, audio, .pith-embed";

/** A section and its video. */
interface ShownTranscript {
  video: Element;
  json: string;
  section: TranscriptSection;
}

class Transcripts implements Tool {
  readonly #host: ToolHost;
  /** Sections by the leaf of their video. */
  readonly #inserted = new Map<number, ShownTranscript>();
  /** HTML of the article at the last request. */
  #html = "";
  /** Searches the page for transcripts once a video comes into view. */
  readonly #visibleObserver = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      this.#visibleObserver.disconnect();
      void this.#load().catch(console.error);
    }
  });

  constructor(host: ToolHost) {
    this.#host = host;
    // Parts may be restored and removed.
    const changeObserver = new MutationObserver(() => this.use());
    changeObserver.observe(host.article, { childList: true, subtree: true });
    host.session.signal.addEventListener("abort", () => {
      changeObserver.disconnect();
      this.#visibleObserver.disconnect();
    });
  }

  /** Waits until a new video comes into view. */
  use(): void {
    const [body] = this.#host.bodies;
    if (!body || body.html === this.#html) {
      return;
    }
    this.#html = body.html;
    this.#visibleObserver.disconnect();
    for (const [leaf, { video }] of this.#inserted) {
      if (!video.isConnected) {
        this.#remove(leaf);
      }
    }
    for (const video of body.node.querySelectorAll(videos)) {
      this.#visibleObserver.observe(video);
    }
  }

  async #load(): Promise<void> {
    const { finding, session } = this.#host;
    const html = this.#html;
    const report = await finding.detection.problemReport();
    const response = await ask("transcripts-of", { report });
    if ("failure" in response) {
      throw new Error(response.failure);
    }
    if (!session.signal.aborted && html === this.#html) {
      this.#show(response.transcripts);
    }
  }

  #show(transcripts: readonly Transcript[]): void {
    const { finding, session } = this.#host;
    const transcriptsByLeaf = new Map(transcripts.map((transcript) => [transcript.video, transcript]));
    for (const [leaf, { json, video }] of this.#inserted) {
      if (json !== JSON.stringify(transcriptsByLeaf.get(leaf)) || video !== this.#video(leaf)) {
        this.#remove(leaf);
      }
    }
    for (const [leaf, transcript] of transcriptsByLeaf) {
      const video = this.#video(leaf);
      if (video && !this.#inserted.has(leaf)) {
        const section = new TranscriptSection({ video, transcript, lang: finding.summary.lang ?? "", session });
        (video.closest("figure, p") ?? video).after(section.node);
        this.#inserted.set(leaf, { video, json: JSON.stringify(transcript), section });
      }
    }
  }

  /** Returns the article's element for a video of the page. */
  #video(leaf: number): Element | undefined {
    const { bodies, finding } = this.#host;
    const origins = finding.detection.origins();
    const elements = bodies[0]?.elements ?? [];
    // If one were missing, all later pairs would be wrong.
    return elements.length === origins.length
      ? elements.findLast((element, i) => origins[i] === leaf && element.matches(videos))
      : undefined;
  }

  #remove(leaf: number): void {
    this.#inserted.get(leaf)?.section.end();
    this.#inserted.delete(leaf);
  }
}

provide("transcripts", (host) => new Transcripts(host));
