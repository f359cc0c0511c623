/** Fetches a page of the same site, with the user's cookies. Nothing of it is run or loaded. */

import { encoding } from "../../../ui/nodes.ts";
import { nextPageTimeout } from "../../../shared/timeouts.ts";

/** Bytes of the longest page. */
const most = 8_000_000;

/** Bytes in which a page says its encoding. */
const head = 1024;

/** A page that the site gives in place of the one that is asked for. */
export class Moved extends Error {}

interface Fetched {
  address: string;
  document: Document;
}

/** Fetches a page of the same origin. Rejects where it is none, and once `signal` is aborted. */
export async function fetched(address: string, signal: AbortSignal): Promise<Fetched> {
  const own = new AbortController();
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, own.signal, AbortSignal.timeout(nextPageTimeout)]),
      // Another origin is not asked, not even where the site sends there.
      mode: "same-origin",
      credentials: "same-origin",
    });
    if (!isSame(response.url, address)) {
      throw new Moved();
    }
    const type = response.headers.get("content-type") ?? "";
    const stated = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type) || stated > most) {
      throw new Error(`no page: ${response.status} ${type}`);
    }
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > most) {
      throw new Error("no page of that size");
    }
    return { address, document: parsed(decoded(bytes, type), address) };
  } finally {
    // What is refused is not read to its end.
    own.abort();
  }
}

/** Returns whether two addresses are one but for a slash at the end of the path. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)].map(
    ({ origin, pathname, search }) => origin + pathname.replace(/\/$/, "") + search,
  );
  return a === b;
}

/** Reads bytes in the encoding that the header, the page or else the page that is open says. */
function decoded(bytes: ArrayBuffer, type: string): string {
  const start = new TextDecoder("latin1").decode(new Uint8Array(bytes, 0, Math.min(head, bytes.byteLength)));
  const declared = [type, start].map((text) => /charset\s*=\s*["']?([\w-]+)/i.exec(text)?.[1]);
  for (const label of [...declared, encoding()]) {
    try {
      return new TextDecoder(label ?? "no encoding").decode(bytes);
    } catch {
      // It isn't known.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Parses a page. The document is shown nowhere, so that it runs no script and loads nothing. */
function parsed(html: string, address: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  // By the interface: the page may have an element of that name.
  const find = (selector: string): Element | null => Document.prototype.querySelector.call(page, selector);
  const stated = find("base[href]");
  const base = stated ?? Document.prototype.createElement.call(page, "base");
  base.setAttribute("href", URL.parse(stated?.getAttribute("href") ?? "", address)?.href ?? address);
  if (!stated) {
    find("head")?.prepend(base);
  }
  return page;
}
