/** The user's overrides on a page, with undo. */

/** The core's levels, in its order. */
export const levels = ["strict", "found", "notes", "column"] as const;

export type Level = (typeof levels)[number];

/** What the user can declare an element to be, in the core's order. */
export const overrideKinds = ["drop", "keep", "title", "byline", "published"] as const;

export type OverrideKind = (typeof overrideKinds)[number];

interface OverrideState {
  level: Level;
  /** Overrides by node, oldest first. Later ones take precedence. */
  nodes: ReadonlyMap<number, OverrideKind>;
  /** The nodes whose overrides are saved as site rules. */
  saved: ReadonlySet<number>;
}

export class Overrides {
  #states: OverrideState[];
  #index = 0;

  /** Starts with earlier overrides, which can't be undone step by step. */
  constructor(before: OverrideState = { level: "found", nodes: new Map(), saved: new Set() }) {
    this.#states = [before];
  }

  get now(): OverrideState {
    return this.#states[this.#index] as OverrideState;
  }

  get canUndo(): boolean {
    return this.#index > 0;
  }

  get canRedo(): boolean {
    return this.#index < this.#states.length - 1;
  }

  /** The overrides as numbers for the core. */
  get numbers(): Uint32Array {
    return this.numbersAt(this.now.level);
  }

  /** Returns the overrides with another level. */
  numbersAt(level: Level): Uint32Array {
    const nodes = [...this.now.nodes].flatMap(([node, kind]) => [node, overrideKinds.indexOf(kind)]);
    return new Uint32Array([levels.indexOf(level), ...nodes]);
  }

  /** True if nothing is overridden. */
  get isEmpty(): boolean {
    return this.now.level === "found" && this.now.nodes.size === 0;
  }

  /** Returns whether one of these nodes is overridden. */
  has(targets: readonly number[]): boolean {
    return targets.some((node) => this.now.nodes.has(node));
  }

  /** Overrides what nodes are. Only one part can be the title, the author, or the date. */
  set(targets: readonly number[], kind: OverrideKind): void {
    const isFact = kind !== "keep" && kind !== "drop";
    const others = [...this.now.nodes].filter(
      ([node, choice]) => !targets.includes(node) && !(isFact && choice === kind),
    );
    const saved = new Set([...this.now.saved].filter((node) => !targets.includes(node)));
    this.#add({ ...this.now, nodes: new Map([...others, ...targets.map((node) => [node, kind] as const)]), saved });
  }

  /** Removes the overrides of nodes. */
  clear(targets: readonly number[]): void {
    const isOther = (node: number): boolean => !targets.includes(node);
    const nodes = new Map([...this.now.nodes].filter(([node]) => isOther(node)));
    this.#add({ ...this.now, nodes, saved: new Set([...this.now.saved].filter(isOther)) });
  }

  /** Removes all overrides. */
  reset(): void {
    this.#add({ level: "found", nodes: new Map(), saved: new Set() });
  }

  /** Sets the nodes whose overrides are saved as site rules. */
  saveForSite(nodes: readonly number[]): void {
    this.#add({ ...this.now, saved: new Set(nodes) });
  }

  setLevel(level: Level): void {
    this.#add({ ...this.now, level });
  }

  undo(): void {
    this.#index -= 1;
  }

  redo(): void {
    this.#index += 1;
  }

  /** Removes the last override, because the core can't apply it. */
  discardLast(): void {
    this.#states = this.#states.slice(0, this.#index);
    this.#index -= 1;
  }

  #add(state: OverrideState): void {
    this.#states = [...this.#states.slice(0, this.#index + 1), state];
    this.#index += 1;
  }
}
