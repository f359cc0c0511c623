//! The comparisons in the forests, each evaluated once for all blocks of a group.

use super::forest::Record;
use crate::compact::argsort;

/// Maximum blocks of a group, which is the number of bits in a [`Mask`].
pub(super) const GROUP: usize = 64;

/// A set of blocks in a group, one bit each; the lowest bit is the first block.
pub(super) type Mask = u64;

/// Returns the mask of the first `count` blocks of a group, at least one.
pub(super) fn first_blocks(count: usize) -> Mask {
    Mask::MAX >> (GROUP - count)
}

/// Returns the indexes of the blocks in a mask.
pub(super) fn places(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        place
    })
}

/// The distinct comparisons of the branches, grouped by column and sorted by threshold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cuts {
    cuts: Vec<Cut>,
    /// Start of each column's comparisons, and a last entry with their end.
    starts: Vec<usize>,
}

/// Returns the number of thresholds below a value; the thresholds are ascending. The standard
/// library's search takes twice as many instructions for so few.
fn below(cuts: &[Cut], value: f32) -> usize {
    let (mut rest, mut below) = (cuts, 0);
    while rest.len() > 1 {
        let (first, second) = rest.split_at(rest.len() / 2);
        let is_above = second[0].threshold < value;
        below += if is_above { first.len() } else { 0 };
        rest = if is_above { second } else { first };
    }
    below + usize::from(rest.first().is_some_and(|cut| cut.threshold < value))
}

/// A comparison with the value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    threshold: f32,
    unknown_is_less: bool,
}

impl Cuts {
    /// Collects the comparisons of branches, each with the index of its column, less than
    /// `columns`. Also returns the number of each branch's comparison.
    pub(super) fn new(branches: &[(u8, Record)], columns: usize) -> (Self, Vec<u16>) {
        // Only the upper half of a threshold has nonzero bits.
        let key = |&(place, branch): &(u8, Record)| {
            let threshold = argsort::key(branch.threshold) >> 16;
            u32::from(place) << 17 | threshold << 1 | u32::from(branch.unknown_is_less)
        };
        let mut cuts = Vec::new();
        let mut starts = vec![0; columns + 1];
        let mut numbers = vec![0; branches.len()];
        let mut last = None;
        for at in argsort::ascending(branches.iter().map(key)) {
            let (place, branch) = branches[at];
            if last.replace(key(&branches[at])) != Some(key(&branches[at])) {
                starts[usize::from(place) + 1] += 1;
                cuts.push(Cut {
                    threshold: branch.threshold,
                    unknown_is_less: branch.unknown_is_less,
                });
            }
            numbers[at] = (cuts.len() - 1) as u16;
        }
        for place in 0..columns {
            starts[place + 1] += starts[place];
        }
        (Self { cuts, starts }, numbers)
    }

    /// Returns the number of comparisons.
    pub(super) fn len(&self) -> usize {
        self.cuts.len()
    }

    /// Returns whether any comparison uses the values of a column.
    pub(super) fn uses(&self, column: usize) -> bool {
        self.starts[column] < self.starts[column + 1]
    }

    /// Splits a group by the values of a column, at least one. For each comparison, sets in `masks`
    /// the blocks that go left.
    pub(super) fn split(&self, column: usize, values: &[f32], masks: &mut [Mask]) {
        let range = self.starts[column]..self.starts[column + 1];
        let (cuts, masks) = (&self.cuts[range.clone()], &mut masks[range]);
        let mut unknown = 0;
        // The lowest threshold that isn't below the previous value, and the one before it.
        // Neighbors are often between the same two.
        let (mut least, mut above, mut most) = (0, f32::INFINITY, f32::NEG_INFINITY);
        let mut split = |value: f32, blocks: Mask| {
            if value.is_nan() {
                unknown |= blocks;
                return;
            }
            if value <= above || value > most {
                least = below(cuts, value);
                let threshold = |at: usize| cuts.get(at).map(|cut| cut.threshold);
                above = least
                    .checked_sub(1)
                    .and_then(threshold)
                    .unwrap_or(f32::NEG_INFINITY);
                most = threshold(least).unwrap_or(f32::INFINITY);
            }
            if let Some(mask) = masks.get_mut(least) {
                *mask |= blocks;
            }
        };
        // Without branches, so that the compiler can compare many values at a time.
        let bits = |value: &f32| value.to_bits();
        let differ = values
            .iter()
            .fold(0, |differ, value| differ | bits(value) ^ bits(&values[0]));
        if differ == 0 {
            split(values[0], first_blocks(values.len()));
        } else {
            // Neighbors often have the same value.
            let (mut same, mut blocks, mut block) = (values[0], 0, 1);
            for value in values {
                if bits(value) != bits(&same) {
                    split(same, blocks);
                    (same, blocks) = (*value, 0);
                }
                blocks |= block;
                block <<= 1;
            }
            split(same, blocks);
        }
        // A value that goes left at a threshold also does at larger ones.
        let mut lesser = 0;
        for (mask, cut) in masks.iter_mut().zip(cuts) {
            lesser |= *mask;
            *mask = if cut.unknown_is_less {
                lesser | unknown
            } else {
                lesser
            };
        }
    }
}
