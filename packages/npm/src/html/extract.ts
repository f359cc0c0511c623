import { address } from "../address.js";
import { type Article, article } from "../article.js";
import { PithError } from "../error.js";
import { Instances } from "../instances.js";
import { instantiate } from "./glue.js";

/** What `extract` is told besides the HTML and its address. */
export interface ExtractOptions {
  /** The encoding that the server named, where the HTML is bytes: `utf-8`, `gbk` … Without it, it is found as by browsers. */
  charset?: string;
}

export const instances = new Instances("html", instantiate);

/**
 * Finds the article in HTML: text, or bytes in any encoding. `url` is the address of the page, against which links are
 * resolved; without it they stay as they are. Throws a `PithError`.
 */
export function extract(
  html: string | BufferSource,
  url?: string | URL | null,
  { charset }: ExtractOptions = {},
): Article {
  const from = address(url);
  if (charset !== undefined && typeof charset !== "string") {
    throw new PithError("bad-input", "The charset is the name of an encoding, such as utf-8.");
  }
  const text = typeof html === "string" ? html : decoded(bytesOf(html), charset);
  return article(
    instances.rendered((core) => core.extract(text, from)),
    (block) => block,
  );
}

function bytesOf(html: unknown): Uint8Array {
  if (html instanceof Uint8Array) return html;
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  if (html instanceof ArrayBuffer) return new Uint8Array(html);
  throw new PithError(
    "bad-input",
    "Give extract() HTML as a text or as bytes; a document that is open is read by detect() of pith-reader/dom.",
  );
}

/** Decodes bytes by the platform's own tables, in the encoding that is named or that the HTML says it is in. */
function decoded(bytes: Uint8Array, charset: string | undefined): string {
  const name = instances.ask((core) => core.encodingOf(bytes, charset));
  try {
    return new TextDecoder(name ?? charset).decode(bytes);
  } catch (cause) {
    const said = `Unknown encoding "${name ?? charset}"; use a name from the Encoding Standard, such as utf-8, gbk, or windows-1252.`;
    throw new PithError("bad-input", said, { cause });
  }
}
