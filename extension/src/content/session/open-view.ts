/** An open view: what it shows, and what to restore after it. */

import type { ViewName } from "../../parts.ts";
import type { Effect } from "../dom/page-state.ts";
import { type ReadingPosition, samePosition } from "../dom/reading-position.ts";
import type { Opener, Session, View } from "./session.ts";

/** Facts about a view that is to be opened. */
interface Opened {
  name: ViewName;
  opener: Opener;
  host: HTMLElement;
  /** Puts back what the view disturbs in the page. */
  restorePage(): void;
  /** The paragraph at the top of the page before. */
  atTop: ReadingPosition | null;
}

export class OpenView {
  readonly name: ViewName;
  readonly effect: Effect;
  readonly atTop: ReadingPosition | null;
  readonly hold: Opener["hold"];
  /** Undefined until it is shown. */
  session: Session | undefined;
  readonly #opener: Opener;
  readonly #host: HTMLElement;
  readonly #restorePage: () => void;
  readonly #ended = new AbortController();
  readonly #whole = Promise.withResolvers<void>();
  #view: View | undefined;
  /** The paragraph that was shown first. */
  #shownAt: ReadingPosition | null = null;

  constructor({ name, opener, host, restorePage, atTop }: Opened) {
    this.name = name;
    this.atTop = atTop;
    this.hold = opener.hold;
    this.effect = opener.page;
    this.#opener = opener;
    this.#host = host;
    this.#restorePage = restorePage;
    host.dataset.pith = name;
  }

  /** Aborted when the view is left. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Resolves once it is whole, or was left before. */
  get whole(): Promise<void> {
    return this.#whole.promise;
  }

  /** Shows it. Resolves once it is whole, or was left before. */
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

  /** Returns whether the view shows the page's text in places of its own. */
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

  /** Takes it away, with nothing of the page put back. */
  end(): void {
    this.#ended.abort();
    this.#host.remove();
  }

  /** Takes it away and puts back what it has disturbed. */
  giveBack(): void {
    this.end();
    attempt(this.#restorePage);
  }
}

/** Runs a step of giving the page back, and goes on where it fails: the page may have changed anything. */
export function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
