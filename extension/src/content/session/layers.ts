/** Layers open over a view, newest last. Escape closes the newest, and the view once none is open. */

export class Layers {
  /** A close function per layer. A map keeps the order. */
  readonly #open = new Map<object, () => void>();

  /** Adds a layer as the newest. */
  add(layer: object, close: () => void): void {
    this.#open.delete(layer);
    this.#open.set(layer, close);
  }

  /** Removes a layer, whether or not it was open. */
  remove(layer: object): void {
    this.#open.delete(layer);
  }

  /** Closes the newest layer. Returns whether there was one. */
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
