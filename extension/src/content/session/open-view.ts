/** An open view: what it shows, and what to restore after it. */

import type { ViewName } from "../../parts.ts";
import type { Effect } from "../dom/page-state.ts";
import { type ReadingPosition, samePosition } from "../dom/reading-position.ts";
import type { Opener, Session, View } from "./session.ts";

/** Parameters of a view to open. */
interface Opened {
  name: ViewName;
  opener: Opener;
  host: HTMLElement;
  /** Restores what the view changes in the page. */
  restore(): void;
  /** The paragraph at the top of the page before. */
  atTop: ReadingPosition | null;
}

export class OpenView {
  readonly name: ViewName;
  readonly effect: Effect;
  readonly atTop: ReadingPosition | null;
  readonly keep: Opener["keep"];
  /** Undefined until it is shown. */
  session: Session | undefined;
  readonly #opener: Opener;
  readonly #host: HTMLElement;
  readonly #restore: () => void;
  readonly #ended = new AbortController();
  readonly #whole = Promise.withResolvers<void>();
  #view: View | undefined;
  /** The paragraph that was shown first. */
  #shownAt: ReadingPosition | null = null;

  constructor({ name, opener, host, restore, atTop }: Opened) {
    this.name = name;
    this.atTop = atTop;
    this.keep = opener.keep;
    this.effect = opener.page;
    this.#opener = opener;
    this.#host = host;
    this.#restore = restore;
    host.dataset.pith = name;
  }

  /** Aborted when the view is closed. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Resolves once the view is complete or closed. */
  get whole(): Promise<void> {
    return this.#whole.promise;
  }

  /** Shows the view. Resolves once it is complete or closed. */
  async show(session: Session): Promise<void> {
    this.session = session;
    const view = this.#opener.open(session);
    this.#view = view;
    this.#shownAt = view.place?.() ?? null;
    await view.whole;
    if (!this.signal.aborted && view.isInUse?.() === false) {
      this.#shownAt = view.place?.() ?? null;
    }
    this.#whole.resolve();
  }

  /** Returns whether the view moves the page's text. */
  get movesText(): boolean {
    return this.#view?.place !== undefined;
  }

  /** Returns the paragraph that is being read in it. */
  get place(): ReadingPosition | null {
    return attempt(() => this.#view?.place?.()) ?? null;
  }

  /** Returns whether the user has read on from `place`. */
  isReadOn(place: ReadingPosition | null): boolean {
    return this.movesText && !samePosition(this.#shownAt, place);
  }

  /** Removes the view without restoring the page. */
  end(): void {
    this.#ended.abort();
    this.#host.remove();
  }

  /** Removes the view and restores the page. */
  restore(): void {
    this.end();
    attempt(this.#restore);
  }
}

/** Runs a step of restoring the page and ignores failures: the page may have changed anything. */
export function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
