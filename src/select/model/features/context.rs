//! The values from which columns are computed.

use super::declared::Declared;
use super::density::{Density, Sums};
use super::elements::Elements;
use super::layout::{Layout, Screen};
use super::nearest_of_both;
use super::place::Place;
use super::repetition::Repetition;
use super::surroundings::Surroundings;
use super::text::Text;
use crate::metadata::Metadata;
use crate::page::geometry::Rect;
use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::decisions::Decisions;
use crate::select::reason::Reason;
use crate::select::signals::Signals;

/// The values from which columns are computed: those shared by several kinds of evidence, and those
/// of each kind.
pub(super) struct Context<'a> {
    pub(super) page: &'a Page,
    pub(super) metadata: &'a Metadata,
    pub(super) signals: &'a Signals,
    /// Per block: the decision of the rules before the model.
    pub(super) ruled: Vec<Option<Reason>>,
    /// The length of all blocks, at least 1.
    pub(super) total: f32,
    /// Per node: length and link characters of the blocks in its subtree.
    pub(super) length: Vec<f32>,
    pub(super) link: Vec<f32>,
    /// Per block: total length of the blocks before it.
    pub(super) before: Vec<f32>,
    /// Per block: the content that it announces, if it's short enough.
    pub(super) announced: Vec<Option<Reason>>,
    pub(super) text: Text,
    pub(super) elements: Elements,
    pub(super) place: Place,
    pub(super) density: Density,
    pub(super) repetition: Repetition,
    pub(super) surroundings: Surroundings,
    pub(super) layout: Layout,
    pub(super) declared: Declared,
}

/// Maximum characters of a block that announces the next ones.
const MAX_ANNOUNCEMENT_CHARS: f32 = 160.0;

impl<'a> Context<'a> {
    pub(super) fn new(
        page: &'a Page,
        metadata: &'a Metadata,
        signals: &'a Signals,
        decisions: &Decisions,
    ) -> Self {
        let blocks = &signals.blocks;
        let mut length = vec![0.0; page.len()];
        let mut link = vec![0.0; page.len()];
        let mut count = vec![0.0; page.len()];
        let mut before = Vec::with_capacity(blocks.len());
        let mut total: f32 = 0.0;
        for block in blocks {
            let i = block.container.index();
            length[i] += block.length;
            link[i] += block.length * block.link_density();
            count[i] += 1.0;
            before.push(total);
            total += block.length;
        }
        let total = total.max(1.0);
        let (length, link, count) = (
            page.subtree_sums(&length),
            page.subtree_sums(&link),
            page.subtree_sums(&count),
        );
        let sums = Sums {
            length: &length,
            link: &link,
            count: &count,
            total,
        };
        let announced: Vec<Option<Reason>> = blocks
            .iter()
            .zip(&signals.announced)
            .map(|(b, announced)| announced.filter(|_| b.length <= MAX_ANNOUNCEMENT_CHARS))
            .collect();
        Self {
            text: Text::new(page, blocks, &signals.texts),
            elements: Elements::new(page, signals),
            place: Place::new(page, metadata, signals, total, &announced),
            density: Density::new(page, signals, &sums),
            repetition: Repetition::new(page, signals, &length, &link),
            surroundings: Surroundings::new(signals),
            layout: Layout::new(page, signals),
            declared: Declared::new(page, metadata, signals),
            announced,
            page,
            metadata,
            signals,
            ruled: decisions.outcomes().to_vec(),
            total,
            length,
            link,
            before,
        }
    }

    pub(super) fn block(&self, i: usize) -> &Block {
        &self.signals.blocks[i]
    }

    /// Returns the tag of a block's container.
    pub(super) fn tag(&self, i: usize) -> Tag {
        self.page.tag(self.block(i).container)
    }

    /// Returns the parent of a block's container.
    pub(super) fn parent(&self, i: usize) -> Option<NodeId> {
        self.page.parent(self.block(i).container)
    }

    /// Returns whether a block announces removed content.
    pub(super) fn announces(&self, i: usize, reason: Reason) -> bool {
        self.announced[i] == Some(reason)
    }

    /// Returns the block at an offset before (negative) or after another; `None` outside the page.
    pub(super) fn beside(&self, i: usize, step: isize) -> Option<usize> {
        let other = i.checked_add_signed(step)?;
        (other < self.signals.blocks.len()).then_some(other)
    }

    /// Returns the number of tree edges between the containers of two blocks.
    pub(super) fn steps(&self, i: usize, other: usize) -> Option<f32> {
        let (own, other) = (self.block(i).container, self.block(other).container);
        let both = nearest_of_both(self.page, own, other);
        let level = |id| self.page.level(id);
        Some((level(own) + level(other) - 2 * level(both)) as f32)
    }

    /// Returns a block's rectangle, and the rectangles it's compared with.
    pub(super) fn on_screen(&self, i: usize) -> Option<(Rect, &Screen)> {
        let rect = self.page.rect(self.block(i).container)?;
        Some((rect, self.layout.screen.as_ref()?))
    }
}
