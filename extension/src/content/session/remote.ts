/**
 * Stub of the core for pages that the background reads. It sends the collector's recording to the background, where the same
 * wasm runs, and gets one record back.
 */

import type {
  Application,
  Block,
  Core,
  Correction,
  Detection,
  Fold,
  Found,
  Pager,
  RemovedBlock,
  Summary,
  ProblemReport,
} from "../../shared/core.ts";
import { isAlive, t } from "../../shared/ext.ts";
import type { DetectionResult, Recording } from "../../shared/messages.ts";
import { type ResponseTo, type Requests, send } from "../../shared/requests.ts";
import { hostOf, isShadowRoot, parentNode, textSlot } from "../../ui/nodes.ts";
import { required, share, shared } from "../../shared/state.ts";
import { backgroundTimeout } from "../../shared/timeouts.ts";

type FoundRest = Omit<Found, keyof DetectionResult>;

/** A result whose node numbers are indices into the collector's list. */
class RemoteDetection implements Detection {
  #recording: Recording;
  #result: DetectionResult;
  /** Parsed when a view asks for it. */
  #removed: RemovedBlock[] | undefined;
  #parsedRest: FoundRest | undefined;
  readonly #nodes: readonly Node[];

  constructor(recording: Recording, result: DetectionResult, nodes: readonly Node[]) {
    this.#recording = recording;
    this.#result = result;
    this.#nodes = nodes;
  }

  summary(): Summary {
    return this.#result.summary;
  }

  html(): string {
    return this.#result.html;
  }

  pager(): Pager | null {
    return this.#rest.pager;
  }

  removed(): RemovedBlock[] {
    this.#removed ??= JSON.parse(this.#result.removed) as RemovedBlock[];
    return this.#removed;
  }

  blocks(): Block[] {
    return this.#rest.blocks;
  }

  fold(): Fold {
    return this.#rest.fold;
  }

  origins(): ArrayLike<number> {
    return this.#rest.origins;
  }

  node(node: number): Node | null {
    return this.#nodes[node] ?? null;
  }

  numberOf(element: Element): number | undefined {
    const number = this.#nodes.indexOf(element);
    return number < 0 ? undefined : number;
  }

  /** Returns the element with a number; for a text node, its parent in the flattened tree. */
  element(node: number): Element | null {
    const entry = this.#nodes[node];
    if (!(entry instanceof Text)) {
      return (entry as Element | undefined) ?? null;
    }
    const parent = textSlot(entry) ?? parentNode(entry);
    return (isShadowRoot(parent) ? hostOf(parent) : parent) as Element | null;
  }

  /** Sends the page again with the overrides, because the background keeps no page. */
  async decide(overrides: Uint32Array): Promise<void> {
    await this.#redetect({ overrides: [...overrides] });
  }

  async removedWith(overrides: Uint32Array): Promise<RemovedBlock[]> {
    const { removed } = await this.#requestDetection({ ...this.#recording, overrides: [...overrides] });
    return JSON.parse(removed) as RemovedBlock[];
  }

  async applySiteRules(site: Uint8Array): Promise<Application[]> {
    const encoded = site.toBase64();
    if (encoded !== this.#recording.site) {
      await this.#redetect({ site: encoded });
    }
    return this.#result.applied;
  }

  undone(): ArrayLike<number> {
    return this.#rest.undone;
  }

  mayBeThread(): boolean {
    return this.#rest.mayBeThread;
  }

  corrections(): Correction[] {
    return this.#rest.corrections;
  }

  async problemReport(): Promise<ProblemReport> {
    const report = await request("problem-report", { recording: this.#recording });
    if (!report) {
      throw new Error(t("reportFailed"));
    }
    return report;
  }

  get #rest(): FoundRest {
    this.#parsedRest ??= JSON.parse(this.#result.rest) as FoundRest;
    return this.#parsedRest;
  }

  async #redetect(change: Partial<Recording>): Promise<void> {
    const recording = { ...this.#recording, ...change };
    this.#result = await this.#requestDetection(recording);
    this.#recording = recording;
    this.#removed = undefined;
    this.#parsedRest = undefined;
  }

  async #requestDetection(recording: Recording): Promise<DetectionResult> {
    const response = await request("detect", recording);
    if (!response) {
      throw new Error(t("coreFailed"));
    }
    return response;
  }

  free(): void {}
}

async function detect(site: Promise<Uint8Array>): Promise<Detection | null> {
  const nodes: Node[] = [];
  const collector = new (required("pithCollector"))(document, nodes);
  collector.collect(Number.POSITIVE_INFINITY);
  const recording: Recording = {
    url: location.href,
    width: innerWidth,
    height: innerHeight,
    numbers: base64(collector.writtenNumbers()),
    rects: base64(collector.writtenRects()),
    text: collector.writtenString().toWellFormed(),
    values: collector.writtenValues(),
    overrides: [],
    site: (await site).toBase64(),
  };
  const response = await request("detect", recording).catch((error: unknown) => {
    if (recording.site === "") {
      throw error;
    }
    // The page can be read even if its site rules can't.
    recording.site = "";
    return request("detect", recording);
  });
  return response ? new RemoteDetection(recording, response, nodes) : switchToPageCore();
}

/** Switches to the page's own core; throws an error with a message if there is none. */
function switchToPageCore(): null {
  if (shared("pithUnanswered")) {
    throw new Error(t("coreFailed"));
  }
  share("pithUnanswered", true);
  Reflect.deleteProperty(globalThis, "pithCore");
  return null;
}

/** Asks the background; null if it doesn't answer. Throws an error with its message if it fails. */
async function request<Name extends "detect" | "problem-report">(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<ResponseTo<Name>, { failure: string }> | null> {
  let pending: Promise<ResponseTo<Name> | undefined>;
  try {
    pending = send(name, ...argument);
  } catch {
    // Over 64 MiB, the limit of messages in Chromium: the page's own core may read it.
    if (shared("pithUnanswered") && isAlive()) {
      throw new Error(t("tooLarge"));
    }
    return null;
  }
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, backgroundTimeout));
  // The browser ends a background that uses too much memory.
  const response = await Promise.race([pending.catch(() => undefined), timeout]);
  if (!response) {
    return null;
  }
  if ("failure" in response) {
    throw new Error(response.failure);
  }
  return response as Exclude<ResponseTo<Name>, { failure: string }>;
}

/**
 * Encodes an array's bytes as text: in a message, typed arrays would become objects with a property per number.
 */
function base64({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): string {
  return new Uint8Array(buffer, byteOffset, byteLength).toBase64();
}

const remote: Core = { isRemote: true, detect };
if (!shared("pithCore")) {
  share("pithCore", remote);
}
