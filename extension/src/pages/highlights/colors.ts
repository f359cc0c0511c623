/** The five colors of highlights as something to choose from. */

import { t } from "../../shared/ext.ts";
import { colours, type HighlightColor } from "../../shared/highlights/highlight.ts";
import { element } from "../../ui/build.ts";

export function colorDot(): HTMLElement {
  return element("span", { class: "dot" });
}

/** Returns the colors as radio buttons. `name`: theirs, which no other ones have. */
export function colorRadios(
  name: string,
  choose: (colour: HighlightColor) => void,
): { node: HTMLElement; show(colour: HighlightColor | null): void } {
  const inputs = new Map(
    colours.map((colour) => {
      const input = element("input", { type: "radio", name, value: colour, "aria-label": t(`colour_${colour}`) });
      input.addEventListener("change", () => choose(colour));
      return [colour, input] as const;
    }),
  );
  const labels = [...inputs].map(([colour, input]) =>
    element("label", { class: colour, title: t(`colour_${colour}`) }, input, colorDot()),
  );
  return {
    node: element("span", { class: "colors", role: "radiogroup", "aria-label": t("colour") }, ...labels),
    show: (shown) => {
      for (const [colour, input] of inputs) {
        input.checked = colour === shown;
      }
    },
  };
}
