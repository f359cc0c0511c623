//! Compares the text of a page with the truth.

use std::collections::BTreeMap;

use rapidfuzz::distance::lcs_seq;

use super::f1;
use super::token::{bag, overlap};

/// Scores of one page, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TextScore {
    /// LCS / words of the output.
    pub(crate) precision: f64,
    /// LCS / words of the truth.
    pub(crate) recall: f64,
    /// Harmonic mean of precision and recall.
    pub(crate) f1: f64,
    /// LCS / (words of both - LCS).
    pub(crate) score: f64,
    /// F1 with the words as a bag.
    pub(crate) bag_f1: f64,
}

impl TextScore {
    /// Compares tokens. Two empty texts are equal; an empty and a nonempty one share nothing.
    pub(crate) fn new(truth: &[String], output: &[String]) -> Self {
        if truth.is_empty() || output.is_empty() {
            let all = if truth.is_empty() && output.is_empty() {
                1.0
            } else {
                0.0
            };
            return Self {
                precision: all,
                recall: all,
                f1: all,
                score: all,
                bag_f1: all,
            };
        }
        let (a, b) = (truth.len() as f64, output.len() as f64);
        let common = lcs(truth, output) as f64;
        let shared = overlap(&bag(truth), &bag(output)) as f64;
        let (precision, recall) = (common / b, common / a);
        Self {
            precision,
            recall,
            f1: f1(precision, recall),
            score: common / (a + b - common),
            bag_f1: f1(shared / b, shared / a),
        }
    }
}

/// Returns the length of the longest common subsequence, bit-parallel: quadratic divided by the
/// word size of the machine.
pub(crate) fn lcs(a: &[String], b: &[String]) -> usize {
    let mut numbers = BTreeMap::new();
    let a = numbered(a, &mut numbers);
    let b = numbered(b, &mut numbers);
    lcs_seq::similarity(a, b)
}

/// Replaces tokens by numbers, the same for equal tokens.
pub(crate) fn numbered<'a>(tokens: &'a [String], numbers: &mut BTreeMap<&'a str, u32>) -> Vec<u32> {
    tokens
        .iter()
        .map(|token| {
            let next = numbers.len() as u32;
            *numbers.entry(token).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::textbook::{lcs_by_table, random_words};

    #[test]
    fn bit_parallel_lcs_agrees_with_the_table() {
        // Small vocabularies, and lengths above several machine words.
        let mut random = random_words(7);
        let mut words = |count: usize, kinds: u32| -> Vec<String> {
            random(count, kinds).iter().map(u32::to_string).collect()
        };
        for (n, m, kinds) in [
            (1, 1, 1),
            (63, 65, 3),
            (64, 64, 5),
            (300, 190, 7),
            (129, 500, 400),
        ] {
            let (a, b) = (words(n, kinds), words(m, kinds));
            assert_eq!(lcs(&a, &b), lcs_by_table(&a, &b), "{n} {m} {kinds}");
        }
    }
}
