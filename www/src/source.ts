/** Decodes files, and prepares HTML for the frame. */

/** `rel` values that make browsers contact a server in advance. No content security policy covers all of them. */
const HINTS = "preconnect dns-prefetch prefetch preload modulepreload prerender".split(" ");

/** Base URL of pages without a URL. RFC 2606 reserves its top-level domain. */
export const NO_URL = "https://page.invalid/";

/**
 * Returns a page's HTML without resource hints, DNS prefetching, and refreshes. Adds `base` as its base URL if it
 * has none.
 */
export function prepareHtml(html: string, base = NO_URL): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const link of page.querySelectorAll("link[rel]")) {
    if (HINTS.some((hint) => (link as HTMLLinkElement).relList.contains(hint))) {
      link.remove();
    }
  }
  for (const meta of page.querySelectorAll("meta[http-equiv]")) {
    if (/refresh|x-dns-prefetch-control/i.test(meta.getAttribute("http-equiv") ?? "")) {
      meta.remove();
    }
  }
  if (!page.querySelector("base[href]")) {
    const baseElement = page.createElement("base");
    baseElement.href = base;
    page.head.prepend(baseElement);
  }
  const noPrefetch = page.createElement("meta");
  noPrefetch.httpEquiv = "x-dns-prefetch-control";
  noPrefetch.content = "off";
  page.head.prepend(noPrefetch);
  const doctype = page.compatMode === "BackCompat" ? "" : "<!doctype html>";
  return doctype + page.documentElement.outerHTML;
}

/** Decodes a file by its UTF-16 byte order mark or the charset declared in its first 2048 bytes; otherwise as UTF-8. */
export async function decodeFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048));
  const fromByteOrderMark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const encoding = fromByteOrderMark ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
