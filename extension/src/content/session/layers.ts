/** What is open over a view, the newest last: Escape closes the newest, and leaves the view once none is open. */

export class Layers {
  readonly #open: { close: () => void }[] = [];

  /** Adds what has been opened. Returns a function for when it closes otherwise; calling that again does nothing. */
  add(close: () => void): () => void {
    const layer = { close };
    this.#open.push(layer);
    return () => {
      const at = this.#open.indexOf(layer);
      if (at !== -1) {
        this.#open.splice(at, 1);
      }
    };
  }

  /** Closes the newest. Returns whether there was any. */
  close(): boolean {
    const layer = this.#open.pop();
    layer?.close();
    return layer !== undefined;
  }
}
