/** What `data-pith` says of our elements that are shown over the page and are no view: see over-page.ts. */

export const overPageKinds = ["taking", "nothing", "highlighted"] as const;

export type OverPageKind = (typeof overPageKinds)[number];
