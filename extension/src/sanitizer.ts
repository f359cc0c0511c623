/** DOMPurify for browsers without `setHTML`, in the form `sanitize` uses. */

import DOMPurify from "dompurify";
import { share } from "./state.ts";

share("pithSanitizer", (html, elements, attributes) =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...elements, "#text"],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The schemes of `src/article/address.rs`. Asked only of attributes that hold an address: a
    // formula's `f:A\to B` is none.
    ALLOWED_URI_REGEXP:
      /^(?:(?:https?|ftp|mailto|tel|sms|geo|xmpp):|data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]|#)/i,
    ADD_URI_SAFE_ATTR: attributes.filter((name) => !["cite", "data-src", "href", "poster", "src"].includes(name)),
    // What it guards against (`-->` in a description) arises where the result is parsed again;
    // it is used as nodes.
    SAFE_FOR_XML: false,
    RETURN_DOM_FRAGMENT: true,
    // Creating a policy of its own would be reported to pages that forbid policies; in a content
    // script's world plain strings are taken as they are.
    TRUSTED_TYPES_POLICY: {
      createHTML: (markup: string) => markup,
      createScriptURL: (address: string) => address,
    } as unknown as TrustedTypePolicy,
  }),
);
