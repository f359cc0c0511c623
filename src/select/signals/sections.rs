//! The sections of a page.

use std::ops::Range;

use super::Signals;
use crate::page::Page;

impl Signals {
    /// Returns the sections as ranges of blocks: each begins with a heading and ends before the
    /// next one of the same or a higher rank.
    pub(crate) fn sections(&self, page: &Page) -> Vec<Range<usize>> {
        let mut sections = Vec::new();
        // The next heading of each rank or a higher one.
        let mut next = [self.len(); 7];
        for (i, block) in self.blocks.iter().enumerate().rev() {
            if let Some(level) = block.heading_level(page) {
                let level = usize::from(level);
                sections.push(i..next[level]);
                next[level..].fill(i);
            }
        }
        sections.reverse();
        sections
    }
}
