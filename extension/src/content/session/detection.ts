/** The detection of the page. It is cached while a view is open, and repeated if the page has changed. */

import type { Core, Detection } from "../../shared/core.ts";
import { parentNode } from "../../ui/nodes.ts";
import { type PageWatcher, watchPage } from "../dom/page-state.ts";
import { Blocks, type ReadingPosition } from "../dom/reading-position.ts";
import { coreErrorMessage } from "../../shared/reason.ts";
import type { Finding, FoundDetection } from "./finding.ts";

/** A finding, with the state of the page it describes. */
interface CachedFinding {
  finding: Finding;
  /** Returns whether the page has changed since, ignoring Pith's own elements. */
  hasChanged(): boolean;
  free(): void;
}

/** Site rules for a site without any. Only a core in another process needs them before it decides. */
const noSiteRules = Promise.resolve(new Uint8Array());

export class PageDetection {
  /** The finding of the open view. */
  #cached: CachedFinding | undefined;
  /** The core that detected last; set by the first detection. */
  #core!: Core;
  /** The finding that another process is computing. */
  #detecting: Promise<Finding | null> | undefined;
  /** Pith's own elements, whether or not they are in the page. */
  readonly #ownElements = new WeakSet<Node>();

  /** Ignores changes of one of Pith's own elements. */
  ignore(element: Element): void {
    this.#ownElements.add(element);
  }

  /** The cached finding, even if stale; undefined if there is none. */
  get finding(): Finding | undefined {
    return this.#cached?.finding;
  }

  /** Returns whether there is a finding and the page hasn't changed since. */
  get isCurrent(): boolean {
    return this.#cached?.hasChanged() === false;
  }

  /**
   * Returns the cached finding, or a new one if there is none, it failed, its core was dropped, or the page has changed; null
   * if the core doesn't work. `site` has the site's rules in the core's format.
   */
  find(core: Core, site: Promise<Uint8Array>): Finding | Promise<Finding | null> {
    const { finding: cached } = this;
    if (cached?.kind === "found" && this.#core === core && this.isCurrent) {
      return cached;
    }
    if (this.#detecting) {
      return this.#detecting;
    }
    this.discard();
    this.#core = core;
    const watched = this.#watch();
    const finding = detect(core, site);
    if (!(finding instanceof Promise)) {
      return this.#cache(finding, watched);
    }
    this.#detecting = finding.then((newFinding) => {
      this.#detecting = undefined;
      if (newFinding) {
        return this.#cache(newFinding, watched);
      }
      watched.stop();
      return null;
    });
    return this.#detecting;
  }

  /**
   * Re-runs detection while a view is open. The new finding replaces the cached one if `isAccepted` returns true. Resolves to
   * whether it did.
   */
  async redetect(
    site: Promise<Uint8Array>,
    isAccepted: (newFinding: FoundDetection) => Promise<boolean>,
  ): Promise<boolean> {
    const cached = this.#cached;
    const watched = this.#watch();
    const newFinding = await detect(this.#core, site);
    const isUnchanged = (): boolean => cached !== undefined && cached === this.#cached;
    if (newFinding?.kind === "found" && cached?.finding.kind === "found") {
      const { finding } = cached;
      if (isUnchanged() && (await isAccepted(newFinding)) && isUnchanged()) {
        cached.free();
        this.#cache(Object.assign(finding, newFinding), watched);
        return true;
      }
      newFinding.detection.free();
    }
    watched.stop();
    return false;
  }

  /**
   * Deletes the finding, unless the user has corrected it: corrections last until the page changes.
   */
  release(): void {
    const { finding } = this;
    const isCorrected = finding?.kind === "found" && finding.overrides?.canUndo;
    if (!isCorrected) {
      this.discard();
    }
  }

  discard(): void {
    this.#cached?.free();
    this.#cached = undefined;
  }

  #watch(): PageWatcher {
    return watchPage((node) => this.#isOwn(node));
  }

  #cache(finding: Finding, { hasChanged, stop }: PageWatcher): Finding {
    const free = (): void => {
      stop();
      if (finding.kind === "found") {
        finding.detection.free();
      }
    };
    this.#cached = { finding, hasChanged, free };
    return finding;
  }

  /** Returns the paragraph that is being read on the current page. */
  get pagePosition(): ReadingPosition | null {
    const { finding } = this;
    return finding?.kind === "found" ? finding.blocks.positionOn(finding.blocks.page) : null;
  }

  /**
   * Scrolls the current page to the reading position. If a new detection isn't available immediately, the cached one is used.
   */
  scrollPageTo(pagePosition: ReadingPosition | null): void {
    const finding = this.#core.isRemote ? this.finding : this.find(this.#core, noSiteRules);
    if (!finding || finding instanceof Promise) {
      return;
    }
    if (!pagePosition) {
      window.scrollTo({ top: 0, behavior: "instant" });
    } else if (finding.kind === "found") {
      finding.blocks.moveTo(finding.blocks.page, pagePosition);
    }
  }

  /** Returns whether a node is in one of Pith's own elements. */
  #isOwn(node: Node): boolean {
    let ancestor: Node | null = node;
    while (ancestor && !this.#ownElements.has(ancestor)) {
      ancestor = parentNode(ancestor);
    }
    return ancestor !== null;
  }
}

function detect(core: Core, site: Promise<Uint8Array>): Finding | Promise<Finding | null> {
  const toFinding = (detection: Detection): Finding => ({
    kind: "found",
    detection,
    summary: detection.summary(),
    blocks: new Blocks(detection),
  });
  const toFailure = (error: unknown): Finding => ({
    kind: "failed",
    failure: coreErrorMessage(error),
  });
  try {
    const detection = core.detect(site);
    return detection instanceof Promise
      ? detection.then((newFinding) => newFinding && toFinding(newFinding)).catch(toFailure)
      : toFinding(detection);
  } catch (error) {
    return toFailure(error);
  }
}
