/** How the page was loaded. A separate file, because the shell doesn't need it with the first click. */

/** Returns a document property from the prototype, because the page may have an element of that name. */
function documentProperty(name: "prerendering" | "referrer"): unknown {
  const get = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  return get && Reflect.apply(get, document, []);
}

/** Returns the referrer's URL, if known. */
export function referrer(): string {
  return String(documentProperty("referrer"));
}

/** Returns whether the page is prerendered and not shown yet. Firefox doesn't prerender. */
export function isPrerendered(): boolean {
  return documentProperty("prerendering") === true;
}
