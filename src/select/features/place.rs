//! Where the block stands in the page: from its beginning, from the title, from the rules' root
//! and from the announcements before it.

use super::{Context, HINTED, Row, log, nearest_of_both};
use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};
use crate::select::Reason;
use crate::select::evidence::Evidence;
use crate::text::TermVector;

/// What is counted once for the columns of a block's place.
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
}

impl Place {
    /// `total` is the length of all blocks.
    pub(super) fn new(page: &Page, metadata: &Metadata, evidence: &Evidence, total: f32) -> Self {
        let blocks = &evidence.blocks;
        let mut cjk = 0.0;
        for block in blocks {
            cjk += block.length - block.chars as f32;
        }
        Self {
            title_block: metadata.title_node.and_then(|t| {
                blocks
                    .iter()
                    .position(|b| page.contains(t, b.leaves[0]) || b.container == t)
            }),
            title_article: metadata.title_node.and_then(|title| {
                page.inclusive_ancestors(title)
                    .find(|&id| matches!(page.tag(id), Tag::Article | Tag::Main))
            }),
            first_headings: blocks
                .iter()
                .filter(|b| page.tag(b.container) == Tag::H1)
                .count() as f32,
            page_similarity: evidence
                .title_terms
                .cosine(&TermVector::sum(&evidence.terms)),
            cjk: cjk / total,
        }
    }
}

impl Context<'_> {
    /// Where the block stands in the page.
    pub(super) fn place(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let len = self.evidence.blocks.len() as f32;
        row.add("rank", i as f32 / len);
        row.add("before", self.before[i] / self.total);
        row.add("page_blocks", log(len));
        row.add("page_length", log(self.total));
        row.add("page_links", self.link[page.body().index()] / self.total);
        row.add("page_similarity", self.place.page_similarity);
        row.add("cjk", self.place.cjk);
        match self.place.title_block {
            Some(t) => {
                let d = i as f32 - t as f32;
                row.add("from_title", d.signum() * log(d.abs()));
                row.add(
                    "from_title_length",
                    (self.before[i] - self.before[t]) / self.total,
                );
            }
            None => {
                row.add("from_title", f32::NAN);
                row.add("from_title_length", f32::NAN);
            }
        }
        let root = self.evidence.root;
        row.flag("in_root", page.contains(root, b.leaves[0]));
        let lca = nearest_of_both(page, root, b.leaves[0]);
        row.add("root_up", (page.level(root) - page.level(lca)) as f32);
        row.add(
            "root_down",
            page.level(b.container) as f32 - page.level(lca) as f32,
        );
        let range = self.evidence.blocks_in(page, root);
        let distance = if i < range.start {
            i as f32 - range.start as f32
        } else if i >= range.end {
            (i - range.end) as f32 + 1.0
        } else {
            0.0
        };
        row.add("from_root", distance.signum() * log(distance.abs()));
        row.add("root_share", self.length[root.index()] / self.total);
        row.add("root_gain", log(self.evidence.sums[root.index()].max(0.0)));
        let within = (i as f32 - range.start as f32) / (range.len() as f32).max(1.0);
        row.add("in_root_rank", within);
        let kept = self.evidence.decisions[i];
        row.flag("rule_kept", kept.is_none());
        row.flag("title_node", kept == Some(Reason::Title));
        row.flag(
            "byline_node",
            self.metadata
                .byline_nodes
                .iter()
                .any(|&n| page.contains(n, b.leaves[0])),
        );
        // How far it is from the title in the tree, and how much of the page they share.
        match self.metadata.title_node {
            Some(title) => {
                let lca = nearest_of_both(page, title, b.container);
                let down = page.level(b.container) - page.level(lca);
                row.add("title_up", (page.level(title) - page.level(lca)) as f32);
                row.add("title_down", down as f32);
                row.add("title_share", self.length[lca.index()] / self.total);
                row.flag(
                    "title_article",
                    self.place
                        .title_article
                        .is_some_and(|a| page.contains(a, b.leaves[0])),
                );
            }
            None => {
                for name in ["title_up", "title_down", "title_share", "title_article"] {
                    row.add(name, f32::NAN);
                }
            }
        }
        row.add("first_headings", self.place.first_headings);
        // The announcement that the block may stand under.
        let mut said = None;
        let mut heading = None;
        for j in (i.saturating_sub(30)..i).rev() {
            if said.is_none() && self.announced[j].is_some() {
                said = Some(j);
            }
            if heading.is_none() && page.tag(self.block(j).container).heading_level().is_some() {
                heading = Some(j);
            }
        }
        row.add("since_said", said.map_or(f32::NAN, |j| (i - j) as f32));
        row.add(
            "said",
            said.and_then(|j| self.announced[j])
                .and_then(|r| HINTED.iter().position(|&h| h == r))
                .map_or(f32::NAN, |k| k as f32),
        );
        row.add(
            "since_heading",
            heading.map_or(f32::NAN, |j| (i - j) as f32),
        );
        row.add(
            "heading_link",
            heading.map_or(f32::NAN, |j| self.block(j).link_density()),
        );
        row.flag(
            "heading_said",
            heading.is_some_and(|j| self.announced[j].is_some()),
        );
    }
}
