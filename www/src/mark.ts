/** The node under the pointer, which the page, the plots, and the lists all highlight. */

export interface HoveredNode {
  /** The node, or the first text node of a run. */
  node: number;
  /** The last text node of the run. */
  last?: number;
  /** The component that marked it. The page doesn't scroll to nodes that its own pointer marked. */
  from: object;
}

type Listener = (setHovered: HoveredNode | null) => void;

const listeners = new Set<Listener>();
let current: HoveredNode | null = null;

export function onHover(listener: Listener): void {
  listeners.add(listener);
}

export function setHovered(next: HoveredNode | null): void {
  if (next?.node === current?.node && next?.last === current?.last) {
    return;
  }
  current = next;
  for (const listener of listeners) {
    listener(next);
  }
}
