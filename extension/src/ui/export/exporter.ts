/** The export actions and their status messages. Nothing is sent unless the user asks for that. */

import { element } from "../build.ts";
import type { Summary } from "../../shared/core.ts";
import { ext, t } from "../../shared/ext.ts";
import type {
  ArticlePart,
  FileRequest,
  SendOutcome,
  SentFile,
  SentImage,
  SitesResponse,
  ExportAction,
} from "../../shared/messages.ts";
import { type ResponseTo, type Argument, ask, type RequestName, type Requests } from "../../shared/requests.ts";
import { counted, formatList, formatNumber } from "../../shared/i18n/numbers.ts";
import { errorMessage } from "../../shared/reason.ts";
import { save } from "../save-file.ts";
import { copy } from "./clipboard.ts";
import {
  imagesNeedingPermission,
  type MissingImage,
  type ImageFiles,
  type Progress,
  loadImages,
  retryImages,
} from "./images.ts";
import type { StatusAction } from "./status.ts";

/** An article to export. */
export interface ExportedArticle {
  /** The core's HTML. */
  html: string;
  summary: Summary;
  words: number;
}

/** Returns the metadata of an article for a file. */
export function articleFacts({ summary, words }: ExportedArticle): FileRequest["facts"] {
  const saved = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  return { ...summary, wordCount: words, url: summary.canonical ?? location.href, saved };
}

type FileForm = FileRequest["form"];

/** Media types of exported files. */
const types: Record<FileForm, string> = {
  markdown: "text/markdown",
  html: "text/html",
  epub: "application/epub+zip",
};

/** Saves an exported file. */
export function saveFile({ name, data }: SentFile, form: FileForm): void {
  save(name, types[form], Uint8Array.fromBase64(data));
}

export class Exporter {
  readonly #article: () => ExportedArticle | Promise<ExportedArticle>;
  readonly #showStatus: (message: string, ...actions: StatusAction[]) => void;
  readonly #showSuccess: (message: string) => void;
  /** Cancels the running action. */
  #running: AbortController | null = null;
  #busy = false;

  /**
   * Exports the result of `article` at the time of each action. `showSuccess` gets the message of success; by default it
   * is `showStatus`.
   */
  constructor(
    article: () => ExportedArticle | Promise<ExportedArticle>,
    showStatus: (message: string, ...actions: StatusAction[]) => void,
    showSuccess: (message: string) => void = showStatus,
  ) {
    this.#article = article;
    this.#showStatus = showStatus;
    this.#showSuccess = showSuccess;
  }

  /** True while an action runs, until it ends or waits for a click. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** Cancels the running action. */
  stop(): void {
    this.#running?.abort();
  }

  /** Runs an export action instead of the running one. */
  async run(action: ExportAction): Promise<void> {
    await this.#runExclusive(async () => this.#exportActions[action](await this.#article()));
  }

  readonly #exportActions: Record<ExportAction, (article: ExportedArticle) => Promise<void>> = {
    copyMarkdown: async (article) => this.#copy(await markdownOf(article), null),
    copyLook: async (article) => this.#copy(await markdownOf(article), await htmlWithTitle(article)),
    saveMarkdown: async (article) => this.#save(await fileOf(article, "markdown"), "markdown"),
    saveHtml: (article) => this.#withImages(article, (images) => this.#saveWithImages(article, "html", images)),
    saveEpub: (article) => this.#withImages(article, (images) => this.#saveWithImages(article, "epub", images)),
    share: (article) => this.#share(article),
    send: (article) => this.#withImages(article, (images) => this.#send(article, images)),
  };

  async #runExclusive(act: () => Promise<void>): Promise<void> {
    // The last click counts.
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#busy = true;
    this.#showStatus("");
    try {
      await act();
    } catch (error) {
      if (!running.signal.aborted) {
        this.#showStatus(errorMessage(error));
      }
    } finally {
      if (this.#running === running) {
        this.#busy = false;
      }
    }
  }

  get #signal(): AbortSignal {
    return (this.#running ?? new AbortController()).signal;
  }

  /** Copies; if the browser requires a user gesture, offers a button. */
  async #copy(text: string, html: string | null, isRetry = false): Promise<void> {
    if (this.#signal.aborted) {
      return;
    }
    if (await copy(text, html)) {
      this.#showSuccess(t("copied"));
    } else if (isRetry) {
      this.#showStatus(t("notCopied"));
    } else {
      this.#showStatus(t("copyReady"), { text: t("copyNow"), act: () => void this.#copy(text, html, true) });
    }
  }

  /** Reads the images and continues with them. If some need permission, asks for it first. */
  async #withImages({ html }: ExportedArticle, proceed: (images: ImageFiles) => Promise<void>): Promise<void> {
    const signal = this.#signal;
    const { addresses } = await askOrThrow("images-of", { html });
    const images = await loadImages(addresses, this.#progress(signal), signal);
    const { closed, origins } = imagesNeedingPermission(images);
    if (closed.length === 0) {
      await proceed(images);
      return;
    }
    this.#showStatus(
      blockedImagesMessage(closed, origins),
      {
        text: t("imagesAllow"),
        act: () => void this.#runExclusive(() => this.#readAfterPermission(images, origins, proceed)),
      },
      { text: t("imagesWithout"), act: () => void this.#runExclusive(() => proceed(images)) },
    );
  }

  /** Asks for permission, and reads the images that are permitted then. */
  async #readAfterPermission(
    images: ImageFiles,
    origins: string[],
    proceed: (images: ImageFiles) => Promise<void>,
  ): Promise<void> {
    const signal = this.#signal;
    this.#showStatus(t("imagesAsked"), {
      text: t("imagesWithout"),
      act: () => void this.#runExclusive(() => proceed(images)),
    });
    await waitForPermission(origins, signal);
    await proceed(await retryImages(images, this.#progress(signal), signal));
  }

  async #saveWithImages(article: ExportedArticle, form: FileForm, { loaded, missing }: ImageFiles): Promise<void> {
    const signal = this.#signal;
    const missingText = missingImagesMessage(missing);
    const file = await fileOf(article, form, loaded, missingText);
    signal.throwIfAborted();
    this.#save(file, form, missingText);
  }

  /** Shares the file, or the text if the system doesn't accept the file. */
  async #share(article: ExportedArticle): Promise<void> {
    const { name, data } = await fileOf(article, "html");
    const title = article.summary.title ?? name;
    const file = new File([Uint8Array.fromBase64(data)], name, { type: types.html });
    const asFile = { title, files: [file] };
    try {
      await navigator.share(navigator.canShare(asFile) ? asFile : { title, text: await markdownOf(article) });
      this.#showSuccess(t("shared"));
    } catch (error) {
      // Closing the share sheet cancels.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      this.#showStatus(isClosed ? "" : t("notShared"));
    }
  }

  /** Sends the article to the user's server. */
  async #send(article: ExportedArticle, { loaded, missing }: ImageFiles): Promise<void> {
    const signal = this.#signal;
    const missingText = missingImagesMessage(missing);
    this.#showStatus(t("sending"));
    const request: Argument<"send"> = {
      html: article.html,
      facts: { ...articleFacts(article), note: missingText },
      rtl: article.summary.dir === "rtl",
      images: loaded,
    };
    const outcome = await askOrThrow("send", request);
    signal.throwIfAborted();
    const message = outcomeMessage(outcome);
    if (outcome.kind === "sent") {
      this.#showSuccess(missingText === null ? message : `${message} ${missingText}`);
    } else {
      this.#showStatus(message);
    }
  }

  #progress(signal: AbortSignal): (progress: Progress) => void {
    return ({ done, all: images }) => {
      if (!signal.aborted) {
        this.#showStatus(t("imagesRead", formatNumber(done), formatNumber(images)), {
          text: t("stop"),
          act: () => {
            this.stop();
            this.#showStatus(t("exportStopped"));
          },
        });
      }
    };
  }

  #save(file: SentFile, form: FileForm, missingText: string | null = null): void {
    if (this.#signal.aborted) {
      return;
    }
    saveFile(file, form);
    // Browsers don't report whether a sandboxed page may save files; most may not.
    const message = t(origin === "null" ? "maySave" : "saved", file.name);
    this.#showSuccess(missingText === null ? message : `${message} ${missingText}`);
  }
}

/** Returns an article with its title for other programs. */
async function htmlWithTitle({ html, summary }: ExportedArticle): Promise<string> {
  const title = summary.title ? element("h1", {}, summary.title).outerHTML : "";
  return title + (await askOrThrow("formulas", { html })).html;
}

async function markdownOf(article: ExportedArticle): Promise<string> {
  const { data } = await fileOf(article, "markdown");
  return new TextDecoder().decode(Uint8Array.fromBase64(data));
}

function fileOf(
  article: ExportedArticle,
  form: FileForm,
  images: SentImage[] = [],
  note: string | null = null,
): Promise<SentFile> {
  const facts = { ...articleFacts(article), note };
  const rtl = article.summary.dir === "rtl";
  return askOrThrow("write-file", { html: article.html, facts, rtl, form, images });
}

/** Returns a part of an article; throws an error with a message if there is no such part. */
export async function extractPart(article: ExportedArticle, part: ArticlePart | null): Promise<ExportedArticle> {
  if (!part) {
    throw new Error(t("partNothing"));
  }
  const { html } = await askOrThrow("part-of", { html: article.html, part });
  if (html === null) {
    throw new Error(t("partNothing"));
  }
  // Its word count is unknown.
  return { ...article, html, words: 0 };
}

/** Returns the message for the outcome of sending. */
function outcomeMessage({ kind, host, status, name }: SendOutcome): string {
  switch (kind) {
    case "sent":
      return t("sent", host);
    case "unnamed":
      return t("sendNowhere");
    case "broken":
    case "refused":
      return t(`send_${kind}`, host, formatNumber(status));
    case "foreign":
      return name ? t("send_foreign", host, name) : t("sendUnexpected", host);
    default:
      return t(`send_${kind}`, host);
  }
}

/** Returns the message about images that need permission. */
export function blockedImagesMessage(closed: readonly MissingImage[], origins: readonly string[]): string {
  const hosts = origins.map((site) => new URL(site.replace(/\*$/, "")).host);
  const hostList = hosts.length > 3 ? `${formatList(hosts.slice(0, 3))} …` : formatList(hosts);
  return t("imagesElsewhere", formatNumber(closed.length), hostList);
}

/** Returns the message about images missing in a file; null if there are none. */
export function missingImagesMessage(images: readonly MissingImage[]): string | null {
  // Images in the page's code (data URLs) are in the file anyway.
  const missing = images.filter(({ src }) => !src.startsWith("data:"));
  if (missing.length === 0) {
    return null;
  }
  const count = (refusal: MissingImage["refusal"]): number =>
    missing.filter((image) => image.refusal === refusal).length;
  const reasons = (["closed", "huge", "late"] as const)
    .filter((refusal) => count(refusal) > 0)
    .map((refusal) => t(`images_${refusal}`, formatNumber(count(refusal))));
  return [counted("imagesMissing", missing.length), ...reasons].join(" ");
}

/** Asks the background; throws an error with its message if it fails. */
export async function askOrThrow<Name extends RequestName>(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<ResponseTo<Name>, { failure: string }>> {
  const response: unknown = await ask(name, ...argument).catch(() => ({ failure: t("exportFailed") }));
  if (typeof response === "object" && response !== null && "failure" in response) {
    throw new Error(String(response.failure));
  }
  return response as Exclude<ResponseTo<Name>, { failure: string }>;
}

/** Asks the user for permission for some sites on one of the extension's pages, and waits for the answer. */
async function waitForPermission(origins: string[], signal: AbortSignal): Promise<void> {
  const token = crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMessage = (message: SitesResponse): void => {
    if (message.kind === "sites-answered" && message.token === token) {
      resolve();
    }
  };
  ext.runtime.onMessage.addListener(onMessage);
  const stopWaiting = (): void => resolve();
  signal.addEventListener("abort", stopWaiting);
  try {
    await ask("ask-sites", { origins, token });
    await promise;
    signal.throwIfAborted();
  } finally {
    ext.runtime.onMessage.removeListener(onMessage);
    signal.removeEventListener("abort", stopWaiting);
  }
}
