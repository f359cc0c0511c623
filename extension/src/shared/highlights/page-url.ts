/** The URL under which the highlights, the reading position, and the changes of a page are stored. */

/** Returns a page's URL without its fragment; a fragment that is a client-side route stays. */
export function addressOf(href: string): string {
  return href.replace(/#(?![!/]).*/, "");
}

/** Returns the key in `storage.local` of the highlights on the page with a URL. */
export function keyOf(address: string): string {
  return `marks:${address}`;
}

/** Returns the key in `storage.local` of the user's corrections on the page with a URL. */
export function changesKey(address: string): string {
  return `changes:${address}`;
}

/** Returns the key in `storage.local` of the reading position on the page with a URL. */
export function positionKey(address: string): string {
  return `place:${address}`;
}
