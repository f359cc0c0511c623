//! Potential topical blocks (Step 7) and the informative ones among them (Sect. 3.5).

use std::ops::RangeInclusive;

/// A potential topical block.
#[derive(Clone, Debug, PartialEq)]
pub struct LineBlock {
    /// Its topical lines, those between them, and the line before and after if there is one.
    /// Indices into the lines, from 0.
    pub lines: RangeInclusive<usize>,
    /// From the first topical line to the last.
    pub topical: RangeInclusive<usize>,
    /// The mean score of `lines` (Eq. 5).
    pub score: f64,
}

/// Returns the blocks of a page, in document order.
///
/// `topical` has for every line whether a rule matches it, `scores` the line's score. Two topical
/// lines belong to one block if fewer than `phi` lines are between them; if `phi` is 0, every
/// topical line is a block of its own.
pub(super) fn blocks(topical: &[bool], scores: &[f64], phi: usize) -> Vec<LineBlock> {
    let mut found: Vec<RangeInclusive<usize>> = Vec::new();
    for (i, _) in topical.iter().enumerate().filter(|&(_, &is)| is) {
        match found.last_mut() {
            Some(block) if i - block.end() <= phi => *block = *block.start()..=i,
            _ => found.push(i..=i),
        }
    }
    let last = topical.len().saturating_sub(1);
    found
        .into_iter()
        .map(|topical| {
            let lines = topical.start().saturating_sub(1)..=(topical.end() + 1).min(last);
            let score = mean(scores.get(lines.clone()).unwrap_or_default());
            LineBlock {
                lines,
                topical,
                score,
            }
        })
        .collect()
}

/// Returns the blocks above the cutoff; if there are none, the first with the best score.
pub(super) fn informative(blocks: &[LineBlock], cutoff: f64) -> impl Iterator<Item = &LineBlock> {
    let best = blocks
        .iter()
        .rev()
        .max_by(|a, b| a.score.total_cmp(&b.score))
        .filter(|block| block.score <= cutoff);
    let above = blocks.iter().filter(move |block| block.score > cutoff);
    above.chain(best)
}

fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the blocks, as (first topical, last topical), of lines given as `#` (topical) and
    /// `.`.
    fn check(lines: &str, phi: usize, expected: &[(usize, usize)]) {
        let topical: Vec<bool> = lines.chars().map(|c| c == '#').collect();
        let scores = vec![1.0; topical.len()];
        let found = blocks(&topical, &scores, phi);
        let ends: Vec<_> = found
            .iter()
            .map(|b| (*b.topical.start(), *b.topical.end()))
            .collect();
        assert_eq!(ends, expected, "{lines} with {phi}");
        assert!(found.iter().all(|b| b.score == 1.0));
    }

    #[test]
    fn gaps_shorter_than_phi_lines_are_bridged() {
        check("#....#.....#", 5, &[(0, 5), (11, 11)]);
        check("#.##", 0, &[(0, 0), (2, 2), (3, 3)]);
        check("#.##", 1, &[(0, 0), (2, 3)]);
        check("#.##", 2, &[(0, 3)]);
        check("....", 5, &[]);
        check("", 5, &[]);
        check("#", 5, &[(0, 0)]);
    }

    #[test]
    fn both_blocks_of_the_papers_second_example_are_rejected() {
        // Fig. 6: p636 between p635 and p637, p850 between p849 and p851.
        for (scores, expected) in [([0.15, 1.67, 0.19], 0.67), ([0.28, 1.55, 0.33], 0.72)] {
            let found = blocks(&[false, true, false], &scores, 5);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].lines, 0..=2);
            assert!((found[0].score - expected).abs() < 0.005);
            let longer = [LineBlock {
                score: 1.78,
                ..found[0].clone()
            }];
            let both = [longer.as_slice(), &found].concat();
            let kept: Vec<_> = informative(&both, 1.5).collect();
            assert_eq!(kept, [&longer[0]]);
        }
    }

    #[test]
    fn best_block_is_kept_if_none_is_informative() {
        let check = |scores: &[f64], expected: &[usize]| {
            let blocks: Vec<_> = scores
                .iter()
                .zip(0..)
                .map(|(&score, i)| LineBlock {
                    lines: i..=i,
                    topical: i..=i,
                    score,
                })
                .collect();
            let kept: Vec<_> = informative(&blocks, 1.5)
                .map(|b| *b.lines.start())
                .collect();
            assert_eq!(kept, expected, "{scores:?}");
        };
        check(&[1.6, 1.0, 2.0], &[0, 2]);
        check(&[1.0, 1.5, 1.5], &[1]);
        check(&[-1.0], &[0]);
        check(&[], &[]);
    }

    #[test]
    fn blocks_at_the_page_edge_have_one_neighbor() {
        let found = blocks(&[true, false, false, true], &[3.0, 1.0, 1.0, 2.0], 1);
        assert_eq!(found[0].lines, 0..=1);
        assert_eq!(found[0].score, 2.0);
        assert_eq!(found[1].lines, 2..=3);
        assert_eq!(found[1].score, 1.5);
    }
}
