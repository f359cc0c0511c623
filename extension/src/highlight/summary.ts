/** The summary: how much was kept, how much left out and why; and the switch to densities. */

import { drawing, element } from "../build.ts";
import type { Block, Reason, Removed } from "../core.ts";
import { t } from "../ext.ts";
import { number, percent } from "../numbers.ts";
import { reasonName } from "../removed.ts";
import type { Overlay } from "./overlay.ts";

/**
 * Returns the summary, one line that opens on demand. `turn` moves the controls to the other side of
 * the screen. Without an article `blocks` are null, and the summary does not say what was kept.
 */
export function summary(
  blocks: readonly Block[] | null,
  removed: readonly Removed[],
  overlay: Overlay,
  turn: () => void,
): HTMLElement {
  const chars = (some: readonly Block[]): number => some.reduce((sum, block) => sum + block.chars, 0);
  const share = blocks && chars(blocks.filter(({ content }) => content)) / Math.max(chars(blocks), 1);
  const details = element(
    "details",
    {},
    element(
      "summary",
      {},
      ...(share === null ? [] : [element("span", {}, t("kept", percent(share)))]),
      element("span", {}, t("removed", number(overlay.removed.length))),
    ),
    reasonList(removed, overlay),
    densitySwitch(overlay),
  );
  const move = element(
    "button",
    { type: "button", class: "move", "aria-label": t("otherSide"), title: t("otherSide") },
    drawing("M7 4v14M4 7l3-3l3 3M17 20V6M14 17l3 3l3-3"),
  );
  move.addEventListener("click", turn);
  return element("div", { class: "summary" }, details, move);
}

/** Returns a button per reason, the most frequent first; each press goes to the next part of that reason. */
function reasonList(removed: readonly Removed[], overlay: Overlay): HTMLElement {
  const parts = new Map<Reason, number[]>();
  for (const index of overlay.removed) {
    const reason = removed[index]?.reason;
    if (reason) {
      parts.set(reason, [...(parts.get(reason) ?? []), index]);
    }
  }
  const list = element("ul", { class: "reasons" });
  for (const [reason, indices] of [...parts].sort(([, a], [, b]) => b.length - a.length)) {
    let next = 0;
    const button = element(
      "button",
      { type: "button", class: "reason" },
      element("span", {}, reasonName(reason)),
      element("span", { class: "count" }, number(indices.length)),
    );
    button.addEventListener("click", () => {
      const index = indices[next % indices.length];
      next += 1;
      if (index !== undefined) {
        overlay.reach(index);
      }
    });
    list.append(element("li", {}, button));
  }
  return list;
}

function densitySwitch(overlay: Overlay): HTMLElement {
  const scale = element("span", { class: "scale", "aria-hidden": "true" });
  for (const shade of [0, 1, 2, 3, 4, 5]) {
    scale.append(element("i", { class: `shade-${shade}` }));
  }
  const button = element(
    "button",
    { type: "button", class: "densities", "aria-pressed": "false" },
    t("densities"),
    scale,
  );
  button.addEventListener("click", () => {
    const on = button.ariaPressed !== "true";
    button.ariaPressed = String(on);
    overlay.densities = on;
  });
  return button;
}
