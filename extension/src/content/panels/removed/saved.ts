/** Saves the user's changes of a page, and finds their parts on the current page. */

import { ext, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import {
  type ChangedNode,
  identifyingText,
  type PageChanges,
  createPageChanges,
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
  const changed = [...nodes].flatMap(([node, kind]) => describeNode(finding, node, kind) ?? []);
  const changes = overrides.isEmpty ? null : createPageChanges(level, changed);
  const response = await ask("store-changes", { url: location.href, changes }).catch(() => undefined);
  return response?.refusal === null ? "" : t(response ? `highlightFailed_${response.refusal}` : "extensionGone");
}

/** Applies the saved changes of a page. Skips changes of parts that the page no longer has. */
export async function applySaved(finding: FoundDetection, stored: unknown): Promise<void> {
  const changes = readChanges(stored);
  if (!changes || changes === "newer") {
    return;
  }
  const overrides = restoreOverrides(finding, changes);
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

function restoreOverrides(finding: FoundDetection, { level, nodes }: PageChanges): Overrides {
  const entries = nodes.flatMap((changed): [number, OverrideKind][] => {
    const kind = overrideKinds.find((name) => name === changed.kind);
    const node = findNode(finding, changed);
    return kind && node !== undefined ? [[node, kind]] : [];
  });
  return new Overrides({
    level: levels.find((name) => name === level) ?? "found",
    nodes: new Map(entries),
    saved: new Set(),
  });
}

/**
 * Describes a node so that it can be found again; null if it is neither in a block nor an element of the page itself.
 */
function describeNode({ detection, blocks }: FoundDetection, node: number, kind: OverrideKind): ChangedNode | null {
  const dom = detection.node(node);
  if (dom && isElement(dom)) {
    const tag = localName(dom);
    const text = identifyingText(textContent(dom) ?? "");
    const nth = elementsWithText(tag, text).indexOf(dom);
    return nth < 0 ? null : { kind, tag, text, nth };
  }
  const block = blocks.all.find(({ leaves }) => leaves.includes(node));
  const text = block && textOf(blocks, block);
  const nth = block && text ? blocksWith(blocks, text).indexOf(block) : -1;
  return nth < 0 ? null : { kind, tag: null, text: text ?? "", nth };
}

function findNode({ detection, blocks }: FoundDetection, { tag, text, nth }: ChangedNode): number | undefined {
  if (tag === null) {
    return blocksWith(blocks, text)[nth]?.leaves[0];
  }
  const element = /^[\w-]+$/.test(tag) ? elementsWithText(tag, text)[nth] : undefined;
  return element && detection.numberOf(element);
}

function elementsWithText(tag: string, text: string): Element[] {
  return [...elements(tag)].filter((element) => identifyingText(textContent(element) ?? "") === text);
}

function blocksWith(blocks: Blocks, text: string): Block[] {
  return blocks.all.filter((block) => textOf(blocks, block) === text);
}

function textOf(blocks: Blocks, block: Block): string {
  return identifyingText(
    blocks
      .leaves(block)
      .map((leaf) => nodeValue(leaf) ?? "")
      .join(""),
  );
}
