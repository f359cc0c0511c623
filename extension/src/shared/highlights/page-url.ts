/** The URL under which the highlights, the reading position, and the changes of a page are stored. */

/** Returns a page's URL without its fragment; a fragment that is a client-side route stays. */
export function pageUrl(url: string): string {
  return url.replace(/#(?![!/]).*/, "");
}

/** Returns the key in `storage.local` of the highlights on the page with a URL. */
export function highlightsKey(url: string): string {
  return `marks:${url}`;
}

/** Returns the key in `storage.local` of the user's corrections on the page with a URL. */
export function changesKey(url: string): string {
  return `changes:${url}`;
}

/** Returns the key in `storage.local` of the reading position on the page with a URL. */
export function positionKey(url: string): string {
  return `place:${url}`;
}
