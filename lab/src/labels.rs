//! Which lines of a page are the truth's: what training learns from.
//!
//! The words of all lines are aligned with those of the truth; a line is topical where more than
//! half of its words are in a common subsequence of both. The alignment is Myers', without a
//! limit of time, so that training has the same labels everywhere.

use std::collections::BTreeMap;

use pith::lines::Lines;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::score::text::numbered;
use crate::score::token::tokens;

/// A label for each line of a page.
pub(crate) fn topical(lines: &Lines, truth: &str) -> Vec<bool> {
    let words: Vec<Vec<String>> = (0..lines.len())
        .map(|i| tokens(lines.text(i..i + 1)))
        .collect();
    common(&words, &tokens(truth))
        .iter()
        .zip(&words)
        .map(|(common, words)| 2 * common > words.len())
        .collect()
}

/// How many words of each run are in a common subsequence of all runs and the truth.
pub(crate) fn common(runs: &[Vec<String>], truth: &[String]) -> Vec<usize> {
    let all: Vec<String> = runs.iter().flatten().cloned().collect();
    let mut numbers = BTreeMap::new();
    let (page, truth) = (numbered(&all, &mut numbers), numbered(truth, &mut numbers));
    let mut common = vec![false; page.len()];
    for operation in capture_diff_slices(Algorithm::Myers, &page, &truth) {
        if let DiffOp::Equal { .. } = operation {
            common[operation.old_range()].fill(true);
        }
    }
    let mut rest = common.as_slice();
    runs.iter()
        .map(|words| {
            let (own, after) = rest.split_at(words.len());
            rest = after;
            own.iter().filter(|&&is| is).count()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use pith::front::html;
    use pith::page::Limits;

    use super::*;

    #[test]
    fn lines_of_the_truth_are_topical() {
        let page = html::read(
            "<nav><a href=/>Home</a></nav><h1>Snow</h1><p>It fell on the pass.<p>The road is closed.<p>—<footer>Home of the pass",
            "",
            Limits::default(),
        )
        .expect("a page");
        let lines = Lines::new(&page);
        let labels = topical(&lines, "It fell on the pass.\n\nThe road is closed.");
        let kept: Vec<&str> = (0..lines.len())
            .filter(|&i| labels[i])
            .map(|i| lines.text(i..i + 1).trim())
            .collect();
        assert_eq!(kept, ["It fell on the pass.", "The road is closed."]);
    }
}
