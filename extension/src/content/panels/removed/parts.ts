/** The parts that are listed in the panel of removed parts. */

import type { Block, Grounds, Reason } from "../../../shared/core.ts";
import { contains, nodeValue } from "../../../ui/nodes.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Overrides } from "./overrides.ts";
import { isRemovedPart } from "./removed-line.ts";

export interface RemovedPart {
  /** The first leaves of its blocks, at least one. */
  leaves: number[];
  blocks: readonly Block[];
  text: string;
  /** Null if the part belongs to the article. */
  reason: Reason | null;
  grounds: Grounds | null;
  /** True if it is removed now. */
  isOut: boolean;
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
function removed({ detection, blocks }: FoundDetection): RemovedPart[] {
  const of = new Map<number, Block[]>();
  for (const block of blocks.all) {
    if (block.removed !== null) {
      of.set(block.removed, [...(of.get(block.removed) ?? []), block]);
    }
  }
  return detection.removed().flatMap(({ text, reason, grounds }, i) => {
    const own = of.get(i);
    return own && isRemovedPart({ text, reason })
      ? [{ leaves: firsts(own), blocks: own, text: text.trim(), reason, grounds, isOut: true }]
      : [];
  });
}

/** Returns removed and restored parts in document order, and adds them to `known`. */
export function parts(finding: FoundDetection, known: Map<number, RemovedPart>, overrides: Overrides): RemovedPart[] {
  const out = removed(finding);
  const outside = new Set(out.flatMap(({ leaves }) => leaves));
  for (const part of out) {
    known.set(part.leaves[0] ?? 0, part);
  }
  const isBack = ({ leaves }: RemovedPart): boolean =>
    leaves.every((leaf) => !outside.has(leaf) && isKept(leaf, finding, overrides));
  const back = [...known.values()].filter(isBack).map((part) => ({ ...part, isOut: false }));
  return [...out, ...back, ...restoredByRules(finding)].sort((a, b) => (a.leaves[0] ?? 0) - (b.leaves[0] ?? 0));
}

/** Returns whether the last override of a leaf or of its ancestors keeps it. */
function isKept(leaf: number, { detection }: FoundDetection, { now }: Overrides): boolean {
  const holds = (node: number): boolean => {
    const [holder, held] = [detection.node(node), detection.node(leaf)];
    return node === leaf || (holder !== null && held !== null && contains(holder, held));
  };
  return [...now.nodes].findLast(([node]) => holds(node))?.[1] === "keep";
}

/** Returns candidates for the article if none was detected, largest first. */
export function candidates(finding: FoundDetection): RemovedPart[] {
  const found = keptBlocks(finding).map((part) => ({ ...part, isOut: true }));
  return [...removed(finding), ...found].sort((a, b) => b.text.length - a.text.length);
}

/** Returns the blocks of the article's body that have text. */
function keptBlocks({ blocks }: FoundDetection): RemovedPart[] {
  return blocks.all.flatMap((block) => {
    const text = block.removed === null ? textOf(blocks.leaves(block)) : "";
    return text === ""
      ? []
      : [{ leaves: firsts([block]), blocks: [block], text, reason: null, grounds: null, isOut: false }];
  });
}

/** Returns the parts restored by site rules. Neighboring blocks form one part. */
function restoredByRules({ blocks, siteRules }: FoundDetection): RemovedPart[] {
  const keeping = siteRules?.applied.filter(({ keeps }) => keeps) ?? [];
  const leaves = new Set(keeping.flatMap((rule) => rule.leaves));
  const isRecalled = (block: Block | undefined): boolean =>
    block?.removed === null && leaves.has(block.leaves[0] ?? -1);
  const runs: Block[][] = [];
  for (const [i, block] of blocks.all.entries()) {
    if (isRecalled(block) && isRecalled(blocks.all[i - 1])) {
      runs.at(-1)?.push(block);
    } else if (isRecalled(block)) {
      runs.push([block]);
    }
  }
  const part = (own: Block[]): RemovedPart => {
    const text = own.map((block) => textOf(blocks.leaves(block))).join(" ");
    return { leaves: firsts(own), blocks: own, text, reason: null, grounds: null, isOut: false, isBySiteRule: true };
  };
  return runs.map(part);
}

/** Returns the text of the blocks that some nodes contain or belong to, on one line. */
export function textAt({ blocks, detection }: FoundDetection, nodes: readonly number[]): string {
  const holders = nodes.map((node) => detection.node(node)).filter((node) => node !== null);
  const isIn = (leaf: Node): boolean => holders.some((holder) => holder === leaf || contains(holder, leaf));
  const own = blocks.all.filter((block) => blocks.leaves(block).some(isIn));
  return own.map((block) => textOf(blocks.leaves(block))).join(" ");
}

function firsts(blocks: readonly Block[]): number[] {
  return blocks.flatMap(({ leaves }) => leaves.slice(0, 1));
}

function textOf(leaves: readonly Node[]): string {
  const words = leaves.map((leaf) => nodeValue(leaf) ?? "").join("");
  return words.replace(/\s+/g, " ").trim();
}
