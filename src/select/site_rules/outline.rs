//! The blocks inside elements of a page, and their word counts.

use std::ops::Range;

use crate::page::{NodeId, Page};
use crate::select::selection::{SelectedBlock, Selection};

/// The blocks of a page before corrections.
pub(super) struct Outline<'a> {
    pub(super) page: &'a Page,
    pub(super) blocks: &'a [SelectedBlock],
    /// Number of words before each block, and before the end.
    words: Vec<u32>,
    /// Number of kept blocks before each block, and before the end.
    kept: Vec<u32>,
    /// Number of words in kept blocks.
    pub(super) kept_words: u32,
}

impl<'a> Outline<'a> {
    pub(super) fn new(page: &'a Page, found: &'a Selection) -> Self {
        let blocks = &found.blocks;
        let (mut words, mut kept) = (vec![0], vec![0]);
        let (mut sum, mut count, mut kept_words) = (0, 0, 0);
        for block in blocks {
            let own = words_of(page, block);
            sum += own;
            if block.outcome.is_none() {
                count += 1;
                kept_words += own;
            }
            words.push(sum);
            kept.push(count);
        }
        Self {
            page,
            blocks,
            words,
            kept,
            kept_words,
        }
    }

    /// Returns the blocks that are completely inside a node.
    pub(super) fn blocks_in(&self, node: NodeId) -> Range<usize> {
        let end = self.page.end(node);
        let start = self.blocks.partition_point(|block| block.leaves[0] < node);
        let within = |block: &SelectedBlock| block.leaves[block.leaves.len() - 1] < end;
        start..self.blocks.partition_point(within).max(start)
    }

    /// Counts the words of a range of blocks.
    pub(super) fn words(&self, range: &Range<usize>) -> u32 {
        self.words[range.end] - self.words[range.start]
    }

    /// Counts the kept blocks in a range.
    pub(super) fn kept(&self, range: &Range<usize>) -> u32 {
        self.kept[range.end] - self.kept[range.start]
    }
}

/// Counts the words of a block.
fn words_of(page: &Page, block: &SelectedBlock) -> u32 {
    block
        .leaves
        .iter()
        .map(|&leaf| page.counts(leaf).tokens)
        .sum()
}
