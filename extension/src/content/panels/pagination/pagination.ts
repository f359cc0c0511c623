/** Loads the next pages of an article one by one on request, and inserts them below it. */

import { element, onActivate } from "../../../ui/build.ts";
import type { Pager } from "../../../shared/core.ts";
import { enhanceComments } from "../comments/comments.ts";
import { t } from "../../../shared/ext.ts";
import type { NextPage, NextPageRequest, Recording } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import { encodeSiteRules, loadSite } from "../../../shared/site-rules/site-rules.ts";
import type { OpenPagination, PaginationHost } from "./host.ts";
import { required } from "../../../shared/state.ts";
import { fetchPage, RedirectError } from "./fetched.ts";
import { nextPagesLabel } from "./offer.ts";
import { provide } from "../../session/parts.ts";

/** A page that can't be inserted; its message is for the user. */
class PageError extends Error {}

class Pagination {
  readonly #host: PaginationHost;
  readonly #loaded: NextPage[];
  readonly #status = element("p", { role: "status" });
  readonly #actions = element("p", { class: "pith-next" });
  /** The URLs of the pages still to load, in order. */
  #urls: string[];
  #loading: AbortController | null = null;

  constructor(host: PaginationHost) {
    this.#host = host;
    const { finding, line, pager, session } = host;
    finding.furtherPages ??= [];
    this.#loaded = finding.furtherPages;
    this.#urls = pager.next;
    for (const page of this.#loaded) {
      this.#show(page);
      this.#useLinksOf(page);
    }
    line.replaceChildren(this.#status, this.#actions);
    session.signal.addEventListener("abort", () => this.#loading?.abort());
  }

  /** Loads the next pages, until there are no more, one fails, or the user stops. */
  async load(): Promise<void> {
    this.#loading = new AbortController();
    const signal = AbortSignal.any([this.#loading.signal, this.#host.session.signal]);
    this.#showButton(t("stop"), () => this.#loading?.abort());
    this.#host.line.classList.add("pith-busy");
    let failure = "";
    for (
      let remaining = this.#urls.length;
      remaining > 0 && this.#urls.length > 0 && !signal.aborted && failure === "";
      remaining--
    ) {
      const pageNumber = this.#nextNumber;
      this.#status.textContent = t("pageReading", formatNumber(pageNumber));
      const page = await this.#load(pageNumber, signal).catch((error: unknown) => {
        failure = error instanceof PageError ? error.message : t("pageFailed", formatNumber(pageNumber));
        return null;
      });
      if (page && !signal.aborted) {
        this.#loaded.push(page);
        this.#show(page);
        this.#useLinksOf(page);
      }
    }
    if (!this.#host.session.signal.aborted) {
      this.#showRemaining(signal.aborted ? "" : failure);
    }
  }

  /** Shows the button for the remaining pages. */
  showButton(): void {
    this.#showRemaining("");
  }

  /** The number of the next page. */
  get #nextNumber(): number {
    return (this.#loaded.at(-1)?.number ?? this.#host.pager.number) + 1;
  }

  #showRemaining(failure: string): void {
    this.#host.line.classList.remove("pith-busy");
    const lastNumber = this.#nextNumber - 1;
    if (failure !== "") {
      this.#status.textContent = failure;
      this.#showButton(t("again"), () => void this.load());
    } else if (this.#urls.length > 0) {
      this.#status.textContent = lastNumber > this.#host.pager.number ? t("pagesUpTo", formatNumber(lastNumber)) : "";
      this.#showButton(nextPagesLabel(lastNumber + 1, this.#urls.length), () => void this.load());
    } else {
      this.#status.textContent = t("pagesWhole", formatNumber(lastNumber));
      this.#actions.replaceChildren();
    }
  }

  /** Replaces the current button and keeps the focus. */
  #showButton(label: string, act: () => void): void {
    const button = element("button", { type: "button" }, label);
    onActivate(button, act);
    const isFocused = this.#actions.matches(":focus-within");
    this.#actions.replaceChildren(button);
    if (isFocused) {
      button.focus({ preventScroll: true });
    }
  }

  /** Uses the loaded page's own links to later pages, if those aren't loaded yet. */
  #useLinksOf({ number: pageNumber, pager }: NextPage): void {
    const [, ...rest] = this.#urls;
    const isLonger = (candidate: Pager | null): candidate is Pager =>
      candidate?.number === pageNumber && candidate.next.length > rest.length;
    this.#urls = isLonger(pager) ? pager.next : rest;
  }

  #show({ number: pageNumber, title, html }: NextPage): void {
    const { line, bodyOf, finding } = this.#host;
    const body = bodyOf(html);
    if (finding.thread) {
      enhanceComments(body);
    }
    const heading = element(
      "p",
      { class: "pith-page", lang: line.lang, dir: line.dir },
      t("pageNumber", formatNumber(pageNumber)),
    );
    line.before(heading, ...(title === null ? [] : [element("h2", { dir: "auto" }, title)]), body);
  }

  async #load(pageNumber: number, signal: AbortSignal): Promise<NextPage> {
    const { finding } = this.#host;
    const { url, document: page } = await fetchPage(this.#urls[0] ?? "", signal).catch((error: unknown) => {
      throw error instanceof RedirectError ? new PageError(t("pageMoved", formatNumber(pageNumber))) : error;
    });
    const request: NextPageRequest = {
      recording: await recordPage(page, url),
      earlier: [finding.thread?.html ?? finding.detection.html(), ...this.#loaded.map(({ html }) => html)],
      title: finding.summary.title,
      number: pageNumber,
      isThread: finding.thread !== undefined,
    };
    signal.throwIfAborted();
    const response = await ask("next-page", request);
    if ("failure" in response) {
      throw new PageError(response.failure);
    }
    if (response.html === "") {
      throw new PageError(t("pageNothingNew", formatNumber(pageNumber)));
    }
    return response;
  }
}

/** Records a page that isn't rendered and therefore has no rectangles. */
async function recordPage(page: Document, url: string): Promise<Recording> {
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
    site: encodeSiteRules(site).toBase64(),
  };
}

declare module "../../session/parts.ts" {
  interface Provided {
    pagination: OpenPagination;
  }
}

provide("pagination", (host) => {
  const wasLoaded = host.finding.furtherPages !== undefined;
  const pages = new Pagination(host);
  if (wasLoaded) {
    pages.showButton();
  } else {
    void pages.load();
  }
});
