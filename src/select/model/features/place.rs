//! The position of the block in the page: relative to the beginning, the title, the root, and
//! announcements before it.

mod columns;

pub(super) use columns::COLUMNS;

use std::ops::Range;

use super::{flag, log, nearest_of_both, signed_log};
use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

/// Maximum blocks before a block that are searched for an announcement or a heading.
const MAX_BACK: u8 = 30;

/// The values for announcements in the column `since_announced`. Trained data depends on them.
pub(super) const ANNOUNCED: [(Reason, f32); 10] = [
    (Reason::Comments, 0.0),
    (Reason::Sharing, 1.0),
    (Reason::Related, 2.0),
    (Reason::Advert, 3.0),
    (Reason::Navigation, 4.0),
    (Reason::Byline, 5.0),
    (Reason::Overlay, 6.0),
    (Reason::Frame, 7.0),
    (Reason::OtherColumn, 8.0),
    (Reason::Form, 9.0),
];

/// Values shared by the columns about position.
pub(super) struct Place {
    /// The first block of the title.
    title_block: Option<usize>,
    /// The `article` or `main` around the title.
    title_article: Option<NodeId>,
    /// Number of blocks that are level 1 headings.
    first_headings: f32,
    /// Similarity of the whole page to the title.
    page_similarity: f32,
    /// Share of the page's length that comes from counting CJK characters twice.
    cjk: f32,
    /// The range of blocks in the root.
    root: Range<usize>,
    /// Per block: the nearest common ancestor with the root.
    with_root: Vec<NodeId>,
    /// Per block: the nearest common ancestor with the title, if there's a title.
    with_title: Vec<Option<NodeId>>,
    /// Per block: distance in blocks to the preceding announcement that it may belong to.
    since_announced: Vec<Option<u8>>,
    /// Per block: distance in blocks to the preceding heading that it may belong to.
    heading: Vec<Option<u8>>,
}

impl Place {
    /// Computes the shared values of the columns. `total` is the length of all blocks, `announced`
    /// contains the announcement of each block.
    pub(super) fn new(
        page: &Page,
        metadata: &Metadata,
        signals: &Signals,
        total: f32,
        announced: &[Option<Reason>],
    ) -> Self {
        let blocks = &signals.blocks;
        let title = metadata.title_node;
        let mut cjk = 0.0;
        for block in blocks {
            cjk += block.length - block.chars as f32;
        }
        let heading = |i: usize| page.tag(blocks[i].container).heading_level().is_some();
        Self {
            title_block: title.and_then(|t| {
                blocks
                    .iter()
                    .position(|b| page.contains(t, b.leaves[0]) || b.container == t)
            }),
            title_article: title.and_then(|title| {
                page.inclusive_ancestors(title)
                    .find(|&id| matches!(page.tag(id), Tag::Article | Tag::Main))
            }),
            first_headings: blocks
                .iter()
                .filter(|b| page.tag(b.container) == Tag::H1)
                .count() as f32,
            page_similarity: signals.title.page,
            cjk: cjk / total,
            root: signals.blocks_in(page, signals.root),
            with_root: blocks
                .iter()
                .map(|b| nearest_of_both(page, signals.root, b.leaves[0]))
                .collect(),
            with_title: blocks
                .iter()
                .map(|b| title.map(|title| nearest_of_both(page, title, b.container)))
                .collect(),
            since_announced: last_before(blocks.len(), |i| announced[i].is_some()),
            heading: last_before(blocks.len(), heading),
        }
    }
}

/// Returns, for every block, the distance to the last preceding block of a sort, if it's at most
/// [`MAX_BACK`].
fn last_before(count: usize, of_sort: impl Fn(usize) -> bool) -> Vec<Option<u8>> {
    let mut since: Option<u8> = None;
    (0..count)
        .map(|i| {
            let found = since;
            since = if of_sort(i) {
                Some(1)
            } else {
                since
                    .filter(|&since| since < MAX_BACK)
                    .map(|since| since + 1)
            };
            found
        })
        .collect()
}

/// Returns the distance of a block from the blocks of the root: negative before them, 0 inside.
fn from_root(root: &Range<usize>, i: usize) -> f32 {
    if i < root.start {
        i as f32 - root.start as f32
    } else if i >= root.end {
        (i - root.end) as f32 + 1.0
    } else {
        0.0
    }
}
