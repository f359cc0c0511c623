/** An open view: what it shows, and what to restore after it. */

import type { ViewName } from "../../parts.ts";
import type { PageEffect } from "../dom/page-state.ts";
import { type ReadingPosition, samePosition } from "../dom/reading-position.ts";
import type { Opener, Session, View } from "./session.ts";

/** Parameters of a view to open. */
interface OpenViewOptions {
  name: ViewName;
  opener: Opener;
  host: HTMLElement;
  /** Restores what the view changes in the page. */
  restore(): void;
  /** The paragraph at the top of the page before. */
  pagePosition: ReadingPosition | null;
}

export class OpenView {
  readonly name: ViewName;
  readonly effect: PageEffect;
  readonly pagePosition: ReadingPosition | null;
  readonly holdInPlace: Opener["holdInPlace"];
  /** Undefined until it is shown. */
  session: Session | undefined;
  readonly #opener: Opener;
  readonly #host: HTMLElement;
  readonly #restore: () => void;
  readonly #ended = new AbortController();
  readonly #completed = Promise.withResolvers<void>();
  #view: View | undefined;
  /** The paragraph that was shown first. */
  #initialPosition: ReadingPosition | null = null;

  constructor({ name, opener, host, restore, pagePosition }: OpenViewOptions) {
    this.name = name;
    this.pagePosition = pagePosition;
    this.holdInPlace = opener.holdInPlace;
    this.effect = opener.effect;
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
  get completed(): Promise<void> {
    return this.#completed.promise;
  }

  /** Shows the view. Resolves once it is complete or closed. */
  async show(session: Session): Promise<void> {
    this.session = session;
    const view = this.#opener.open(session);
    this.#view = view;
    this.#initialPosition = view.position?.() ?? null;
    await view.completed;
    if (!this.signal.aborted && view.isInUse?.() === false) {
      this.#initialPosition = view.position?.() ?? null;
    }
    this.#completed.resolve();
  }

  /** Returns whether the view moves the page's text. */
  get movesText(): boolean {
    return this.#view?.position !== undefined;
  }

  /** Returns the paragraph that is being read in it. */
  get position(): ReadingPosition | null {
    return attempt(() => this.#view?.position?.()) ?? null;
  }

  /** Returns whether the user has read on from `position`. */
  hasReadOn(position: ReadingPosition | null): boolean {
    return this.movesText && !samePosition(this.#initialPosition, position);
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
