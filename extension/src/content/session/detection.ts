/** The detection of the page. It is cached while a view is open, and repeated if the page has changed. */

import type { Core, Detection } from "../../shared/core.ts";
import { parentNode } from "../../ui/nodes.ts";
import { type PageWatcher, watchPage } from "../dom/page-state.ts";
import { Blocks, type ReadingPosition } from "../dom/reading-position.ts";
import { coreFailure } from "../../shared/reason.ts";
import type { Finding, FoundDetection } from "./finding.ts";

/** A finding, with the state of the page it describes. */
interface CachedFinding {
  finding: Finding;
  /** Returns whether the page has changed since, ignoring Pith's own elements. */
  changed(): boolean;
  free(): void;
}

/** Site rules for a site without any. Only a core in another process needs them before it decides. */
const nothing = Promise.resolve(new Uint8Array());

export class PageDetection {
  /** The finding of the open view. */
  #known: CachedFinding | undefined;
  /** The core that detected last; set by the first detection. */
  #core!: Core;
  /** The finding that another process is computing. */
  #detecting: Promise<Finding | null> | undefined;
  /** Pith's own elements, whether or not they are in the page. */
  readonly #ours = new WeakSet<Node>();

  /** Ignores changes of one of Pith's own elements. */
  ignore(element: Element): void {
    this.#ours.add(element);
  }

  /** The cached finding, even if stale; undefined if there is none. */
  get finding(): Finding | undefined {
    return this.#known?.finding;
  }

  /** Returns whether there is a finding and the page hasn't changed since. */
  get isCurrent(): boolean {
    return this.#known?.changed() === false;
  }

  /**
   * Returns the cached finding, or a new one if there is none, it failed, its core was dropped, or the page has changed; null
   * if the core doesn't work. `site` has the site's rules in the core's format.
   */
  find(core: Core, site: Promise<Uint8Array>): Finding | Promise<Finding | null> {
    const { finding: known } = this;
    if (known?.kind === "found" && this.#core === core && this.isCurrent) {
      return known;
    }
    if (this.#detecting) {
      return this.#detecting;
    }
    this.forget();
    this.#core = core;
    const watched = this.#watch();
    const finding = detect(core, site);
    if (!(finding instanceof Promise)) {
      return this.#keep(finding, watched);
    }
    this.#detecting = finding.then((found) => {
      this.#detecting = undefined;
      if (found) {
        return this.#keep(found, watched);
      }
      watched.end();
      return null;
    });
    return this.#detecting;
  }

  /**
   * Re-runs detection while a view is open. The new finding replaces the cached one if `isAccepted` returns true. Resolves to
   * whether it did.
   */
  async again(site: Promise<Uint8Array>, isAccepted: (now: FoundDetection) => Promise<boolean>): Promise<boolean> {
    const known = this.#known;
    const watched = this.#watch();
    const now = await detect(this.#core, site);
    const isStill = (): boolean => known !== undefined && known === this.#known;
    if (now?.kind === "found" && known?.finding.kind === "found") {
      const { finding } = known;
      if (isStill() && (await isAccepted(now)) && isStill()) {
        known.free();
        this.#keep(Object.assign(finding, now), watched);
        return true;
      }
      now.detection.free();
    }
    watched.end();
    return false;
  }

  /**
   * Deletes the finding, unless the user has corrected it: corrections last until the page changes.
   */
  release(): void {
    const { finding } = this;
    const isCorrected = finding?.kind === "found" && finding.overrides?.canUndo;
    if (!isCorrected) {
      this.forget();
    }
  }

  forget(): void {
    this.#known?.free();
    this.#known = undefined;
  }

  #watch(): PageWatcher {
    return watchPage((node) => this.#isOurs(node));
  }

  #keep(finding: Finding, { changed, end }: PageWatcher): Finding {
    const free = (): void => {
      end();
      if (finding.kind === "found") {
        finding.detection.free();
      }
    };
    this.#known = { finding, changed, free };
    return finding;
  }

  /** Returns the paragraph that is being read on the current page. */
  get place(): ReadingPosition | null {
    const { finding } = this;
    return finding?.kind === "found" ? finding.blocks.placeOn(finding.blocks.page) : null;
  }

  /**
   * Scrolls the current page to the reading position. If a new detection isn't available immediately, the cached one is used.
   */
  moveTo(place: ReadingPosition | null): void {
    const finding = this.#core.isRemote ? this.finding : this.find(this.#core, nothing);
    if (!finding || finding instanceof Promise) {
      return;
    }
    if (!place) {
      window.scrollTo({ top: 0, behavior: "instant" });
    } else if (finding.kind === "found") {
      finding.blocks.moveTo(finding.blocks.page, place);
    }
  }

  /** Returns whether a node is in one of Pith's own elements. */
  #isOurs(node: Node): boolean {
    let at: Node | null = node;
    while (at && !this.#ours.has(at)) {
      at = parentNode(at);
    }
    return at !== null;
  }
}

function detect(core: Core, site: Promise<Uint8Array>): Finding | Promise<Finding | null> {
  const made = (detection: Detection): Finding => ({
    kind: "found",
    detection,
    summary: detection.summary(),
    blocks: new Blocks(detection),
  });
  const failed = (error: unknown): Finding => ({
    kind: "failed",
    failure: coreFailure(error),
  });
  try {
    const detection = core.detect(site);
    return detection instanceof Promise
      ? detection.then((found) => found && made(found)).catch(failed)
      : made(detection);
  } catch (error) {
    return failed(error);
  }
}
