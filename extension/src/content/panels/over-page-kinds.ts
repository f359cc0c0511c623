/** Values of `data-pith` for our elements over the page that aren't views: see over-page.ts. */

export const overPageKinds = ["taking", "nothing", "highlighted"] as const;

export type OverPageKind = (typeof overPageKinds)[number];
