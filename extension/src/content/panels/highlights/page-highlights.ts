/** The highlights of one page in a view, saved and unsaved, with undo and redo. */

import { ext, isAlive } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { pageUrl, highlightsKey } from "../../../shared/highlights/page-url.ts";
import { type StoredHighlight, readPage } from "../../../shared/highlights/highlight.ts";
import type { PageChange, Refusal } from "../../../shared/highlights/stored.ts";

/** Highlights to add, and ids of those to delete. */
export interface HighlightChange {
  put: StoredHighlight[];
  remove: string[];
}

/** `gone`: the extension was updated or removed meanwhile. */
export type SaveFailure = Refusal | "gone";

/** Title and byline of a page, saved with its highlights. */
export type PageSource = Pick<PageChange, "title" | "byline">;

/** Highlights of a private window, by the page's URL and by id. They are shared by all views. */
const privateHighlights = new Map<string, Map<string, StoredHighlight>>();

export class PageHighlights {
  readonly #url = pageUrl(location.href);
  #highlights = new Map<string, StoredHighlight>();
  /** Highlights not saved yet, by id. */
  readonly #unsaved = privateHighlights.get(this.#url) ?? new Map<string, StoredHighlight>();
  /** Undo and redo steps; the last is the next. */
  readonly #undo: HighlightChange[] = [];
  readonly #redo: HighlightChange[] = [];
  /** Number of pending changes, and of all changes sent to storage. */
  #pendingCount = 0;
  #sentCount = 0;
  readonly #onChange: () => void;
  readonly #source: () => PageSource;

  /** Calls `onChange` when the highlights change, until `signal` is aborted. */
  constructor(source: () => PageSource, onChange: () => void, signal: AbortSignal) {
    this.#source = source;
    if (ext.extension.inIncognitoContext) {
      privateHighlights.set(this.#url, this.#unsaved);
    }
    this.#onChange = onChange;
    const key = highlightsKey(this.#url);
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
    const key = highlightsKey(this.#url);
    const sentBefore = this.#sentCount;
    // A private window shows only its own highlights.
    const isPrivate = ext.extension.inIncognitoContext;
    const stored = !isAlive() ? null : isPrivate ? undefined : (await ext.storage.local.get(key))[key];
    if (stored !== null && this.#pendingCount === 0 && this.#sentCount === sentBefore) {
      this.#read(stored);
    }
  }

  get all(): StoredHighlight[] {
    return [...this.#highlights.values()];
  }

  get(id: string): StoredHighlight | undefined {
    return this.#highlights.get(id);
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Makes a change that can be undone. Returns why it wasn't saved; null if it was. */
  async change(change: HighlightChange): Promise<SaveFailure | null> {
    this.#undo.push(this.#inverse(change));
    this.#redo.length = 0;
    return this.store(change);
  }

  /** Undoes the last change. */
  async undo(): Promise<SaveFailure | null> {
    return this.#step(this.#undo, this.#redo);
  }

  /** Redoes the change undone last. */
  async redo(): Promise<SaveFailure | null> {
    return this.#step(this.#redo, this.#undo);
  }

  /** Applies a change. If saving fails, added highlights stay on screen, and deleted ones return. */
  async store({ put, remove }: HighlightChange): Promise<SaveFailure | null> {
    const removed = remove.filter((id) => !this.#unsaved.delete(id)).flatMap((id) => this.#highlights.get(id) ?? []);
    this.#apply({ put, remove });
    // Includes changes that couldn't be saved before.
    const toSave = new Map([...this.#unsaved.values(), ...put].map((highlight) => [highlight.id, highlight]));
    const failure = await this.#send({ put: [...toSave.values()], remove });
    if (failure) {
      for (const highlight of put) {
        this.#unsaved.set(highlight.id, highlight);
      }
      this.#apply({ put: removed, remove: [] });
    } else {
      this.#unsaved.clear();
    }
    if (this.#pendingCount === 0) {
      void this.load();
    }
    return failure;
  }

  async #send({ put, remove }: HighlightChange): Promise<SaveFailure | null> {
    this.#pendingCount += 1;
    this.#sentCount += 1;
    try {
      const changes = [{ url: this.#url, ...this.#source(), put, remove }];
      const response = await ask("store-marks", { changes, isNew: false });
      return response.refusal;
    } catch {
      // If storage refuses, the background answers. So the background is gone.
      return "gone";
    } finally {
      this.#pendingCount -= 1;
    }
  }

  #step(from: HighlightChange[], to: HighlightChange[]): Promise<SaveFailure | null> {
    const change = from.pop();
    if (!change) {
      return Promise.resolve(null);
    }
    to.push(this.#inverse(change));
    return this.store(change);
  }

  #inverse({ put, remove }: HighlightChange): HighlightChange {
    const exists = (id: string): boolean => this.#highlights.has(id);
    const ids = [...put.map(({ id }) => id), ...remove];
    return {
      put: ids.flatMap((id) => this.#highlights.get(id) ?? []),
      remove: put.map(({ id }) => id).filter((id) => !exists(id)),
    };
  }

  #apply({ put, remove }: HighlightChange): void {
    for (const id of remove) {
      this.#highlights.delete(id);
    }
    for (const highlight of put) {
      this.#highlights.set(highlight.id, highlight);
    }
    this.#onChange();
  }

  #read(stored: unknown): void {
    const page = readPage(stored);
    const highlights = page && page !== "newer" ? page.marks : [];
    this.#highlights = new Map(
      [...highlights, ...this.#unsaved.values()].map((highlight) => [highlight.id, highlight]),
    );
    this.#onChange();
  }
}
