/** The user's overrides on a page. All of them can be undone. */

/** The levels of the core, in its order. */
export const levels = ["strict", "found", "notes", "column"] as const;

export type Level = (typeof levels)[number];

/** What an element can be said to be, in the core's order. */
const overrideKinds = ["drop", "keep", "title", "byline", "published"] as const;

export type OverrideKind = (typeof overrideKinds)[number];

interface State {
  level: Level;
  /** What nodes are said to be, in the order in which that was said: the later one counts. */
  nodes: ReadonlyMap<number, OverrideKind>;
  /** The nodes of which that is to be remembered for the site. */
  remembered: ReadonlySet<number>;
}

export class Overrides {
  #states: State[] = [{ level: "found", nodes: new Map(), remembered: new Set() }];
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

  /** The overrides as the core reads them. */
  get numbers(): Uint32Array {
    const nodes = [...this.now.nodes].flatMap(([node, kind]) => [node, overrideKinds.indexOf(kind)]);
    return new Uint32Array([levels.indexOf(this.now.level), ...nodes]);
  }

  /** Says what nodes are. Only one part is the title, and one the author or the date. */
  set(those: readonly number[], kind: OverrideKind): void {
    const isFact = kind !== "keep" && kind !== "drop";
    const others = [...this.now.nodes].filter(([node, said]) => !those.includes(node) && !(isFact && said === kind));
    const remembered = new Set([...this.now.remembered].filter((node) => !those.includes(node)));
    this.#add({ ...this.now, nodes: new Map([...others, ...those.map((node) => [node, kind] as const)]), remembered });
  }

  /** Says of which nodes it is to be remembered what they are. */
  remember(nodes: readonly number[]): void {
    this.#add({ ...this.now, remembered: new Set(nodes) });
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

  /** Forgets the last override, which cannot be fulfilled. */
  drop(): void {
    this.#states = this.#states.slice(0, this.#at);
    this.#at -= 1;
  }

  #add(state: State): void {
    this.#states = [...this.#states.slice(0, this.#at + 1), state];
    this.#at += 1;
  }
}
