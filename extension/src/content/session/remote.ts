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
  Removed,
  Summary,
  ProblemReport,
} from "../../shared/core.ts";
import { isAlive, t } from "../../shared/ext.ts";
import type { FoundText, Recording } from "../../shared/messages.ts";
import { type AnswerTo, type Requests, send } from "../../shared/requests.ts";
import { hostOf, isShadowRoot, parentNode, textSlot } from "../../ui/nodes.ts";
import { required, share, shared } from "../../shared/state.ts";
import { backgroundTimeout } from "../../shared/timeouts.ts";

type FoundRest = Omit<Found, keyof FoundText>;

/** A result whose node numbers are indices into the collector's list. */
class RemoteDetection implements Detection {
  #recording: Recording;
  #found: FoundText;
  /** Parsed when a view asks for it. */
  #removed: Removed[] | undefined;
  #parsed: FoundRest | undefined;
  readonly #nodes: readonly Node[];

  constructor(recording: Recording, found: FoundText, nodes: readonly Node[]) {
    this.#recording = recording;
    this.#found = found;
    this.#nodes = nodes;
  }

  summary(): Summary {
    return this.#found.summary;
  }

  html(): string {
    return this.#found.html;
  }

  pager(): Pager | null {
    return this.#rest.pager;
  }

  removed(): Removed[] {
    this.#removed ??= JSON.parse(this.#found.removed) as Removed[];
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
    const found = this.#nodes[node];
    if (!(found instanceof Text)) {
      return (found as Element | undefined) ?? null;
    }
    const parent = textSlot(found) ?? parentNode(found);
    return (isShadowRoot(parent) ? hostOf(parent) : parent) as Element | null;
  }

  /** Sends the page again with the overrides, because the background keeps no page. */
  async decide(overrides: Uint32Array): Promise<void> {
    await this.#ask({ overrides: [...overrides] });
  }

  async removedWith(overrides: Uint32Array): Promise<Removed[]> {
    const { removed } = await this.#answer({ ...this.#recording, overrides: [...overrides] });
    return JSON.parse(removed) as Removed[];
  }

  async applySiteRules(site: Uint8Array): Promise<Application[]> {
    const encoded = site.toBase64();
    if (encoded !== this.#recording.site) {
      await this.#ask({ site: encoded });
    }
    return this.#found.applied;
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
    const page = await answerTo("problem-report", { recording: this.#recording });
    if (!page) {
      throw new Error(t("reportFailed"));
    }
    return page;
  }

  get #rest(): FoundRest {
    this.#parsed ??= JSON.parse(this.#found.rest) as FoundRest;
    return this.#parsed;
  }

  async #ask(change: Partial<Recording>): Promise<void> {
    const recording = { ...this.#recording, ...change };
    this.#found = await this.#answer(recording);
    this.#recording = recording;
    this.#removed = undefined;
    this.#parsed = undefined;
  }

  async #answer(recording: Recording): Promise<FoundText> {
    const answer = await answerTo("detect", recording);
    if (!answer) {
      throw new Error(t("coreFailed"));
    }
    return answer;
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
  const answer = await answerTo("detect", recording).catch((error: unknown) => {
    if (recording.site === "") {
      throw error;
    }
    // The page can be read even if its site rules can't.
    recording.site = "";
    return answerTo("detect", recording);
  });
  return answer ? new RemoteDetection(recording, answer, nodes) : unanswered();
}

/** Switches to the page's own core; throws an error with a message if there is none. */
function unanswered(): null {
  if (shared("pithUnanswered")) {
    throw new Error(t("coreFailed"));
  }
  share("pithUnanswered", true);
  Reflect.deleteProperty(globalThis, "pithCore");
  return null;
}

/** Asks the background; null if it doesn't answer. Throws an error with its message if it fails. */
async function answerTo<Name extends "detect" | "problem-report">(
  name: Name,
  ...argument: Parameters<Requests[Name]>
): Promise<Exclude<AnswerTo<Name>, { failure: string }> | null> {
  let sent: Promise<AnswerTo<Name> | undefined>;
  try {
    sent = send(name, ...argument);
  } catch {
    // Over 64 MiB, the limit of messages in Chromium: the page's own core may read it.
    if (shared("pithUnanswered") && isAlive()) {
      throw new Error(t("tooLarge"));
    }
    return null;
  }
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, backgroundTimeout));
  // The browser ends a background that uses too much memory.
  const answer = await Promise.race([sent.catch(() => undefined), late]);
  if (!answer) {
    return null;
  }
  if ("failure" in answer) {
    throw new Error(answer.failure);
  }
  return answer as Exclude<AnswerTo<Name>, { failure: string }>;
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
