/** DOMPurify for browsers without `setHTML`, in the form `sanitize` uses. */

import DOMPurify from "dompurify";

globalThis.pithSanitizer = (html, elements, attributes) =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...elements, "#text"],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    // Creating a policy of its own would be reported to pages that forbid policies; in a content
    // script's world plain strings are taken as they are.
    TRUSTED_TYPES_POLICY: {
      createHTML: (markup: string) => markup,
      createScriptURL: (address: string) => address,
    } as unknown as TrustedTypePolicy,
  });
