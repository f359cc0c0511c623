/** Fetches a page of the same site, with the user's cookies. Its scripts don't run, and its resources aren't loaded. */

import { encoding } from "../../../ui/nodes.ts";
import { nextPageTimeout } from "../../../shared/timeouts.ts";

/** Maximum bytes of a page. */
const maxBytes = 8_000_000;

/** Bytes at the start of a page in which it declares its encoding. */
const encodingBytes = 1024;

/** Thrown if the site sends another page than the requested one. */
export class RedirectError extends Error {}

interface FetchedPage {
  url: string;
  document: Document;
}

/** Fetches a page of the same origin. Rejects for other types of documents, and if `signal` is aborted. */
export async function fetchPage(url: string, signal: AbortSignal): Promise<FetchedPage> {
  const abortController = new AbortController();
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, abortController.signal, AbortSignal.timeout(nextPageTimeout)]),
      // No request is sent to another origin, even if the site redirects there.
      mode: "same-origin",
      credentials: "same-origin",
    });
    if (!isSameUrl(response.url, url)) {
      throw new RedirectError();
    }
    const type = response.headers.get("content-type") ?? "";
    const declaredLength = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || declaredLength > maxBytes) {
      throw new Error(`no page: ${response.status} ${type}`);
    }
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > maxBytes) {
      throw new Error("no page of that size");
    }
    return { url, document: parsePage(decode(bytes, type), url) };
  } finally {
    // The rest of a rejected page isn't downloaded.
    abortController.abort();
  }
}

/** Returns whether two URLs are equal except for a slash at the end of the path. */
function isSameUrl(first: string, second: string): boolean {
  const [a, b] = [new URL(first), new URL(second)].map(
    ({ origin, pathname, search }) => origin + pathname.replace(/\/$/, "") + search,
  );
  return a === b;
}

/** Decodes bytes in the encoding declared by the header, else by the page, else in the open page's encoding. */
function decode(bytes: ArrayBuffer, type: string): string {
  const start = new TextDecoder("latin1").decode(new Uint8Array(bytes, 0, Math.min(encodingBytes, bytes.byteLength)));
  const declared = [type, start].map((text) => /charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1]);
  for (const label of [...declared, encoding()]) {
    try {
      return new TextDecoder(label ?? "no encoding").decode(bytes);
    } catch {
      // An unknown encoding.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Parses a page. The document isn't rendered, so it runs no scripts and loads nothing. */
function parsePage(html: string, url: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  // From the prototype: the page may have an element with this name.
  const find = (selector: string): Element | null => Document.prototype.querySelector.call(page, selector);
  const declaredBase = find("base[href]");
  const base = declaredBase ?? Document.prototype.createElement.call(page, "base");
  base.setAttribute("href", URL.parse(declaredBase?.getAttribute("href") ?? "", url)?.href ?? url);
  if (!declaredBase) {
    find("head")?.prepend(base);
  }
  return page;
}
