//! Evaluates a forest for a group of blocks at a time.
//!
//! The blocks of a page are similar, especially neighbors, which form a group. So most branches
//! send the whole group in one direction, and the others split it with two bit operations.

use super::cuts::{GROUP, Mask, places};
use super::forest::{Forest, MAX_SKIPPED, UNIT};
use crate::select::reason::Grounds;

/// Number of kinds of evidence, plus one for columns without a kind.
pub(super) const KINDS: usize = Grounds::ALL.len() + 1;

/// The forest of a pass.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pass {
    pub(super) forest: Forest,
    /// Per column of the forest: its index among all columns.
    pub(super) places: Vec<u8>,
    /// The records of the forest.
    nodes: Vec<Node>,
    /// The contributions at each leaf by kind of evidence, in units of 2^-12 logits.
    weights: Vec<[i32; KINDS]>,
}

/// A branch or a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    /// For a branch, the number of its comparison; for a leaf, its index among the leaves of the
    /// forest.
    number: u16,
    /// Number of nodes to the right child; 0 in leaves.
    skip: u8,
    /// In units of 2^-12 logits.
    value: i16,
}

impl Pass {
    /// Builds a pass from a forest. `places` are the indexes of its columns, `kind` returns the
    /// kind of the column at an index, less than [`KINDS`], and `cuts` yields the number of each
    /// branch's comparison.
    pub(super) fn new(
        forest: Forest,
        places: Vec<u8>,
        cuts: &mut impl Iterator<Item = u16>,
        kind: impl Fn(u8) -> usize,
    ) -> Self {
        let kinds: Vec<usize> = places.iter().map(|&place| kind(place)).collect();
        let mut ranks = 0..;
        let nodes = forest.records.iter().map(|record| {
            let number = match record.skip {
                0 => ranks.next(),
                _ => cuts.next(),
            };
            Node {
                number: number.unwrap_or_default(),
                skip: record.skip,
                value: record.value,
            }
        });
        Self {
            nodes: nodes.collect(),
            weights: weights(&forest, &kinds),
            forest,
            places,
        }
    }

    /// Returns the logits of the blocks in a group. `masks` contains, for each comparison, the
    /// blocks that go left.
    pub(super) fn scores(&self, masks: &[Mask], group: Mask) -> [f32; GROUP] {
        let (mut all, mut own) = (0, [0; GROUP]);
        let half = group.count_ones() / 2;
        self.descend(masks, group, |leaf, blocks| {
            let value = i32::from(leaf.value);
            // If most blocks reach one leaf, its value is added for all and subtracted for the
            // others.
            if blocks.count_ones() > half {
                all += value;
                for place in places(group & !blocks) {
                    own[place] -= value;
                }
            } else {
                for place in places(blocks) {
                    own[place] += value;
                }
            }
        });
        own.map(|own| (all + own) as f32 * UNIT)
    }

    /// Adds the contribution of each kind of evidence to the scores of some blocks, in units of
    /// 2^-12 logits.
    pub(super) fn weigh(&self, masks: &[Mask], selected: Mask, sums: &mut [[i32; KINDS]; GROUP]) {
        let add = |sums: &mut [i32; KINDS], weights: &[i32; KINDS], sign: i32| {
            for kind in 0..KINDS {
                sums[kind] += sign * weights[kind];
            }
        };
        let mut all = [0; KINDS];
        let half = selected.count_ones() / 2;
        self.descend(masks, selected, |leaf, blocks| {
            let weights = &self.weights[usize::from(leaf.number)];
            if blocks.count_ones() > half {
                add(&mut all, weights, 1);
                for place in places(selected & !blocks) {
                    add(&mut sums[place], weights, -1);
                }
            } else {
                for place in places(blocks) {
                    add(&mut sums[place], weights, 1);
                }
            }
        });
        for place in places(selected) {
            add(&mut sums[place], &all, 1);
        }
    }

    /// Descends every tree with a set of blocks, and calls `arrive` with each leaf and its blocks.
    fn descend(&self, masks: &[Mask], blocks: Mask, mut arrive: impl FnMut(&Node, Mask)) {
        // Pending right children of branches that split the blocks, each with its blocks. A left
        // subtree never has more nodes than its branch skips, which bounds the depth.
        let mut open = [(0, 0); MAX_SKIPPED / 2 + 1];
        for &tree in &self.forest.trees {
            let (mut at, mut mask, mut depth) = (tree as usize, blocks, 0);
            while let Some(node) = self.nodes.get(at) {
                if node.skip == 0 {
                    arrive(node, mask);
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                    (at, mask) = open[depth];
                    continue;
                }
                let right = at + usize::from(node.skip);
                let own = mask & masks[usize::from(node.number)];
                if own == 0 {
                    at = right;
                    continue;
                }
                if own != mask {
                    open[depth] = (right, mask & !own);
                    depth += 1;
                    mask = own;
                }
                at += 1;
            }
        }
    }
}

/// Returns the contribution of each kind of evidence at every leaf: the sum of the changes of the
/// mean along the path to it (Saabas 2014). `kinds` are those of the forest's columns.
#[inline(never)]
fn weights(forest: &Forest, kinds: &[usize]) -> Vec<[i32; KINDS]> {
    let records = &forest.records;
    let mut leaves = Vec::with_capacity(records.len().div_ceil(2));
    // The contributions on the path to the next record, and on those to pending right children.
    let mut path = [0; KINDS];
    let mut open: Vec<[i32; KINDS]> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        if record.skip == 0 {
            leaves.push(path);
            path = open.pop().unwrap_or_default();
            continue;
        }
        let kind = kinds[usize::from(record.column)];
        let step = |child: usize| i32::from(records[child].value) - i32::from(record.value);
        let mut right = path;
        right[kind] += step(at + usize::from(record.skip));
        open.push(right);
        path[kind] += step(at + 1);
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::super::cuts::first_blocks;
    use super::super::forest::{COLUMNS, UNKNOWN};
    use super::super::passes::{ALL_COLUMNS, grounds};
    use super::*;
    use crate::select::model::Model;

    #[test]
    fn scoring_a_group_equals_scoring_each_block() {
        let passes = &Model::shipped().passes;
        arbtest::arbtest(|u| {
            let count = u.int_in_range(1..=GROUP)?;
            let mut masks = vec![0; passes.cuts.len()];
            let mut columns = Vec::new();
            for place in 0..ALL_COLUMNS {
                let varies = u.arbitrary()?;
                let mut value = UNKNOWN;
                let mut values = Vec::new();
                for at in 0..count {
                    if at == 0 || varies {
                        value = match u.int_in_range(0..=9)? {
                            0..=1 => UNKNOWN,
                            n => f32::from(u.int_in_range(-60i8..=60)?) / [1.0, 10.0, 100.0][n % 3],
                        };
                    }
                    values.push(value);
                }
                passes.cuts.split(place, &values, &mut masks);
                columns.push(values);
            }
            for pass in passes.both() {
                let scores = pass.scores(&masks, first_blocks(count));
                let mut weights = [[0; KINDS]; GROUP];
                pass.weigh(&masks, first_blocks(count), &mut weights);
                for at in 0..count {
                    let mut row = [UNKNOWN; COLUMNS];
                    for (value, &place) in row.iter_mut().zip(&pass.places) {
                        *value = columns[usize::from(place)][at];
                    }
                    let row_of = &row[..pass.places.len()];
                    assert_eq!(scores[at], pass.forest.score(row_of));
                    let mut sums = [0; KINDS];
                    for (&place, share) in pass.places.iter().zip(pass.forest.explain(&row)) {
                        let kind = grounds(place.into());
                        sums[kind.map_or(KINDS - 1, |kind| kind as usize)] += share;
                    }
                    assert_eq!(weights[at], sums);
                }
            }
            Ok(())
        })
        .budget_ms(2_000);
    }
}
