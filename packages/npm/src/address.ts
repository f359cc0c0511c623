import { PithError } from "./error.js";

/** Returns the address of a page as text, empty where none is given; throws where it is none. */
export function address(url: string | URL | null | undefined): string {
  if (url === undefined || url === null || url === "") return "";
  if (typeof url !== "string" && !(url instanceof URL)) {
    throw new PithError("bad-input", "The address of the page is a text or a URL.");
  }
  try {
    return new URL(url).href;
  } catch (cause) {
    const said = `"${String(url).slice(0, 200)}" is not the address of a page: it has to be whole, with https:// before it.`;
    throw new PithError("bad-input", said, { cause });
  }
}
