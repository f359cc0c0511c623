//! The place of the block in the page: from its beginning, from the title, from the rules' root and
//! from the announcements before it.

use std::ops::Range;

use super::{Value, flag, log, nearest_of_both, signed_log};
use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

/// Number of blocks before a block among which an announcement or a heading is looked for.
const BACK: u8 = 30;

/// The numbers that stand for announcements in the column `said`. What was learnt depends on them.
pub(super) const SAID: [(Reason, f32); 10] = [
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

/// Values that the columns of a block's place share.
pub(super) struct Place {
    /// The first block of the title.
    title_block: Option<usize>,
    /// The `article` or `main` around the title.
    title_article: Option<NodeId>,
    /// Blocks that are headings of the first level.
    first_headings: f32,
    /// The whole page's likeness to the title.
    page_similarity: f32,
    /// Share of the page's length that characters of scripts without spaces add.
    cjk: f32,
    /// The blocks in the rules' root.
    root: Range<usize>,
    /// Per block: the nearest element that holds it and the root.
    with_root: Vec<NodeId>,
    /// Per block: the nearest element that holds it and the title, where there is one.
    with_title: Vec<Option<NodeId>>,
    /// Per block: how many blocks before it the announcement stands that it may belong to.
    said: Vec<Option<u8>>,
    /// Per block: how many blocks before it the heading stands that it may belong to.
    heading: Vec<Option<u8>>,
}

impl Place {
    /// Computes what the columns share. `total` is the length of all blocks, `announced` says per
    /// block what it announces.
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
            said: last_before(blocks.len(), |i| announced[i].is_some()),
            heading: last_before(blocks.len(), heading),
        }
    }
}

/// Returns for every block how many blocks before it the last one of some sort stands, where that
/// is at most [`BACK`].
fn last_before(count: usize, of_sort: impl Fn(usize) -> bool) -> Vec<Option<u8>> {
    let mut since: Option<u8> = None;
    (0..count)
        .map(|i| {
            let found = since;
            since = if of_sort(i) {
                Some(1)
            } else {
                since.filter(|&since| since < BACK).map(|since| since + 1)
            };
            found
        })
        .collect()
}

/// Returns the distance of a block from the root's blocks: negative before them, 0 inside.
fn from_root(root: &Range<usize>, i: usize) -> f32 {
    if i < root.start {
        i as f32 - root.start as f32
    } else if i >= root.end {
        (i - root.end) as f32 + 1.0
    } else {
        0.0
    }
}

/// The place of the block in the page.
pub(super) const COLUMNS: &[(&str, Value)] = columns![
    ("rank", |c, i| {
        Some(i as f32 / c.signals.blocks.len() as f32)
    }),
    ("before", |c, i| Some(c.before[i] / c.total)),
    ("page_blocks", |c, _| {
        Some(log(c.signals.blocks.len() as f32))
    }),
    ("page_length", |c, _| Some(log(c.total))),
    ("page_links", |c, _| {
        Some(c.link[c.page.body().index()] / c.total)
    }),
    ("page_similarity", |c, _| Some(c.place.page_similarity)),
    ("cjk", |c, _| Some(c.place.cjk)),
    ("from_title", |c, i| {
        Some(signed_log(i as f32 - c.place.title_block? as f32))
    }),
    ("from_title_length", |c, i| {
        Some((c.before[i] - c.before[c.place.title_block?]) / c.total)
    }),
    ("in_root", |c, i| {
        flag(c.page.contains(c.signals.root, c.block(i).leaves[0]))
    }),
    ("root_up", |c, i| {
        let level = c.page.level(c.place.with_root[i]);
        Some((c.page.level(c.signals.root) - level) as f32)
    }),
    ("root_down", |c, i| {
        let level = c.page.level(c.place.with_root[i]);
        Some(c.page.level(c.block(i).container) as f32 - level as f32)
    }),
    ("from_root", |c, i| {
        Some(signed_log(from_root(&c.place.root, i)))
    }),
    ("root_share", |c, _| {
        Some(c.length[c.signals.root.index()] / c.total)
    }),
    ("root_gain", |c, _| {
        Some(log(c.signals.sums[c.signals.root.index()].max(0.0)))
    }),
    ("in_root_rank", |c, i| {
        let root = &c.place.root;
        Some((i as f32 - root.start as f32) / (root.len() as f32).max(1.0))
    }),
    ("rule_kept", |c, i| flag(c.ruled[i].is_none())),
    ("title_node", |c, i| flag(c.ruled[i] == Some(Reason::Title))),
    ("byline_node", |c, i| {
        let mut nodes = c.metadata.byline_nodes.iter();
        flag(nodes.any(|&n| c.page.contains(n, c.block(i).leaves[0])))
    }),
    ("title_up", |c, i| {
        let level = c.page.level(c.place.with_title[i]?);
        Some((c.page.level(c.metadata.title_node?) - level) as f32)
    }),
    ("title_down", |c, i| {
        let level = c.page.level(c.place.with_title[i]?);
        Some((c.page.level(c.block(i).container) - level) as f32)
    }),
    ("title_share", |c, i| {
        Some(c.length[c.place.with_title[i]?.index()] / c.total)
    }),
    ("title_article", |c, i| {
        c.metadata.title_node?;
        let around = c.place.title_article;
        flag(around.is_some_and(|a| c.page.contains(a, c.block(i).leaves[0])))
    }),
    ("first_headings", |c, _| Some(c.place.first_headings)),
    ("since_said", |c, i| Some(f32::from(c.place.said[i]?))),
    ("said", |c, i| {
        let reason = c.announced[i - usize::from(c.place.said[i]?)]?;
        Some(SAID.iter().find(|said| said.0 == reason)?.1)
    }),
    ("since_heading", |c, i| Some(f32::from(c.place.heading[i]?))),
    ("heading_link", |c, i| {
        Some(c.block(i - usize::from(c.place.heading[i]?)).link_density())
    }),
    ("heading_said", |c, i| {
        let heading = c.place.heading[i];
        flag(heading.is_some_and(|back| c.announced[i - usize::from(back)].is_some()))
    }),
];
