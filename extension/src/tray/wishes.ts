/** What a person wishes on a page, with what was wished before: everything can be undone. */

/** The levels of the core, in its order. */
export const levels = ["strict", "found", "notes", "column"] as const;

export type Level = (typeof levels)[number];

interface State {
  level: Level;
  /** The first leaves of blocks, with whether they are kept. */
  blocks: ReadonlyMap<number, boolean>;
}

export class Wishes {
  #states: State[] = [{ level: "found", blocks: new Map() }];
  #at = 0;

  get now(): State {
    return this.#states[this.#at] as State;
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#states.length - 1;
  }

  /** The wishes as the core reads them. */
  get numbers(): Uint32Array {
    const blocks = [...this.now.blocks].flatMap(([leaf, keep]) => [leaf, Number(keep)]);
    return new Uint32Array([levels.indexOf(this.now.level), ...blocks]);
  }

  /** Wishes blocks to be kept or not. */
  set(leaves: readonly number[], keep: boolean): void {
    const blocks = new Map(this.now.blocks);
    for (const leaf of leaves) {
      blocks.set(leaf, keep);
    }
    this.#add({ ...this.now, blocks });
  }

  setLevel(level: Level): void {
    this.#add({ ...this.now, level });
  }

  undo(): void {
    this.#at -= 1;
  }

  redo(): void {
    this.#at += 1;
  }

  /** Forgets the last wish, which cannot be fulfilled. */
  drop(): void {
    this.#states = this.#states.slice(0, this.#at);
    this.#at -= 1;
  }

  #add(state: State): void {
    this.#states = [...this.#states.slice(0, this.#at + 1), state];
    this.#at += 1;
  }
}
