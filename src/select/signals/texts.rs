//! The texts of all blocks of a page.

use std::ops::{Index, Range};

use crate::page::{NodeId, Page};
use crate::select::blocks::Block;
use crate::text::collapse_from;

/// The texts of the blocks of a page, each on one line: one string with its ends, since a string of
/// its own for every short block takes several times the memory.
#[derive(Debug)]
pub(crate) struct Texts {
    all: String,
    /// Per block: where its text ends in `all`, in bytes.
    ends: Vec<usize>,
}

impl Texts {
    /// Reads the blocks.
    pub(crate) fn new(page: &Page, blocks: &[Block]) -> Self {
        let mut all = String::new();
        let read = |block: &Block| {
            let start = all.len();
            let mut is_even = true;
            for &leaf in &block.leaves {
                let text = page.text(leaf);
                is_even &= has_single_spaces(page, leaf)
                    && !(text.starts_with(' ') && all[start..].ends_with(' '));
                all.push_str(text);
            }
            if is_even {
                if all[start..].ends_with(' ') {
                    all.pop();
                }
                if all[start..].starts_with(' ') {
                    all.remove(start);
                }
            } else {
                collapse_from(&mut all, start);
            }
            all.len()
        };
        let ends = blocks.iter().map(read).collect();
        all.shrink_to_fit();
        Self { all, ends }
    }

    /// Returns the texts in the order of the blocks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.range(0..self.ends.len())
    }

    /// Returns the texts of a range of blocks.
    pub(crate) fn range(&self, blocks: Range<usize>) -> impl Iterator<Item = &str> {
        blocks.map(|i| &self[i])
    }
}

/// Returns whether the white space of a node's text is known to be single spaces. Of a text that is
/// never rendered nothing is counted.
fn has_single_spaces(page: &Page, id: NodeId) -> bool {
    let counts = page.counts(id);
    !counts.is_uneven && (counts.words > 0 || page.text(id).len() <= 1)
}

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, i: usize) -> &str {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[i]]
    }
}
