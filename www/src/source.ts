/** Decodes files, and prepares HTML for the frame. */

/** `rel` values that make browsers contact a server in advance. No content security policy covers all of them. */
const HINTS = "preconnect dns-prefetch prefetch preload modulepreload prerender".split(" ");

/** Base URL of pages without a URL. RFC 2606 reserves its top-level domain. */
export const NOWHERE = "https://page.invalid/";

/**
 * Returns a page's HTML without resource hints, DNS prefetching, and refreshes. Adds `base` as its base URL if it
 * has none.
 */
export function prepared(html: string, base = NOWHERE): string {
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
    const own = page.createElement("base");
    own.href = base;
    page.head.prepend(own);
  }
  const quiet = page.createElement("meta");
  quiet.httpEquiv = "x-dns-prefetch-control";
  quiet.content = "off";
  page.head.prepend(quiet);
  const doctype = page.compatMode === "BackCompat" ? "" : "<!doctype html>";
  return doctype + page.documentElement.outerHTML;
}

/** Decodes a file by its UTF-16 byte order mark or the charset declared in its first 2048 bytes; otherwise as UTF-8. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048));
  const fromMark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const encoding = fromMark ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
