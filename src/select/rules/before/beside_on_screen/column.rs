//! The column on the screen with the running text.

use crate::page::geometry::Rect;
use crate::page::{NodeId, NodeSet, Page};
use crate::select::rules::RUNNING_BLOCK;
use crate::select::signals::Signals;

/// Maximum share of the width of a box beside the column that overlaps the column, 0 to 1. If
/// higher, indented boxes of the text are removed.
const MAX_OVERLAP: f32 = 0.1;

/// The running text in the column.
pub(super) struct TextColumn {
    rect: Rect,
    pub(super) gain: f32,
    /// Mean font size, in CSS px.
    pub(super) font: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
    /// The parents of its paragraphs.
    pub(super) parents: NodeSet,
}

impl TextColumn {
    pub(super) fn new(page: &Page, signals: &Signals, rect: Rect) -> Self {
        let mut column = Self {
            rect,
            gain: 0.0,
            font: 0.0,
            top: f32::MAX,
            bottom: 0.0,
            parents: NodeSet::new(page),
        };
        for (block, &gain) in signals.blocks.iter().zip(&signals.gains) {
            if let Some(rect) = page.rect(block.container)
                && gain >= RUNNING_BLOCK
                && column.overlaps(page, block.container)
            {
                column.gain += gain;
                column.font += gain * page.style(block.leaves[0]).font_size;
                column.top = column.top.min(rect.y);
                column.bottom = column.bottom.max(rect.bottom());
                if let Some(parent) = page.parent(block.container) {
                    column.parents.insert(parent);
                }
            }
        }
        column.font /= column.gain;
        column
    }

    /// Returns whether an element is in the column, or isn't on the screen.
    pub(super) fn overlaps(&self, page: &Page, node: NodeId) -> bool {
        page.rect(node).is_none_or(|r| {
            r.width == 0.0 || self.rect.horizontal_overlap(r) > MAX_OVERLAP * r.width
        })
    }
}
