//! A page with the truth about its blocks.

use pith::page::Page;
use pith::select::{SelectedBlock, Selection};

use crate::labels;
use crate::score::token::tokens;

/// The number of words of a page's blocks, and how many of them are in the truth.
pub(super) struct Judged {
    /// Words of each block, and those of them that are in the truth.
    words: Vec<(usize, usize)>,
    truth: usize,
}

impl Judged {
    pub(super) fn new(page: &Page, found: &Selection, truth: &str) -> Self {
        let texts: Vec<Vec<String>> = found
            .blocks
            .iter()
            .map(|b| tokens(&text(page, b)))
            .collect();
        let truth = tokens(truth);
        let in_truth = labels::in_truth(&texts, &truth);
        Self {
            words: texts.iter().map(Vec::len).zip(in_truth).collect(),
            truth: truth.len(),
        }
    }

    /// Returns the number of words of a block, and how many of them are in the truth.
    pub(super) fn words(&self, block: usize) -> (usize, usize) {
        self.words[block]
    }

    /// Sums up the words of the blocks that belong to the text.
    pub(super) fn sums(&self, selection: &Selection) -> Sums {
        let mut sums = Sums::default();
        let blocks = selection.blocks.iter().zip(&self.words);
        for (_, &(words, in_truth)) in blocks.filter(|(block, _)| is_text(block)) {
            sums.words += words as i64;
            sums.in_truth += in_truth as i64;
        }
        sums
    }

    /// Returns the F1 of word counts; 0 if there are no words.
    pub(super) fn f1(&self, sums: Sums) -> f64 {
        let all = sums.words + self.truth as i64;
        if all == 0 {
            0.0
        } else {
            2.0 * sums.in_truth as f64 / all as f64
        }
    }
}

/// Words of kept blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) words: i64,
    pub(super) in_truth: i64,
}

/// Returns whether a block is part of the text. Captions aren't.
pub(super) fn is_text(block: &SelectedBlock) -> bool {
    block.outcome.is_none() && !block.is_caption
}

fn text(page: &Page, block: &SelectedBlock) -> String {
    block.leaves.iter().map(|&leaf| page.text(leaf)).collect()
}
