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
  SitesAnswer,
  ExportAction,
} from "../../shared/messages.ts";
import { type AnswerTo, type Argument, ask, type RequestName, type Requests } from "../../shared/requests.ts";
import { counted, listed, number } from "../../shared/i18n/numbers.ts";
import { reasonOf } from "../../shared/reason.ts";
import { save } from "../save-file.ts";
import { copy } from "./clipboard.ts";
import { closedOf, type MissingImage, type ImageFiles, type Progress, imagesOf, reopened } from "./images.ts";
import type { Next } from "./status.ts";

/** An article as it is exported. */
export interface ExportedArticle {
  /** As the core gave it. */
  html: string;
  summary: Summary;
  words: number;
}

/** Returns what a file says of an article besides its text. */
export function factsOf({ summary, words }: ExportedArticle): FileRequest["facts"] {
  const saved = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  return { ...summary, wordCount: words, url: summary.canonical ?? location.href, saved };
}

type FileForm = FileRequest["form"];

/** Media types of the files that are made of articles. */
const types: Record<FileForm, string> = {
  markdown: "text/markdown",
  html: "text/html",
  epub: "application/epub+zip",
};

/** Saves a file that is made of articles. */
export function saveFile({ name, data }: SentFile, form: FileForm): void {
  save(name, types[form], Uint8Array.fromBase64(data));
}

export class Exporter {
  readonly #article: () => ExportedArticle | Promise<ExportedArticle>;
  readonly #say: (message: string, ...nexts: Next[]) => void;
  readonly #finished: (message: string) => void;
  /** What is being done now can be given up by it. */
  #doing: AbortController | null = null;
  #busy = false;

  /** Exports what `article` returns when it is asked. `finished` is told of success, by default as `say` is. */
  constructor(
    article: () => ExportedArticle | Promise<ExportedArticle>,
    say: (message: string, ...nexts: Next[]) => void,
    finished: (message: string) => void = say,
  ) {
    this.#article = article;
    this.#say = say;
    this.#finished = finished;
  }

  /** True until what is being done has come to its end, or waits for a press. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /** Gives up what is being done. */
  stop(): void {
    this.#doing?.abort();
  }

  /** Does an export action, in place of what is being done. */
  async take(action: ExportAction): Promise<void> {
    await this.#do(async () => this.#exportActions[action](await this.#article()));
  }

  readonly #exportActions: Record<ExportAction, (article: ExportedArticle) => Promise<void>> = {
    copyMarkdown: async (article) => this.#copy(await markdownOf(article), null),
    copyLook: async (article) => this.#copy(await markdownOf(article), await markupOf(article)),
    saveMarkdown: async (article) => this.#save(await fileOf(article, "markdown"), "markdown"),
    saveHtml: (article) => this.#withImages(article, (images) => this.#finish(article, "html", images)),
    saveEpub: (article) => this.#withImages(article, (images) => this.#finish(article, "epub", images)),
    share: (article) => this.#share(article),
    send: (article) => this.#withImages(article, (images) => this.#send(article, images)),
  };

  async #do(act: () => Promise<void>): Promise<void> {
    // What is pressed last counts.
    this.#doing?.abort();
    const doing = new AbortController();
    this.#doing = doing;
    this.#busy = true;
    this.#say("");
    try {
      await act();
    } catch (error) {
      if (!doing.signal.aborted) {
        this.#say(reasonOf(error));
      }
    } finally {
      if (this.#doing === doing) {
        this.#busy = false;
      }
    }
  }

  get #signal(): AbortSignal {
    return (this.#doing ?? new AbortController()).signal;
  }

  /** Copies, and where the browser wants a press for that, offers one. */
  async #copy(text: string, html: string | null, isAgain = false): Promise<void> {
    if (this.#signal.aborted) {
      return;
    }
    if (await copy(text, html)) {
      this.#finished(t("copied"));
    } else if (isAgain) {
      this.#say(t("notCopied"));
    } else {
      this.#say(t("copyReady"), { text: t("copyNow"), act: () => void this.#copy(text, html, true) });
    }
  }

  /** Reads what of the images may be read, and goes on with them; where others need permission, that is asked for first. */
  async #withImages({ html }: ExportedArticle, go: (images: ImageFiles) => Promise<void>): Promise<void> {
    const signal = this.#signal;
    const { addresses } = await askOrThrow("images-of", { html });
    const images = await imagesOf(addresses, this.#progress(signal), signal);
    const { closed, origins } = closedOf(images);
    if (closed.length === 0) {
      await go(images);
      return;
    }
    this.#say(
      elsewhere(closed, origins),
      { text: t("imagesAllow"), act: () => void this.#do(() => this.#allowed(images, origins, go)) },
      { text: t("imagesWithout"), act: () => void this.#do(() => go(images)) },
    );
  }

  /** Asks for permission, and reads what there is permission for then. */
  async #allowed(images: ImageFiles, origins: string[], go: (images: ImageFiles) => Promise<void>): Promise<void> {
    const signal = this.#signal;
    this.#say(t("imagesAsked"), { text: t("imagesWithout"), act: () => void this.#do(() => go(images)) });
    await answered(origins, signal);
    await go(await reopened(images, this.#progress(signal), signal));
  }

  async #finish(article: ExportedArticle, form: FileForm, { held, missing }: ImageFiles): Promise<void> {
    const signal = this.#signal;
    const missingText = missingImagesMessage(missing);
    const file = await fileOf(article, form, held, missingText);
    signal.throwIfAborted();
    this.#save(file, form, missingText);
  }

  /** Hands the file over, or the text where the system takes no such file. */
  async #share(article: ExportedArticle): Promise<void> {
    const { name, data } = await fileOf(article, "html");
    const title = article.summary.title ?? name;
    const file = new File([Uint8Array.fromBase64(data)], name, { type: types.html });
    const asFile = { title, files: [file] };
    try {
      await navigator.share(navigator.canShare(asFile) ? asFile : { title, text: await markdownOf(article) });
      this.#finished(t("shared"));
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      this.#say(isClosed ? "" : t("notShared"));
    }
  }

  /** Hands the article to the own server. */
  async #send(article: ExportedArticle, { held, missing }: ImageFiles): Promise<void> {
    const signal = this.#signal;
    const missingText = missingImagesMessage(missing);
    this.#say(t("sending"));
    const request: Argument<"send"> = {
      html: article.html,
      facts: { ...factsOf(article), note: missingText },
      rtl: article.summary.dir === "rtl",
      images: held,
    };
    const outcome = await askOrThrow("send", request);
    signal.throwIfAborted();
    const message = outcomeMessage(outcome);
    if (outcome.kind === "sent") {
      this.#finished(missingText === null ? message : `${message} ${missingText}`);
    } else {
      this.#say(message);
    }
  }

  #progress(signal: AbortSignal): (progress: Progress) => void {
    return ({ done, all }) => {
      if (!signal.aborted) {
        this.#say(t("imagesRead", number(done), number(all)), {
          text: t("stop"),
          act: () => {
            this.stop();
            this.#say(t("takeStopped"));
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
    // No browser tells whether a sandboxed page may save; most may not.
    const message = t(origin === "null" ? "maySave" : "saved", file.name);
    this.#finished(missingText === null ? message : `${message} ${missingText}`);
  }
}

/** Returns an article with its title, as other programs take it. */
async function markupOf({ html, summary }: ExportedArticle): Promise<string> {
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
  const facts = { ...factsOf(article), note };
  const rtl = article.summary.dir === "rtl";
  return askOrThrow("write-file", { html: article.html, facts, rtl, form, images });
}

/** Returns a part of an article; throws the sentence where it is not there. */
export async function exportedPart(article: ExportedArticle, part: ArticlePart | null): Promise<ExportedArticle> {
  if (!part) {
    throw new Error(t("partNothing"));
  }
  const { html } = await askOrThrow("part-of", { html: article.html, part });
  if (html === null) {
    throw new Error(t("partNothing"));
  }
  // How many words it has nobody says.
  return { ...article, html, words: 0 };
}

/** Returns what is said of an article that was handed over. */
function outcomeMessage({ kind, host, status, name }: SendOutcome): string {
  switch (kind) {
    case "sent":
      return t("sent", host);
    case "unnamed":
      return t("sendNowhere");
    case "broken":
    case "refused":
      return t(`send_${kind}`, host, number(status));
    case "foreign":
      return name ? t("send_foreign", host, name) : t("sendUnexpected", host);
    default:
      return t(`send_${kind}`, host);
  }
}

/** Returns the sentence about images that only permission brings. */
export function elsewhere(closed: readonly MissingImage[], origins: readonly string[]): string {
  const hosts = origins.map((site) => new URL(site.replace(/\*$/, "")).host);
  const named = hosts.length > 3 ? `${listed(hosts.slice(0, 3))} …` : listed(hosts);
  return t("imagesElsewhere", number(closed.length), named);
}

/** Returns what is said of images that a file does not hold; null where there are none. */
export function missingImagesMessage(all: readonly MissingImage[]): string | null {
  // What stands in the page's code is in the file all the same.
  const missing = all.filter(({ src }) => !src.startsWith("data:"));
  if (missing.length === 0) {
    return null;
  }
  const count = (refusal: MissingImage["refusal"]): number => missing.filter((one) => one.refusal === refusal).length;
  const reasons = (["closed", "huge", "late"] as const)
    .filter((refusal) => count(refusal) > 0)
    .map((refusal) => t(`images_${refusal}`, number(count(refusal))));
  return [counted("imagesMissing", missing.length), ...reasons].join(" ");
}

/** Asks the background; throws the sentence that it answers with where it fails. */
export async function askOrThrow<Name extends RequestName>(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<AnswerTo<Name>, { failure: string }>> {
  const answer: unknown = await ask(name, ...argument).catch(() => ({ failure: t("exportFailed") }));
  if (typeof answer === "object" && answer !== null && "failure" in answer) {
    throw new Error(String(answer.failure));
  }
  return answer as Exclude<AnswerTo<Name>, { failure: string }>;
}

/** Has the user asked for permission for some sites on a page of ours, and waits until that is answered. */
async function answered(origins: string[], signal: AbortSignal): Promise<void> {
  const token = crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = (message: SitesAnswer): void => {
    if (message.kind === "sites-answered" && message.token === token) {
      resolve();
    }
  };
  ext.runtime.onMessage.addListener(hear);
  const gone = (): void => resolve();
  signal.addEventListener("abort", gone);
  try {
    await ask("ask-sites", { origins, token });
    await promise;
    signal.throwIfAborted();
  } finally {
    ext.runtime.onMessage.removeListener(hear);
    signal.removeEventListener("abort", gone);
  }
}
