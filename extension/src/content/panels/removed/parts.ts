/** The parts that are listed in the panel of removed parts. */

import type { Block, Grounds, Reason } from "../../../shared/core.ts";
import { contains, nodeValue } from "../../../ui/nodes.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Overrides } from "./overrides.ts";
import { isCountedPart } from "./removed-line.ts";

export interface RemovedPart {
  /** The first leaves of its blocks, at least one. */
  leaves: number[];
  blocks: readonly Block[];
  text: string;
  /** Null if the part belongs to the article. */
  reason: Reason | null;
  grounds: Grounds | null;
  /** True if it is removed now. */
  isRemoved: boolean;
  /** True if a site rule restored it. */
  isBySiteRule?: true;
}

/** Reasons for removing page furniture. */
const furniture: readonly Reason[] = [
  "navigation",
  "links",
  "overlay",
  "advert",
  "comments",
  "sharing",
  "form",
  "frame",
  "other-column",
];

/** Returns whether a part may belong to the article, judged by the reason for its removal. */
export function mayBelong({ reason }: RemovedPart): boolean {
  return reason === null || !furniture.includes(reason);
}

/** Returns the removed parts with text, in document order. */
function removedParts({ detection, blocks }: FoundDetection): RemovedPart[] {
  const blocksByPart = new Map<number, Block[]>();
  for (const block of blocks.all) {
    if (block.removed !== null) {
      blocksByPart.set(block.removed, [...(blocksByPart.get(block.removed) ?? []), block]);
    }
  }
  return detection.removed().flatMap(({ text, reason, grounds }, i) => {
    const partBlocks = blocksByPart.get(i);
    return partBlocks && isCountedPart({ text, reason })
      ? [{ leaves: firstLeaves(partBlocks), blocks: partBlocks, text: text.trim(), reason, grounds, isRemoved: true }]
      : [];
  });
}

/** Returns removed and restored parts in document order, and adds them to `everListed`. */
export function listParts(
  finding: FoundDetection,
  everListed: Map<number, RemovedPart>,
  overrides: Overrides,
): RemovedPart[] {
  const removed = removedParts(finding);
  const removedLeaves = new Set(removed.flatMap(({ leaves }) => leaves));
  for (const part of removed) {
    everListed.set(part.leaves[0] ?? 0, part);
  }
  const isRestored = ({ leaves }: RemovedPart): boolean =>
    leaves.every((leaf) => !removedLeaves.has(leaf) && isKept(leaf, finding, overrides));
  const restored = [...everListed.values()].filter(isRestored).map((part) => ({ ...part, isRemoved: false }));
  return [...removed, ...restored, ...restoredByRules(finding)].sort((a, b) => (a.leaves[0] ?? 0) - (b.leaves[0] ?? 0));
}

/** Returns whether the last override of a leaf or of its ancestors keeps it. */
function isKept(leaf: number, { detection }: FoundDetection, { now }: Overrides): boolean {
  const includesLeaf = (node: number): boolean => {
    const [container, leafNode] = [detection.node(node), detection.node(leaf)];
    return node === leaf || (container !== null && leafNode !== null && contains(container, leafNode));
  };
  return [...now.nodes].findLast(([node]) => includesLeaf(node))?.[1] === "keep";
}

/** Returns candidates for the article if none was detected, largest first. */
export function candidates(finding: FoundDetection): RemovedPart[] {
  const kept = keptBlocks(finding).map((part) => ({ ...part, isRemoved: true }));
  return [...removedParts(finding), ...kept].sort((a, b) => b.text.length - a.text.length);
}

/** Returns the blocks of the article's body that have text. */
function keptBlocks({ blocks }: FoundDetection): RemovedPart[] {
  return blocks.all.flatMap((block) => {
    const text = block.removed === null ? textOf(blocks.leaves(block)) : "";
    return text === ""
      ? []
      : [{ leaves: firstLeaves([block]), blocks: [block], text, reason: null, grounds: null, isRemoved: false }];
  });
}

/** Returns the parts restored by site rules. Neighboring blocks form one part. */
function restoredByRules({ blocks, siteRules }: FoundDetection): RemovedPart[] {
  const keepRules = siteRules?.applied.filter(({ keeps }) => keeps) ?? [];
  const leaves = new Set(keepRules.flatMap((rule) => rule.leaves));
  const isRestored = (block: Block | undefined): boolean =>
    block?.removed === null && leaves.has(block.leaves[0] ?? -1);
  const runs: Block[][] = [];
  for (const [i, block] of blocks.all.entries()) {
    if (isRestored(block) && isRestored(blocks.all[i - 1])) {
      runs.at(-1)?.push(block);
    } else if (isRestored(block)) {
      runs.push([block]);
    }
  }
  const toPart = (blocksOfPart: Block[]): RemovedPart => {
    const text = blocksOfPart.map((block) => textOf(blocks.leaves(block))).join(" ");
    return {
      leaves: firstLeaves(blocksOfPart),
      blocks: blocksOfPart,
      text,
      reason: null,
      grounds: null,
      isRemoved: false,
      isBySiteRule: true,
    };
  };
  return runs.map(toPart);
}

/** Returns the text of the blocks that some nodes contain or belong to, on one line. */
export function textOfNodes({ blocks, detection }: FoundDetection, nodes: readonly number[]): string {
  const containers = nodes.map((node) => detection.node(node)).filter((node) => node !== null);
  const isIn = (leaf: Node): boolean => containers.some((container) => container === leaf || contains(container, leaf));
  const containedBlocks = blocks.all.filter((block) => blocks.leaves(block).some(isIn));
  return containedBlocks.map((block) => textOf(blocks.leaves(block))).join(" ");
}

function firstLeaves(blocks: readonly Block[]): number[] {
  return blocks.flatMap(({ leaves }) => leaves.slice(0, 1));
}

function textOf(leaves: readonly Node[]): string {
  const text = leaves.map((leaf) => nodeValue(leaf) ?? "").join("");
  return text.replace(/\s+/g, " ").trim();
}
