//! All facts about a page on which decisions about its blocks depend.

use super::signals::Signals;
use crate::metadata::Metadata;
use crate::page::Page;

/// Minimum characters of an element that contains more than a byline, regardless of its beginning.
/// With more, a standfirst beside the author's name is lost.
const MIN_NO_BYLINE_CHARS: f32 = 200.0;

/// A page, its declared metadata, and the facts about its blocks and elements.
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
            page.contains(node, first) && length() < MIN_NO_BYLINE_CHARS
        })
    }
}
