/** The URL under which the highlights, the reading position, and the changes of a page are stored. */

/** Returns a page's address without the place on it; a place that is a route of a script stays. */
export function addressOf(href: string): string {
  return href.replace(/#(?![!/]).*/, "");
}

/** Returns the key in `storage.local` of the marks of the page with an address. */
export function keyOf(address: string): string {
  return `marks:${address}`;
}

/** Returns the key in `storage.local` of what the user has changed on the page with an address. */
export function changesKey(address: string): string {
  return `changes:${address}`;
}

/** Returns the key in `storage.local` of the paragraph read last in the page with an address. */
export function positionKey(address: string): string {
  return `place:${address}`;
}
