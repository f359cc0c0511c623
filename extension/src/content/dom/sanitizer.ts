/** DOMPurify for browsers without `setHTML`, in the form `sanitize` uses. */

import createPurify from "dompurify";
import { createInert, documentOf } from "../../ui/nodes.ts";
import { address, addressed } from "./sanitize.ts";
import { share } from "../../shared/state.ts";

/** DOMPurify for a document of our own, which the page cannot touch. */
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
  ALLOWED_URI_REGEXP: address,
  // What it guards against (`-->` in a description) arises where the result is parsed again;
  // it is used as nodes.
  SAFE_FOR_XML: false,
  RETURN_DOM_FRAGMENT: true,
  // Creating a policy of its own would be reported to pages that forbid policies; in a content
  // script's world plain strings are taken as they are.
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
    // Addresses are asked for only in attributes that hold one: a formula's `f:A\to B` is none.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => !addressed.includes(name)),
  });
  // Where a frameset took the place of the body.
  return nodes ?? new DocumentFragment();
});
