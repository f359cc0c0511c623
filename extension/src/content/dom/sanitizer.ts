/** DOMPurify for browsers without `setHTML`, in the form `sanitize` uses. */

import createPurify from "dompurify";
import { createInert, documentOf } from "../../ui/nodes.ts";
import { allowedUrl, urlAttrs } from "./sanitize.ts";
import { share } from "../../shared/state.ts";

/** DOMPurify for a document of Pith's own, which the page can't change. */
const purify = createPurify({
  document: documentOf(createInert()),
  DocumentFragment,
  HTMLTemplateElement,
  Node,
  Element,
  NodeFilter,
  NamedNodeMap,
  HTMLFormElement,
  DOMParser,
});

const options = {
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: allowedUrl,
  // The attack it prevents (`-->` in a description) needs the result to be parsed again, but here it is used as nodes.
  SAFE_FOR_XML: false,
  RETURN_DOM_FRAGMENT: true,
  // Creating a policy would be reported on pages that forbid policies. In a content script's world, plain strings are
  // accepted.
  TRUSTED_TYPES_POLICY: {
    createHTML: (markup: string) => markup,
    createScriptURL: (script: string) => script,
  } as unknown as TrustedTypePolicy,
} as const;

share("pithSanitizer", (html, elements, attributes) => {
  const nodes: DocumentFragment | null = purify.sanitize(html, {
    ...options,
    ALLOWED_TAGS: [...elements, "#text"],
    ALLOWED_ATTR: attributes,
    // Only attributes with URLs are checked: a formula's `f:A\to B` isn't a URL.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => !urlAttrs.includes(name)),
  });
  // Null if a frameset has replaced the body.
  return nodes ?? new DocumentFragment();
});
