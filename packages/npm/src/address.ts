import { PithError } from "./error.js";

/** Returns the URL of a page as a string, or an empty string if there's none. Throws if it isn't valid. */
export function address(url: string | URL | null | undefined): string {
  if (url === undefined || url === null || url === "") return "";
  if (typeof url !== "string" && !(url instanceof URL)) {
    throw new PithError("bad-input", "The URL of the page must be a string or a URL.");
  }
  try {
    return new URL(url).href;
  } catch (cause) {
    const message = `"${String(url).slice(0, 200)}" is not an absolute URL, such as https://example.org/page.`;
    throw new PithError("bad-input", message, { cause });
  }
}
