/** How the page was loaded. It stands here so that the shell, which asks none of it, does not load it with the first click. */

/** Returns the platform's value of a property of the document, which may have an element of that name. */
function ofDocument(name: "prerendering" | "referrer"): unknown {
  const get = Object.getOwnPropertyDescriptor(Document.prototype, name)?.get;
  return get && Reflect.apply(get, document, []);
}

/** Returns the address of the page that led here, where it is told. */
export function referrer(): string {
  return String(ofDocument("referrer"));
}

/** Returns whether the page is loaded ahead and not shown yet, which Firefox does not do. */
export function isPrerendered(): boolean {
  return ofDocument("prerendering") === true;
}
