/** Values of elements that depend on their ancestors. */

import { holderOf } from "../../ui/nodes.ts";

/**
 * Returns the value of an element: `step` computes it from the value of its parent, starting at the outermost. `above`
 * returns an element's parent. `known` caches values, so that ancestors are only visited once per page.
 */
export function inherited<Value>(
  element: Element | null,
  known: Map<Element, Value>,
  outermost: Value,
  step: (element: Element, around: Value) => Value,
  above: (element: Element) => Element | null = holderOf,
): Value {
  const unknown: Element[] = [];
  let at = element;
  while (at && !known.has(at)) {
    unknown.push(at);
    at = above(at);
  }
  let value = at ? (known.get(at) as Value) : outermost;
  for (const inner of unknown.reverse()) {
    value = step(inner, value);
    known.set(inner, value);
  }
  return value;
}
