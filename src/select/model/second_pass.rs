//! Columns of the second pass that are derived from the results of the first.
//!
//! The first forest scores each block separately. The probabilities of neighboring blocks, and of
//! those from the same template, are known only after it has run on all of them: stacked
//! generalization over a sequence (Cohen, Carvalho: *Stacked sequential learning*, IJCAI 2005).

mod block;
mod runs;
mod threshold;

use crate::compact::interner::Interned;
pub use block::ModelBlock;
pub(in crate::select) use block::probability;
use runs::{PrefixSums, distances, ranks};
pub use threshold::{BestSet, most_expected_f1};

/// The columns, in the order of [`FirstPass::columns`].
pub const COLUMNS: [&str; 23] = [
    "first_logit",
    "first_logit_alike",
    "first_before1",
    "first_before2",
    "first_before3",
    "first_after1",
    "first_after2",
    "first_after3",
    "first_pattern_mean",
    "first_pattern_count",
    "first_win5",
    "first_win15",
    "first_page_best",
    "first_page_share",
    "first_rank",
    "first_kept",
    "first_since_kept",
    "first_to_kept",
    "first_kept_before",
    "first_kept_after",
    "first_page_f1",
    "first_page_kept",
    "first_parent_mean",
];

/// Minimum number of similar blocks for smoothing.
const MIN_ALIKE: u32 = 3;

/// Share by which a block's logit moves towards the mean of its pattern, 0 to 1.
const SMOOTHING: f32 = 0.4;

/// Weighted sums of logits over a group of blocks.
#[derive(Clone, Copy, Default)]
struct LogitGroup {
    logit: f32,
    weight: f32,
    count: u32,
}

impl LogitGroup {
    fn mean(&self) -> f32 {
        self.logit / self.weight
    }
}

fn groups(
    blocks: &[ModelBlock],
    logits: &[f32],
    key: impl Fn(&ModelBlock) -> u32,
) -> Interned<LogitGroup> {
    let mut groups = Interned::new();
    for (block, logit) in blocks.iter().zip(logits) {
        let group = groups.get_or(key(block).into(), LogitGroup::default);
        group.logit += logit * block.weight();
        group.weight += block.weight();
        group.count += 1;
    }
    groups
}

/// Smooths logits: moves each towards the mean of the blocks with the same pattern, weighted by
/// length, because blocks from one template are usually kept or removed together.
pub fn smoothed_by_pattern(blocks: &[ModelBlock], logits: &[f32]) -> Vec<f32> {
    let patterns = groups(blocks, logits, |block| block.pattern);
    let moved = |(block, &logit): (&ModelBlock, &f32)| match patterns.get(block.pattern.into()) {
        Some(group) if group.count >= MIN_ALIKE => logit + SMOOTHING * (group.mean() - logit),
        _ => logit,
    };
    blocks.iter().zip(logits).map(moved).collect()
}

/// Values derived from the first pass, from which the columns of a block are computed lazily.
pub struct FirstPass {
    logits: Vec<f32>,
    /// The logits, smoothed by pattern.
    alike: Vec<f32>,
    expected: BestSet,
    patterns: Interned<LogitGroup>,
    parents: Interned<LogitGroup>,
    /// Sums of the weights, and of the weights times the probability of being kept.
    weights: PrefixSums,
    likely: PrefixSums,
    /// Sums of the tokens, and of the tokens times the probability of being kept.
    all: PrefixSums,
    expected_tokens: PrefixSums,
    best: f32,
    ranks: Vec<u32>,
    /// Per block: number of blocks since the last kept one, and to the next one.
    since: Vec<f32>,
    until: Vec<f32>,
}

impl FirstPass {
    /// Computes the values from the first pass's logits of all blocks.
    pub fn new(blocks: &[ModelBlock], logits: Vec<f32>) -> Self {
        let alike = smoothed_by_pattern(blocks, &logits);
        let expected = most_expected_f1(blocks, &alike);
        let likely: Vec<f64> = logits.iter().map(|&logit| probability(logit)).collect();
        let all = || blocks.iter().zip(&likely);
        let tokens = |(block, _): (&ModelBlock, _)| f64::from(block.tokens);
        let weight = |(block, _): (&ModelBlock, _)| f64::from(block.weight());
        let [since, until] = distances(blocks, &expected.kept);
        Self {
            patterns: groups(blocks, &logits, |block| block.pattern),
            parents: groups(blocks, &logits, |block| block.parent),
            weights: PrefixSums::new(all().map(weight)),
            likely: PrefixSums::new(all().map(|of| weight(of) * of.1)),
            all: PrefixSums::new(all().map(tokens)),
            expected_tokens: PrefixSums::new(all().map(|of| tokens(of) * of.1)),
            best: logits
                .iter()
                .fold(f32::NEG_INFINITY, |best, &o| best.max(o)),
            ranks: ranks(&logits),
            logits,
            alike,
            expected,
            since,
            until,
        }
    }

    /// Returns the columns of a block, which is at index `i`; NaN for unknown values.
    pub fn columns(&self, i: usize, block: &ModelBlock) -> [f32; COLUMNS.len()] {
        let len = self.logits.len();
        let logit = |i: Option<usize>| {
            let logit = i.and_then(|i| self.logits.get(i));
            logit.copied().unwrap_or(f32::NAN)
        };
        let window = |reach: usize| {
            let weight = f64::from(block.weight());
            self.likely.mean_around(&self.weights, i, reach, weight)
        };
        let page_kept = self.expected_tokens.of(0..len);
        let share = |part: f64| (part / page_kept.max(1.0)) as f32;
        let pattern = self
            .patterns
            .get(block.pattern.into())
            .copied()
            .unwrap_or_default();
        let parent = self
            .parents
            .get(block.parent.into())
            .copied()
            .unwrap_or_default();
        [
            self.logits[i],
            self.alike[i],
            logit(i.checked_sub(1)),
            logit(i.checked_sub(2)),
            logit(i.checked_sub(3)),
            logit(Some(i + 1)),
            logit(Some(i + 2)),
            logit(Some(i + 3)),
            pattern.mean(),
            pattern.count as f32,
            window(5),
            window(15),
            self.best,
            (page_kept / self.all.of(0..len).max(1.0)) as f32,
            self.ranks[i] as f32 / len as f32,
            f32::from(u8::from(self.expected.kept[i])),
            self.since[i],
            self.until[i],
            share(self.expected_tokens.of(0..i)),
            share(self.expected_tokens.of(i + 1..len)),
            self.expected.f1 as f32,
            libm::logf(1.0 + page_kept as f32),
            parent.mean(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn blocks(tokens: &[u32]) -> Vec<ModelBlock> {
        let block = |(place, &tokens)| ModelBlock {
            place,
            tokens,
            pattern: 0,
            parent: 0,
        };
        tokens.iter().enumerate().map(block).collect()
    }

    #[test]
    fn three_or_more_blocks_of_a_pattern_are_smoothed() {
        let alike = blocks(&[7, 7, 7]);
        // The mean is 1; each logit moves by 0.4 of its distance.
        let moved = smoothed_by_pattern(&alike, &[0.0, 0.0, 3.0]);
        assert!((moved[0] - 0.4).abs() < 1e-6 && (moved[2] - 2.2).abs() < 1e-6);
        assert_eq!(smoothed_by_pattern(&alike[..2], &[0.0, 3.0]), [0.0, 3.0]);
    }

    #[test]
    fn columns_describe_the_neighboring_blocks() {
        let mut page = blocks(&[50, 3, 40, 2]);
        page[3].place = 6;
        page[3].parent = 1;
        let logits = [3.0, -1.0, 2.0, -6.0];
        let first = FirstPass::new(&page, logits.to_vec());
        let rows: Vec<_> = (0..page.len())
            .map(|i| first.columns(i, &page[i]))
            .collect();
        let value = |i: usize, name: &str| {
            let column = COLUMNS.iter().position(|&column| column == name);
            column.map_or(f32::NAN, |column| rows[i][column])
        };
        assert_eq!(value(1, "first_before1"), 3.0);
        assert!(value(1, "first_before2").is_nan());
        assert_eq!(value(1, "first_after2"), -6.0);
        assert_eq!([value(0, "first_kept"), value(3, "first_kept")], [1.0, 0.0]);
        // The fourth scored block is four blocks after the third, with three unscored ones between.
        assert_eq!(value(3, "first_since_kept"), 4.0);
        assert!(value(3, "first_to_kept").is_nan());
        assert_eq!([value(0, "first_rank"), value(1, "first_rank")], [0.0, 0.5]);
        assert_eq!(value(3, "first_parent_mean"), -6.0);
        assert!(value(0, "first_kept_before") == 0.0 && value(3, "first_kept_before") > 0.99);
        // The second block is between the first and the third, which are both likely.
        assert!(value(1, "first_win5") > 0.85);
        assert_eq!(value(2, "first_pattern_count"), 4.0);
    }
}
