/** Radio buttons for the five colors of highlights. */

import { t } from "../../shared/ext.ts";
import { colors, type HighlightColor } from "../../shared/highlights/highlight.ts";
import { element } from "../../ui/build.ts";

export function colorDot(): HTMLElement {
  return element("span", { class: "dot" });
}

/** Creates the radio buttons. `name`: their name, unique on the page. */
export function colorRadios(
  name: string,
  onChoose: (color: HighlightColor) => void,
): { node: HTMLElement; show(color: HighlightColor | null): void } {
  const inputs = new Map(
    colors.map((color) => {
      const input = element("input", { type: "radio", name, value: color, "aria-label": t(`color_${color}`) });
      input.addEventListener("change", () => onChoose(color));
      return [color, input] as const;
    }),
  );
  const labels = [...inputs].map(([color, input]) =>
    element("label", { class: color, title: t(`color_${color}`) }, input, colorDot()),
  );
  return {
    node: element("span", { class: "colors", role: "radiogroup", "aria-label": t("color") }, ...labels),
    show: (chosen) => {
      for (const [color, input] of inputs) {
        input.checked = color === chosen;
      }
    },
  };
}
