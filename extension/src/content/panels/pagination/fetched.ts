/** Fetches a page of the same site, with the user's cookies. Its scripts don't run, and its resources aren't loaded. */

import { encoding } from "../../../ui/nodes.ts";
import { nextPageTimeout } from "../../../shared/timeouts.ts";

/** Maximum bytes of a page. */
const maxBytes = 8_000_000;

/** Bytes at the start of a page in which it declares its encoding. */
const encodingBytes = 1024;

/** Thrown if the site sends another page than the requested one. */
export class RedirectedError extends Error {}

interface Fetched {
  address: string;
  document: Document;
}

/** Fetches a page of the same origin. Rejects for other types of documents, and if `signal` is aborted. */
export async function fetched(address: string, signal: AbortSignal): Promise<Fetched> {
  const own = new AbortController();
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, own.signal, AbortSignal.timeout(nextPageTimeout)]),
      // No request is sent to another origin, even if the site redirects there.
      mode: "same-origin",
      credentials: "same-origin",
    });
    if (!isSame(response.url, address)) {
      throw new RedirectedError();
    }
    const type = response.headers.get("content-type") ?? "";
    const stated = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || stated > maxBytes) {
      throw new Error(`no page: ${response.status} ${type}`);
    }
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > maxBytes) {
      throw new Error("no page of that size");
    }
    return { address, document: parsed(decoded(bytes, type), address) };
  } finally {
    // The rest of a rejected page isn't downloaded.
    own.abort();
  }
}

/** Returns whether two URLs are equal except for a slash at the end of the path. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)].map(
    ({ origin, pathname, search }) => origin + pathname.replace(/\/$/, "") + search,
  );
  return a === b;
}

/** Decodes bytes in the encoding declared by the header, else by the page, else in the open page's encoding. */
function decoded(bytes: ArrayBuffer, type: string): string {
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
function parsed(html: string, address: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  // From the prototype: the page may have an element with this name.
  const find = (selector: string): Element | null => Document.prototype.querySelector.call(page, selector);
  const stated = find("base[href]");
  const base = stated ?? Document.prototype.createElement.call(page, "base");
  base.setAttribute("href", URL.parse(stated?.getAttribute("href") ?? "", address)?.href ?? address);
  if (!stated) {
    find("head")?.prepend(base);
  }
  return page;
}
