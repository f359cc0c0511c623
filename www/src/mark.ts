/** The node that the visitor points at, wherever it is shown: the page, the plots and the lists follow. */

export interface Mark {
  /** The node, or the first of a run of text. */
  node: number;
  /** The last text node of the run. */
  last?: number;
  /** The part that marked it: the page does not scroll while its own pointer marks. */
  from: object;
}

type Listener = (mark: Mark | null) => void;

const listeners = new Set<Listener>();
let current: Mark | null = null;

export function onMark(listener: Listener): void {
  listeners.add(listener);
}

export function mark(next: Mark | null): void {
  if (next?.node === current?.node && next?.last === current?.last) {
    return;
  }
  current = next;
  for (const listener of listeners) {
    listener(next);
  }
}
