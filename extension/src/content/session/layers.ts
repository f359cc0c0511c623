/** What is open over a view, the newest last: Escape closes the newest, and leaves the view once none is open. */

export class Layers {
  /** What closes each of them. A map keeps the order. */
  readonly #open = new Map<object, () => void>();

  /** Notes that something is open, as the newest. */
  opened(layer: object, close: () => void): void {
    this.#open.delete(layer);
    this.#open.set(layer, close);
  }

  /** Notes that something is closed, open before or not. */
  closed(layer: object): void {
    this.#open.delete(layer);
  }

  /** Closes the newest. Returns whether there was any. */
  close(): boolean {
    const newest = [...this.#open].at(-1);
    if (newest) {
      const [layer, close] = newest;
      this.#open.delete(layer);
      close();
    }
    return newest !== undefined;
  }
}
