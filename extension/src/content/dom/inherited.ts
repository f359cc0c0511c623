/** Values of elements that depend on their ancestors. */

import { flatTreeParent } from "../../ui/nodes.ts";

/**
 * Returns the value of an element: `step` computes it from the value of its parent, starting at the outermost. `parentOf`
 * returns an element's parent. `cache` caches values, so that ancestors are only visited once per page.
 */
export function inheritedValue<Value>(
  element: Element | null,
  cache: Map<Element, Value>,
  outermost: Value,
  step: (element: Element, parentValue: Value) => Value,
  parentOf: (element: Element) => Element | null = flatTreeParent,
): Value {
  const uncached: Element[] = [];
  let ancestor = element;
  while (ancestor && !cache.has(ancestor)) {
    uncached.push(ancestor);
    ancestor = parentOf(ancestor);
  }
  let value = ancestor ? (cache.get(ancestor) as Value) : outermost;
  for (const inner of uncached.reverse()) {
    value = step(inner, value);
    cache.set(inner, value);
  }
  return value;
}
