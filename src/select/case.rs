//! All that is known of a page when something is decided about its blocks.

use super::signals::Signals;
use crate::metadata::Metadata;
use crate::page::Page;

/// The length from which an element holds more than a byline, however it begins, in characters:
/// with more, a standfirst beside the author's name is lost.
const LONG_BYLINE: f32 = 200.0;

/// A page, what it says of itself, and what is known of its blocks and elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) page: &'a Page,
    pub(crate) metadata: &'a Metadata,
    pub(crate) signals: &'a Signals,
}

impl Case<'_> {
    /// Returns whether a block is part of the byline.
    pub(crate) fn is_byline(&self, i: usize) -> bool {
        let &Self {
            page,
            metadata,
            signals,
        } = self;
        let first = signals.blocks[i].leaves[0];
        metadata.byline_nodes.iter().any(|&node| {
            let blocks = &signals.blocks[signals.blocks_in(page, node)];
            let length = || blocks.iter().map(|b| b.length).sum::<f32>();
            page.contains(node, first) && length() < LONG_BYLINE
        })
    }
}
