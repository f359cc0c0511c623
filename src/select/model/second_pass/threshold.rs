//! The best threshold for the logits of a page.

use super::{ModelBlock, probability};
use crate::compact::argsort;

/// The set of blocks above a threshold, with the largest expected F1.
pub struct BestSet {
    /// True for each block in the set.
    pub kept: Vec<bool>,
    /// The expected F1.
    pub f1: f64,
}

/// Finds the threshold with the largest expected F1, in tokens: the maximum of `2 Σ_kept n p /
/// (Σ_kept n + Σ_all n p)` for probability `p` and number of tokens `n` of a block (Lewis:
/// *Evaluating and optimizing autonomous text classification systems*, SIGIR 1995). The threshold
/// is low on uncertain pages and high on clear ones. In ties, the higher threshold wins.
pub fn most_expected_f1(blocks: &[ModelBlock], logits: &[f32]) -> BestSet {
    let order = argsort::descending(logits.iter().map(|&logit| argsort::key(logit)));
    let tokens = |i: usize| f64::from(blocks[i].tokens);
    let expected = order.iter().map(|&i| tokens(i) * probability(logits[i]));
    let expected: Vec<f64> = expected.collect();
    let relevant: f64 = expected.iter().sum();
    let (mut found, mut length, mut best, mut most) = (0.0, 0.0, 0.0, 0);
    for ((count, &i), expected) in (1..).zip(&order).zip(&expected) {
        found += expected;
        length += tokens(i);
        let f1 = 2.0 * found / (length + relevant);
        if f1 > best {
            (best, most) = (f1, count);
        }
    }
    let mut kept = vec![false; blocks.len()];
    for &i in &order[..most] {
        kept[i] = true;
    }
    BestSet { kept, f1: best }
}

#[cfg(test)]
mod tests {
    use super::super::tests::blocks;
    use super::*;

    #[test]
    fn the_threshold_maximizes_the_expected_f1() {
        let kept = |pairs: &[(u32, f32)]| {
            let (tokens, logits): (Vec<u32>, Vec<f32>) = pairs.iter().copied().unzip();
            most_expected_f1(&blocks(&tokens), &logits).kept
        };
        // p = 0.99, 0.27: 2 * 99 / (100 + 126) = 0.88 beats 2 * 126 / (200 + 126) = 0.77.
        assert_eq!(kept(&[(100, 4.6), (100, -1.0)]), [true, false]);
        // p = 0.5, 0.38: 2 * 88 / (200 + 88) = 0.61 beats 2 * 50 / (100 + 88) = 0.53.
        assert_eq!(kept(&[(100, 0.0), (100, -0.5)]), [true, true]);
        assert_eq!(kept(&[]), [false; 0]);
        // Even an unlikely page has a best set.
        assert_eq!(kept(&[(100, -3.0), (5, -4.0)]), [true, false]);
    }
}
