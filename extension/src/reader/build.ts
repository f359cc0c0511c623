/** Building our own nodes without markup. */

type Attributes = { [name: string]: string | number | boolean | undefined };

/** An element with attributes (`true`: present and empty, `false` or `undefined`: absent) and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children);
  return made;
}

/** A line drawing on a 24 by 24 grid, for the eye only: what it means stands in the button's label. */
export function drawing(path: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  set(svg, { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", focusable: "false" });
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

function set(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
