/** The buttons that lead from one view to another. */

import { drawing, element } from "./build.ts";
import { t } from "./ext.ts";
import { type ViewName, viewNames } from "./messages.ts";

const faces: Record<ViewName, string> = {
  reader: "M12 6c-2-1.5-5-2-8.5-1.5v13c3.5-.5 6.5 0 8.5 1.5c2-1.5 5-2 8.5-1.5v-13c-3.5-.5-6.5 0-8.5 1.5zM12 6v13",
  simplify: "M7 3h10v18H7zM10 7h4M10 10h4M10 13h4M11 18h2",
  highlight: "M4 20h6M14 4l6 6l-9 9H7l-3-3zM10 8l6 6",
};

/** A button per view, that of the open one pressed. */
export function switcher(current: ViewName, show: (view: ViewName) => void): HTMLElement {
  const group = element("div", { class: "views", role: "group", "aria-label": t("views") });
  for (const view of viewNames) {
    const button = element("button", {
      type: "button",
      class: `view ${view}`,
      "aria-label": t(`view_${view}`),
      "aria-pressed": String(view === current),
      title: t(`view_${view}`),
    });
    button.append(drawing(faces[view]));
    button.addEventListener("click", () => {
      if (view !== current) {
        show(view);
      }
    });
    group.append(button);
  }
  return group;
}
