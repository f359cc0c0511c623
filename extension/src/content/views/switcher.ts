/** The menu of views: names, shortcuts, and a check mark at the open one. */

import { drawing, element } from "../../ui/build.ts";
import { t } from "../../shared/ext.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import type { Shortcuts } from "../../shared/messages.ts";

const faces: Record<ViewName, string> = {
  reader: "M12 6c-2-1.5-5-2-8.5-1.5v13c3.5-.5 6.5 0 8.5 1.5c2-1.5 5-2 8.5-1.5v-13c-3.5-.5-6.5 0-8.5 1.5zM12 6v13",
  simplify: "M7 3h10v18H7zM10 7h4M10 10h4M10 13h4M11 18h2",
  highlight: "M4 20h6M14 4l6 6l-9 9H7l-3-3zM10 8l6 6",
};

const check = "M5 12.5l4.5 4.5L19 7.5";

/** Returns a button per view; the button of the open view is pressed. */
export function viewButtons(current: ViewName, shortcuts: Shortcuts, show: (view: ViewName) => void): HTMLElement[] {
  return viewNames.map((view) => {
    const isCurrent = view === current;
    const button = element(
      "button",
      { type: "button", class: `view ${view}`, "aria-pressed": String(isCurrent) },
      drawing(faces[view]),
      element("span", { class: "name" }, t(`view_${view}`)),
    );
    const keys = shortcuts[view];
    if (keys) {
      button.append(element("kbd", {}, keys));
    }
    if (isCurrent) {
      const mark = drawing(check);
      mark.classList.add("mark");
      button.append(mark);
    } else {
      button.addEventListener("click", () => show(view));
    }
    return button;
  });
}
