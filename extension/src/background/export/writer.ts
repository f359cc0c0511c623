/** Runs the export core, which writes files and reads formulas. It is compiled on first use. */

import type { ExportGlue } from "../../../../target/pith/export/glue.d.ts";
import type { ProblemReport } from "../../shared/core.ts";
import { ext } from "../../shared/ext.ts";
import type {
  Result,
  NextPageRequest,
  SentFile,
  SentImage,
  SpokenKind,
  Threads,
  TimedLine,
  Transcript,
} from "../../shared/messages.ts";
import { coreErrorMessage } from "../../shared/reason.ts";
import type { ResponseTo, Argument, RequestName } from "../../shared/requests.ts";
import { required } from "../../shared/state.ts";
import { loadTemplates } from "../../shared/export/templates.ts";

type ExportCore = ReturnType<ExportGlue["instantiate"]>;

type Reply<Name extends RequestName> = Promise<ResponseTo<Name>>;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns a file of an article, or a message why it failed. */
export async function writeFile({
  html,
  facts,
  rtl,
  form,
  images,
}: Argument<"write-file">): Promise<ResponseTo<"write-file">> {
  const { name, frontMatter } = await loadTemplates();
  return withCore((core) =>
    toSentFile(core.writeFile(html, facts, rtl, images.map(toCoreImage), form, [name, frontMatter])),
  );
}

/** Returns one file of several articles, or a message why it failed. */
export async function writeTabs(request: Argument<"write-tabs">): Promise<ResponseTo<"write-tabs">> {
  const { title, chapters, omitted, form, images } = request;
  const { name, frontMatter } = await loadTemplates();
  const articles = chapters.map(({ html, facts, rtl }): [string, object, boolean] => [html, facts, rtl]);
  const pages = omitted.pages.flatMap((page) => [page.title, page.url, page.reason]);
  const omittedPages = [omitted.heading, ...pages];
  return withCore((core) =>
    toSentFile(core.writeTabs(title, articles, omittedPages, images.map(toCoreImage), form, [name, frontMatter])),
  );
}

/** Returns HTML of a part of an article; null if there is no such part. */
export function partOf({ html, part }: Argument<"part-of">): Reply<"part-of"> {
  return withCore((core) => {
    const partHtml =
      "section" in part ? core.sectionOf(html, part.section) : core.partOf(html, part.quote, part.before);
    return { html: partHtml ?? null };
  });
}

/** Returns the headings of an article. */
export function sectionsOf({ html }: Argument<"sections-of">): Reply<"sections-of"> {
  return withCore((core) => {
    const levelsAndTexts = core.sectionsOf(html);
    const sections = levelsAndTexts.flatMap((text, i) =>
      i % 2 === 1 ? [{ level: Number(levelsAndTexts[i - 1]), text }] : [],
    );
    return { sections };
  });
}

/** Returns the first invalid piece of a template; null if it is valid. */
export function templateFault({ text }: Argument<"fault-of-template">): Reply<"fault-of-template"> {
  return withCore((core) => ({ fault: core.faultOf(text) ?? null }));
}

/** Returns the default templates, and all fields. */
export function templates(): Reply<"templates"> {
  return withCore((core) => {
    const [name = "", frontMatter = "", ...fields] = core.templates();
    return { name, frontMatter, fields };
  });
}

/** Returns the contrasts of colors, or a message why that failed. */
export function judgeColors({ colors }: Argument<"judge-colors">): Reply<"judge-colors"> {
  return withCore((core) => {
    const [text = "", background = "", link = ""] = colors;
    const contrasts = core.judgeColors(text, background, link);
    if (!contrasts) {
      throw new Error(colors.join(" "));
    }
    return { text: contrasts[0], link: contrasts[1], isEnough: contrasts[2], isDark: contrasts[3] };
  });
}

/** Returns checked custom CSS, or its first invalid piece. */
export function checkCss({ text }: Argument<"read-sheet">): Reply<"read-sheet"> {
  return withCore((core) => {
    const [isSheet, cssOrFault] = core.readSheet(text);
    return isSheet ? { sheet: cssOrFault, fault: "" } : { sheet: null, fault: cssOrFault };
  });
}

function toCoreImage({ src, type, data }: SentImage): [string, string, Uint8Array] {
  return [src, type, Uint8Array.fromBase64(data)];
}

function toSentFile([name, bytes]: [string, Uint8Array]): SentFile {
  return { name, data: bytes.toBase64() };
}

/** Returns the URLs of an article's images, or a message why that failed. */
export function imagesOf({ html }: Argument<"images-of">): Reply<"images-of"> {
  return withCore((core) => ({ addresses: core.imagesOf(html) }));
}

/** Returns the HTML of a next page of an article without the contents of earlier pages. */
export function withoutEarlierPages(
  html: string,
  { earlier, title, number }: NextPageRequest,
): Promise<Result<{ html: string }>> {
  return withCore((core) => ({ html: core.nextPage(html, earlier, title ?? "", number) }));
}

/** Returns whether an article contains an earlier version of it, and more. */
export function continues({ html, earlier }: Argument<"continues">): Reply<"continues"> {
  return withCore((core) => ({ continues: core.continues(html, earlier) }));
}

/** Returns HTML of an article with the formulas that the one-click core doesn't read, or a message why that failed. */
export function withFormulas({ html }: Argument<"formulas">): Reply<"formulas"> {
  return withCore((core) => ({ html: core.withFormulas(html) }));
}

/** Returns the comments of a page, or a message why that failed. */
export function discussionOf({ report, known }: Argument<"discussion-of">): Reply<"discussion-of"> {
  return withCore((core) => core.discussionOf(report, known ?? undefined) as Threads);
}

/** Returns the transcripts of a page's videos, or a message why that failed. */
export function transcriptsOf({ report }: Argument<"transcripts-of">): Reply<"transcripts-of"> {
  return withCore((core) => ({ transcripts: core.transcriptsOf(report) as Transcript[] }));
}

/** Returns the lines of a file of timed text, or a message why that failed. */
export function parseCues({ text }: Argument<"cues-of">): Reply<"cues-of"> {
  return withCore((core) => ({ lines: core.cuesOf(text) as TimedLine[] }));
}

/** Returns an anonymized problem report, or a message why that failed. */
export function anonymize({ report }: Argument<"anonymize">): Reply<"anonymize"> {
  return withCore((core) => core.anonymized(report) as ProblemReport);
}

/** Returns citations of an article: for BibTeX, for RIS, and as a line. */
export function references({ facts }: Argument<"references">): Reply<"references"> {
  return withCore((core) => ({ references: core.cite(facts) as [string, string, string] }));
}

/** Returns how the elements of an article are read aloud, or a message why that failed. */
export function spokenOf({ html, lang }: Argument<"spoken">): Reply<"spoken"> {
  return withCore((core) => {
    const fields = core.spokenOf(html, lang);
    const roles = Array.from({ length: fields.length / 4 }, (_, i) => {
      const [element, kind, elementLang = "", words = ""] = fields.slice(4 * i, 4 * i + 4);
      return { element: Number(element), kind: kind as SpokenKind, lang: elementLang, words };
    });
    return { roles };
  });
}

/** Returns the ends of the pieces in which a text is spoken. */
export function sentenceEnds({ text, breaks, lang }: Argument<"sentences">): Reply<"sentences"> {
  return withCore((core) => ({ ends: [...core.sentenceEnds(text, new Uint32Array(breaks), lang)] }));
}

/** Calls a new instance, so that no article stays in memory. */
async function withCore<Value>(use: (core: ExportCore) => Value): Promise<Result<Value>> {
  try {
    compiled ??= compile();
    return use(required("pithExport").instantiate(await compiled));
  } catch (error) {
    return { failure: coreErrorMessage(error) };
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(ext.runtime.getURL("export.wasm"));
  return WebAssembly.compile(await response.arrayBuffer());
}
