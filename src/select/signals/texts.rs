//! The texts of all blocks of a page.

use std::mem;
use std::ops::{Index, Range};

use crate::page::Page;
use crate::select::blocks::Block;
use crate::text::Joined;

/// The texts of the blocks of a page, each on one line. They are stored in one string with offsets,
/// because separate strings for many short blocks take several times the memory.
#[derive(Debug)]
pub(crate) struct Texts {
    all: String,
    /// Per block: end of its text in `all`, in bytes.
    ends: Vec<usize>,
}

impl Texts {
    /// Collects the texts of the blocks.
    pub(crate) fn new(page: &Page, blocks: &[Block]) -> Self {
        let mut all = String::new();
        let read = |block: &Block| {
            let mut line = Joined::after(mem::take(&mut all));
            for &leaf in &block.leaves {
                line.push(page.text(leaf), page.counts(leaf));
            }
            all = line.finish().into_owned();
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

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, i: usize) -> &str {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[i]]
    }
}
