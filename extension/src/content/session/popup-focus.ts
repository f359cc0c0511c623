/** Whether keys belong to an open popup of the view. */

import { closest, focusInRoot } from "../../ui/nodes.ts";

/** Returns whether the focus is in an open menu, panel, or sheet, in which single keys aren't shortcuts of the view. */
export function isInPopup(shadow: ShadowRoot): boolean {
  const focused = focusInRoot(shadow);
  return focused ? closest(focused, "[popover=auto]:popover-open, .sheet:popover-open") !== null : false;
}
