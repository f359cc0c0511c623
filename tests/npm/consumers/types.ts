// Never run: what compiles here is what users write.
import { type Article, detect, init, PithError, type Reason } from "pith-reader/dom";
import { detect as detectInline } from "pith-reader/dom/inline";
import { type Article as HtmlArticle, extract, init as initHtml } from "pith-reader/html";
import { extract as extractInline } from "pith-reader/html/inline";

await init();
await init(fetch("/core.wasm"));
await init(new Uint8Array(8));
await initHtml(await WebAssembly.compile(new ArrayBuffer(8)));
const article: Article = detect(document.body, { url: new URL("https://example.org/") });
const reasons: Reason[] = article.removed.map(({ reason }) => reason);
const outlined: Element[] = article.removed.map(({ element }) => element);
const title: string | null = detectInline(document).title;
const other: HtmlArticle = extract("<p>It sails.", "https://example.org/");
const words: number = extractInline(new ArrayBuffer(8), null, { charset: "gbk" }).wordCount;
try {
  extract("");
} catch (error) {
  if (error instanceof PithError && error.code === "not-html") console.log(error.message);
}
console.log(reasons, outlined, title, other.confidence === "none", words);

// @ts-expect-error: a window is no document
detect(window);
// @ts-expect-error: a document is no HTML text
extract(document);
// @ts-expect-error: there is no such field
article.content;
// @ts-expect-error: there is no such code
new PithError("lost", "");
// @ts-expect-error: only a detected part has an element
other.removed[0]?.element;
