//! Training labels: the lines and blocks of a page that are in the truth.
//!
//! The words of the page are aligned with those of the truth by a longest common subsequence, found
//! by Myers' algorithm without a limit of time or cost (Myers: *An O(ND) difference algorithm and
//! its variations*, Algorithmica 1, 1986), so that it's exact and the same everywhere. Words of a
//! menu that also occur in the truth match by chance. Such runs are short and isolated, and don't
//! count.

use std::collections::BTreeMap;
use std::convert::Infallible;

use pith::methods::lines::Lines;
use similar::algorithms::{DiffHook, myers};

use crate::score::text::numbered;
use crate::score::token::tokens;

/// Minimum consecutive matched words that aren't a coincidence.
const MIN_RUN: usize = 6;

/// Maximum words of the truth between a shorter run and one that isn't a coincidence.
const MAX_GAP_IN_TRUTH: usize = 3;

/// Maximum words of the page between them, which may be a link or a note.
const MAX_GAP_ON_PAGE: usize = 12;

/// Labels each line of a page.
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

/// Counts the words of each text in a longest common subsequence of all texts and the truth,
/// without chance matches.
pub(crate) fn common(texts: &[Vec<String>], truth: &[String]) -> Vec<usize> {
    counted(texts, truth, |runs| {
        without_chance(&runs, MIN_RUN.min(truth.len())).collect()
    })
}

/// Counts the words of each text in a longest common subsequence of all texts and the truth.
pub(crate) fn in_truth(texts: &[Vec<String>], truth: &[String]) -> Vec<usize> {
    counted(texts, truth, |runs| runs)
}

fn counted(
    texts: &[Vec<String>],
    truth: &[String],
    chosen: impl FnOnce(Vec<Run>) -> Vec<Run>,
) -> Vec<usize> {
    let all: Vec<String> = texts.iter().flatten().cloned().collect();
    let mut numbers = BTreeMap::new();
    let (page, truth) = (numbered(&all, &mut numbers), numbered(truth, &mut numbers));
    let mut common = vec![false; page.len()];
    for run in chosen(aligned(&page, &truth)) {
        common[run.page..run.page + run.len].fill(true);
    }
    let mut rest = common.as_slice();
    texts
        .iter()
        .map(|words| {
            let (own, after) = rest.split_at(words.len());
            rest = after;
            own.iter().filter(|&&is| is).count()
        })
        .collect()
}

/// Consecutive words that are both on the page and in the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    page: usize,
    truth: usize,
    len: usize,
}

/// Collects the runs of an alignment.
#[derive(Default)]
struct RunCollector(Vec<Run>);

impl DiffHook for RunCollector {
    type Error = Infallible;

    fn equal(&mut self, page: usize, truth: usize, len: usize) -> Result<(), Infallible> {
        match self.0.last_mut() {
            Some(last) if last.page + last.len == page && last.truth + last.len == truth => {
                last.len += len;
            }
            _ => self.0.push(Run { page, truth, len }),
        }
        Ok(())
    }
}

/// Returns the runs of a longest common subsequence, in order.
fn aligned(page: &[u32], truth: &[u32]) -> Vec<Run> {
    let mut runs = RunCollector::default();
    let Ok(()) =
        myers::diff_deadline_raw(&mut runs, page, 0..page.len(), truth, 0..truth.len(), None);
    runs.0
}

/// Returns the runs of at least `long` words, and the shorter ones next to one of them.
fn without_chance(runs: &[Run], long: usize) -> impl Iterator<Item = Run> {
    let beside = move |before: &Run, after: &Run| {
        after.truth - (before.truth + before.len) <= MAX_GAP_IN_TRUTH
            && after.page - (before.page + before.len) <= MAX_GAP_ON_PAGE
    };
    runs.iter().enumerate().filter_map(move |(k, run)| {
        let counts = run.len >= long
            || (k > 0 && runs[k - 1].len >= long && beside(&runs[k - 1], run))
            || runs
                .get(k + 1)
                .is_some_and(|next| next.len >= long && beside(run, next));
        counts.then_some(*run)
    })
}

#[cfg(test)]
mod tests {
    use pith::page::Limits;
    use pith::source::html;

    use super::*;
    use crate::score::textbook::{lcs_by_table, random_words};

    #[test]
    fn lines_in_the_ground_truth_are_topical() {
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

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn alignment_is_as_long_as_the_longest_common_subsequence() {
        // A small vocabulary causes many ties, and alignments with heuristics fail if the lengths
        // differ much.
        let mut words = random_words(11);
        for (n, m, kinds) in [
            (0, 5, 2),
            (1, 1, 1),
            (40, 40, 3),
            (300, 190, 7),
            (900, 60, 30),
            (2500, 700, 900),
            (3000, 200, 60),
        ] {
            let (page, truth) = (words(n, kinds), words(m, kinds));
            let runs = aligned(&page, &truth);
            for run in &runs {
                let (a, b) = (run.page..run.page + run.len, run.truth..run.truth + run.len);
                assert_eq!(page[a], truth[b]);
            }
            let ordered = |pair: &[Run]| {
                pair[0].page + pair[0].len <= pair[1].page
                    && pair[0].truth + pair[0].len <= pair[1].truth
            };
            assert!(runs.windows(2).all(ordered));
            let found: usize = runs.iter().map(|run| run.len).sum();
            assert_eq!(found, lcs_by_table(&page, &truth), "{n} {m} {kinds}");
        }
    }

    #[test]
    fn chance_matches_do_not_count() {
        let truth = words("the ferry sails again from the old harbour today at noon");
        let menu = words("the harbour today");
        let text = words("the ferry sails again from the old");
        let link = words("read more");
        let rest = words("harbour today at noon");
        // The rest is short but next to the long run; the menu is isolated.
        let texts = [text.clone(), link.clone(), rest.clone()];
        assert_eq!(common(&texts, &truth), [7, 0, 4]);
        let far = words("a b c d e f g h i j k l m");
        assert_eq!(common(&[text, far, menu], &truth), [7, 0, 0]);
        // If the truth has only a few words, short runs match it.
        assert_eq!(
            common(&[link, words("old harbour")], &words("old harbour")),
            [0, 2]
        );
    }
}
