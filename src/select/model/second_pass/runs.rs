//! Prefix sums, ranks, and distances over the blocks of a page.

use crate::compact::argsort;
use std::ops::Range;

use super::ModelBlock;

/// Prefix sums of a value of each block, which give the sum over any range.
pub(super) struct PrefixSums(Vec<f64>);

impl PrefixSums {
    /// Sums up `values`, one per block.
    pub(super) fn new(values: impl Iterator<Item = f64>) -> Self {
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        sums.extend(values.map(|value| {
            sum += value;
            sum
        }));
        Self(sums)
    }

    /// Returns the sum over a range of blocks.
    pub(super) fn of(&self, range: Range<usize>) -> f64 {
        self.0[range.end] - self.0[range.start]
    }

    /// Returns the mean over the blocks within `reach` of block `i`, excluding `i` itself; NaN if
    /// there are none. `weights` are the sums to divide by, `weight` is that of block `i`.
    pub(super) fn mean_around(&self, weights: &Self, i: usize, reach: usize, weight: f64) -> f32 {
        let range = i.saturating_sub(reach)..(i + reach + 1).min(self.0.len() - 1);
        let weight = weights.of(range.clone()) - weight;
        let rest = self.of(range.clone()) - self.of(i..i + 1);
        if range.len() > 1 {
            (rest / weight) as f32
        } else {
            f32::NAN
        }
    }
}

/// Returns the rank of every block by its logit, the highest first.
pub(super) fn ranks(logits: &[f32]) -> Vec<u32> {
    let order = argsort::descending(logits.iter().map(|&logit| argsort::key(logit)));
    let mut ranks = vec![0; logits.len()];
    for (rank, i) in order.into_iter().enumerate() {
        ranks[i] = rank as u32;
    }
    ranks
}

/// Returns, per block, the number of blocks since the last kept one and to the next; 0 for kept
/// ones, NaN if there's none.
pub(super) fn distances(blocks: &[ModelBlock], kept: &[bool]) -> [Vec<f32>; 2] {
    let walk = |order: &mut dyn Iterator<Item = usize>| {
        let mut distances = vec![f32::NAN; blocks.len()];
        let mut last: Option<usize> = None;
        for i in order {
            if kept[i] {
                last = Some(blocks[i].place);
            }
            if let Some(last) = last {
                distances[i] = blocks[i].place.abs_diff(last) as f32;
            }
        }
        distances
    };
    [
        walk(&mut (0..blocks.len())),
        walk(&mut (0..blocks.len()).rev()),
    ]
}
