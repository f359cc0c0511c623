/** The highlights of one page in a view, saved and unsaved, with undo and redo. */

import { ext, isAlive } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { addressOf, keyOf } from "../../../shared/highlights/page-url.ts";
import { type StoredHighlight, readPage } from "../../../shared/highlights/highlight.ts";
import type { Refusal } from "../../../shared/highlights/stored.ts";

/** Highlights to add, and ids of those to delete. */
export interface HighlightChange {
  put: StoredHighlight[];
  remove: string[];
}

/** `gone`: the extension was updated or removed meanwhile. */
export type Failure = Refusal | "gone";

/** Highlights of a private window, by the page's URL and by id. They are shared by all views. */
const privateOnes = new Map<string, Map<string, StoredHighlight>>();

export class PageHighlights {
  readonly #url = addressOf(location.href);
  #marks = new Map<string, StoredHighlight>();
  /** Highlights not saved yet, by id. */
  readonly #unsaved = privateOnes.get(this.#url) ?? new Map<string, StoredHighlight>();
  /** Undo and redo steps; the last is the next. */
  readonly #undo: HighlightChange[] = [];
  readonly #redo: HighlightChange[] = [];
  /** Number of pending changes, and of all changes sent to storage. */
  #pending = 0;
  #sent = 0;
  readonly #changed: () => void;
  readonly #titleOf: () => string;

  /** Calls `changed` when the highlights change, until `signal` is aborted. `titleOf` returns the page's title. */
  constructor(titleOf: () => string, changed: () => void, signal: AbortSignal) {
    this.#titleOf = titleOf;
    if (ext.extension.inIncognitoContext) {
      privateOnes.set(this.#url, this.#unsaved);
    }
    this.#changed = changed;
    const key = keyOf(this.#url);
    const listener = (changes: { [key: string]: chrome.storage.StorageChange }): void => {
      if (key in changes) {
        void this.load();
      }
    };
    ext.storage.local.onChanged.addListener(listener);
    signal.addEventListener("abort", () => {
      if (isAlive()) {
        ext.storage.local.onChanged.removeListener(listener);
      }
    });
  }

  /** Loads the saved highlights. Waits for pending changes, which would otherwise disappear. */
  async load(): Promise<void> {
    const key = keyOf(this.#url);
    const before = this.#sent;
    // A private window shows only its own highlights.
    const isPrivate = ext.extension.inIncognitoContext;
    const stored = !isAlive() ? null : isPrivate ? undefined : (await ext.storage.local.get(key))[key];
    if (stored !== null && this.#pending === 0 && this.#sent === before) {
      this.#read(stored);
    }
  }

  get all(): StoredHighlight[] {
    return [...this.#marks.values()];
  }

  get(id: string): StoredHighlight | undefined {
    return this.#marks.get(id);
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Makes a change that can be undone. Returns why it wasn't saved; null if it was. */
  async change(change: HighlightChange): Promise<Failure | null> {
    this.#undo.push(this.#inverse(change));
    this.#redo.length = 0;
    return this.store(change);
  }

  /** Undoes the last change. */
  async undo(): Promise<Failure | null> {
    return this.#step(this.#undo, this.#redo);
  }

  /** Redoes the change undone last. */
  async redo(): Promise<Failure | null> {
    return this.#step(this.#redo, this.#undo);
  }

  /** Applies a change. If saving fails, added highlights stay on screen, and deleted ones return. */
  async store({ put, remove }: HighlightChange): Promise<Failure | null> {
    const removed = remove.filter((id) => !this.#unsaved.delete(id)).flatMap((id) => this.#marks.get(id) ?? []);
    this.#apply({ put, remove });
    // Includes changes that couldn't be saved before.
    const all = new Map([...this.#unsaved.values(), ...put].map((mark) => [mark.id, mark]));
    const failure = await this.#send({ put: [...all.values()], remove });
    if (failure) {
      for (const highlight of put) {
        this.#unsaved.set(highlight.id, highlight);
      }
      this.#apply({ put: removed, remove: [] });
    } else {
      this.#unsaved.clear();
    }
    if (this.#pending === 0) {
      void this.load();
    }
    return failure;
  }

  async #send({ put, remove }: HighlightChange): Promise<Failure | null> {
    this.#pending += 1;
    this.#sent += 1;
    try {
      const changes = [{ url: this.#url, title: this.#titleOf(), put, remove }];
      const answer = await ask("store-marks", { changes, isNew: false });
      return answer.refusal;
    } catch {
      // If storage refuses, the background answers. So the background is gone.
      return "gone";
    } finally {
      this.#pending -= 1;
    }
  }

  #step(from: HighlightChange[], to: HighlightChange[]): Promise<Failure | null> {
    const change = from.pop();
    if (!change) {
      return Promise.resolve(null);
    }
    to.push(this.#inverse(change));
    return this.store(change);
  }

  #inverse({ put, remove }: HighlightChange): HighlightChange {
    const known = (id: string): boolean => this.#marks.has(id);
    const ids = [...put.map(({ id }) => id), ...remove];
    return {
      put: ids.flatMap((id) => this.#marks.get(id) ?? []),
      remove: put.map(({ id }) => id).filter((id) => !known(id)),
    };
  }

  #apply({ put, remove }: HighlightChange): void {
    for (const id of remove) {
      this.#marks.delete(id);
    }
    for (const mark of put) {
      this.#marks.set(mark.id, mark);
    }
    this.#changed();
  }

  #read(stored: unknown): void {
    const page = readPage(stored);
    const marks = page && page !== "newer" ? page.marks : [];
    this.#marks = new Map([...marks, ...this.#unsaved.values()].map((mark) => [mark.id, mark]));
    this.#changed();
  }
}
