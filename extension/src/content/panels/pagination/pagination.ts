/** Loads the next pages of an article one by one on request, and inserts them below it. */

import { element, onActivate } from "../../../ui/build.ts";
import type { Pager } from "../../../shared/core.ts";
import { enhanceComments } from "../comments/comments.ts";
import { t } from "../../../shared/ext.ts";
import type { FurtherPage, NextPageRequest, Recording } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import { bytesOf, loadSite } from "../../../shared/site-rules/site-rules.ts";
import type { OpenPages, PagesHost } from "./host.ts";
import { required } from "../../../shared/state.ts";
import { fetched, RedirectedError } from "./fetched.ts";
import { offer } from "./offer.ts";
import { provide } from "../../session/parts.ts";

/** A page that can't be inserted; its message is for the user. */
class PageRefused extends Error {}

class Pagination {
  readonly #host: PagesHost;
  readonly #further: FurtherPage[];
  readonly #says = element("p", { role: "status" });
  readonly #acts = element("p", { class: "pith-next" });
  /** The URLs of the pages still to load, in order. */
  #next: string[];
  #doing: AbortController | null = null;

  constructor(host: PagesHost) {
    this.#host = host;
    const { finding, line, pager, session } = host;
    finding.further ??= [];
    this.#further = finding.further;
    this.#next = pager.next;
    for (const page of this.#further) {
      this.#show(page);
      this.#goOn(page);
    }
    line.replaceChildren(this.#says, this.#acts);
    session.signal.addEventListener("abort", () => this.#doing?.abort());
  }

  /** Loads the next pages, until there are no more, one fails, or the user stops. */
  async read(): Promise<void> {
    this.#doing = new AbortController();
    const doing = AbortSignal.any([this.#doing.signal, this.#host.session.signal]);
    this.#offer(t("stop"), () => this.#doing?.abort());
    this.#host.line.classList.add("pith-busy");
    let failure = "";
    for (let left = this.#next.length; left > 0 && this.#next.length > 0 && !doing.aborted && failure === ""; left--) {
      const place = this.#number;
      this.#says.textContent = t("pageReading", number(place));
      const page = await this.#page(place, doing).catch((error: unknown) => {
        failure = error instanceof PageRefused ? error.message : t("pageFailed", number(place));
        return null;
      });
      if (page && !doing.aborted) {
        this.#further.push(page);
        this.#show(page);
        this.#goOn(page);
      }
    }
    if (!this.#host.session.signal.aborted) {
      this.#rest(doing.aborted ? "" : failure);
    }
  }

  /** Shows the button for the remaining pages. */
  offer(): void {
    this.#rest("");
  }

  /** The number of the next page. */
  get #number(): number {
    return (this.#further.at(-1)?.number ?? this.#host.pager.number) + 1;
  }

  #rest(failure: string): void {
    this.#host.line.classList.remove("pith-busy");
    const last = this.#number - 1;
    if (failure !== "") {
      this.#says.textContent = failure;
      this.#offer(t("again"), () => void this.read());
    } else if (this.#next.length > 0) {
      this.#says.textContent = last > this.#host.pager.number ? t("pagesUpTo", number(last)) : "";
      this.#offer(offer(last + 1, this.#next.length), () => void this.read());
    } else {
      this.#says.textContent = t("pagesWhole", number(last));
      this.#acts.replaceChildren();
    }
  }

  /** Replaces the current button and keeps the focus. */
  #offer(label: string, act: () => void): void {
    const button = element("button", { type: "button" }, label);
    onActivate(button, act);
    const isFocused = this.#acts.matches(":focus-within");
    this.#acts.replaceChildren(button);
    if (isFocused) {
      button.focus({ preventScroll: true });
    }
  }

  /** Uses the loaded page's own links to later pages, if those aren't loaded yet. */
  #goOn({ number: place, pager }: FurtherPage): void {
    const [, ...rest] = this.#next;
    const isOn = (found: Pager | null): found is Pager => found?.number === place && found.next.length > rest.length;
    this.#next = isOn(pager) ? pager.next : rest;
  }

  #show({ number: place, title, html }: FurtherPage): void {
    const { line, bodyOf, finding } = this.#host;
    const body = bodyOf(html);
    if (finding.thread) {
      enhanceComments(body);
    }
    const mark = element("p", { class: "pith-page", lang: line.lang, dir: line.dir }, t("pageNumber", number(place)));
    line.before(mark, ...(title === null ? [] : [element("h2", { dir: "auto" }, title)]), body);
  }

  async #page(place: number, signal: AbortSignal): Promise<FurtherPage> {
    const { finding } = this.#host;
    const { address, document: page } = await fetched(this.#next[0] ?? "", signal).catch((error: unknown) => {
      throw error instanceof RedirectedError ? new PageRefused(t("pageMoved", number(place))) : error;
    });
    const request: NextPageRequest = {
      recording: await recordingOf(page, address),
      earlier: [finding.thread?.html ?? finding.detection.html(), ...this.#further.map(({ html }) => html)],
      title: finding.summary.title,
      number: place,
      isThread: finding.thread !== undefined,
    };
    signal.throwIfAborted();
    const answer = await ask("next-page", request);
    if ("failure" in answer) {
      throw new PageRefused(answer.failure);
    }
    if (answer.html === "") {
      throw new PageRefused(t("pageNothingNew", number(place)));
    }
    return answer;
  }
}

/** Records a page that isn't rendered and therefore has no rectangles. */
async function recordingOf(page: Document, url: string): Promise<Recording> {
  const site = await loadSite(url);
  const collector = new (required("pithCollector"))(page, []);
  collector.collect(Number.POSITIVE_INFINITY);
  const numbers = collector.writtenNumbers();
  return {
    url,
    width: innerWidth,
    height: innerHeight,
    numbers: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).toBase64(),
    rects: "",
    text: collector.writtenString().toWellFormed(),
    values: collector.writtenValues(),
    overrides: [],
    site: bytesOf(site).toBase64(),
  };
}

declare module "../../session/parts.ts" {
  interface Provided {
    pagination: OpenPages;
  }
}

provide("pagination", (host) => {
  const isThere = host.finding.further !== undefined;
  const pages = new Pagination(host);
  if (isThere) {
    pages.offer();
  } else {
    void pages.read();
  }
});
