/** Saves the user's changes of a page, and finds their parts on the current page. */

import { ext, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import {
  type ChangedNode,
  identifying,
  type PageChanges,
  pageChanges,
  readChanges,
} from "../../../shared/page-changes.ts";
import type { Block } from "../../../shared/core.ts";
import { elements, isElement, localName, nodeValue, textContent } from "../../../ui/nodes.ts";
import { Blocks } from "../../dom/reading-position.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { levels, type OverrideKind, overrideKinds, Overrides } from "./overrides.ts";

/** Saves the overrides of a page. Returns an error message; empty if that succeeded. */
export async function saveOverrides(finding: FoundDetection, overrides: Overrides): Promise<string> {
  if (ext.extension.inIncognitoContext) {
    return "";
  }
  const { level, nodes } = overrides.now;
  const changed = [...nodes].flatMap(([node, kind]) => described(finding, node, kind) ?? []);
  const changes = overrides.isEmpty ? null : pageChanges(level, changed);
  const answer = await ask("store-changes", { url: location.href, changes }).catch(() => undefined);
  return answer?.refusal === null ? "" : t(answer ? `highlightFailed_${answer.refusal}` : "extensionGone");
}

/** Applies the saved changes of a page. Skips changes of parts that the page no longer has. */
export async function applySaved(finding: FoundDetection, stored: unknown): Promise<void> {
  const changes = readChanges(stored);
  if (!changes || changes === "newer") {
    return;
  }
  const overrides = overridesOf(finding, changes);
  if (overrides.isEmpty) {
    return;
  }
  try {
    await finding.detection.decide(overrides.numbers);
    finding.overrides = overrides;
    finding.summary = finding.detection.summary();
    finding.blocks = new Blocks(finding.detection);
  } catch (error) {
    // The page has navigated.
    console.error(error);
  }
}

function overridesOf(finding: FoundDetection, { level, nodes }: PageChanges): Overrides {
  const found = nodes.flatMap((changed): [number, OverrideKind][] => {
    const kind = overrideKinds.find((name) => name === changed.kind);
    const node = nodeOf(finding, changed);
    return kind && node !== undefined ? [[node, kind]] : [];
  });
  return new Overrides({
    level: levels.find((name) => name === level) ?? "found",
    nodes: new Map(found),
    saved: new Set(),
  });
}

/**
 * Describes a node so that it can be found again; null if it is neither in a block nor an element of the page itself.
 */
function described({ detection, blocks }: FoundDetection, node: number, kind: OverrideKind): ChangedNode | null {
  const dom = detection.node(node);
  if (dom && isElement(dom)) {
    const tag = localName(dom);
    const text = identifying(textContent(dom) ?? "");
    const nth = withText(tag, text).indexOf(dom);
    return nth < 0 ? null : { kind, tag, text, nth };
  }
  const block = blocks.all.find(({ leaves }) => leaves.includes(node));
  const text = block && textOf(blocks, block);
  const nth = block && text ? blocksWith(blocks, text).indexOf(block) : -1;
  return nth < 0 ? null : { kind, tag: null, text: text ?? "", nth };
}

function nodeOf({ detection, blocks }: FoundDetection, { tag, text, nth }: ChangedNode): number | undefined {
  if (tag === null) {
    return blocksWith(blocks, text)[nth]?.leaves[0];
  }
  const element = /^[\w-]+$/.test(tag) ? withText(tag, text)[nth] : undefined;
  return element && detection.numberOf(element);
}

function withText(tag: string, text: string): Element[] {
  return [...elements(tag)].filter((element) => identifying(textContent(element) ?? "") === text);
}

function blocksWith(blocks: Blocks, text: string): Block[] {
  return blocks.all.filter((block) => textOf(blocks, block) === text);
}

function textOf(blocks: Blocks, block: Block): string {
  return identifying(
    blocks
      .leaves(block)
      .map((leaf) => nodeValue(leaf) ?? "")
      .join(""),
  );
}
