import { address } from "../address.js";
import { type Article, article } from "../article.js";
import { PithError } from "../error.js";
import { Instances } from "../instances.js";
import { instantiate } from "./glue.js";

/** Options of `extract`. */
export interface ExtractOptions {
  /** Encoding of HTML bytes as declared by the server, such as `utf-8`. By default it's detected as in browsers. */
  charset?: string;
}

export const instances = new Instances("html", instantiate);

/**
 * Finds the article in HTML: a string, or bytes in any encoding. `url` is the URL of the page, to resolve links;
 * without it, links are unchanged. Throws a `PithError`.
 */
export function extract(
  html: string | BufferSource,
  url?: string | URL | null,
  { charset }: ExtractOptions = {},
): Article {
  const from = address(url);
  if (charset !== undefined && typeof charset !== "string") {
    throw new PithError("bad-input", "charset must be the name of an encoding, such as utf-8.");
  }
  const text = typeof html === "string" ? html : decodeBytes(bytesOf(html), charset);
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
    "Pass HTML to extract() as a string or bytes. For a live document, use detect() from pith-reader/dom.",
  );
}

/** Decodes bytes with the platform's `TextDecoder`, in the given encoding or the one declared in the HTML. */
function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  const name = instances.ask((core) => core.encodingOf(bytes, charset));
  try {
    return new TextDecoder(name ?? charset).decode(bytes);
  } catch (cause) {
    const message = `Unknown encoding "${name ?? charset}"; use a name from the Encoding Standard, such as utf-8, gbk, or windows-1252.`;
    throw new PithError("bad-input", message, { cause });
  }
}
