/** Makes the document of the frame from HTML text. */

/** Kinds of `link` that make a browser contact a server although it shows nothing; no policy covers all of them. */
const HINTS = "preconnect dns-prefetch prefetch preload modulepreload prerender".split(" ");

/** Base of the relative addresses of a page that has no address (RFC 2606 reserves it). */
export const NOWHERE = "https://page.invalid/";

/** Returns the page as it is laid out, without what makes requests or leads away. `base` resolves its relative addresses. */
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

/** Returns the text of a file, in the encoding that its first bytes or its head name. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048));
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  const named = marked ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
