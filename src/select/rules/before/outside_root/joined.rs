//! Finds the other subtrees of the root's column.

use crate::page::{NodeId, Page};
use crate::select::signals::Signals;

/// Minimum gain of another subtree in the root's column that belongs to it, as a share of the
/// root's, 0 to 1: with a smaller one lists of teasers below the article join it, with a larger one
/// short chapters with a parent of their own are removed.
const JOINS: f32 = 0.15;

/// Minimum overlap and width of two subtrees of one column, as shares of widths: with smaller ones
/// a column beside the article joins it, with larger ones an indented chapter doesn't.
const OVERLAP: f32 = 0.5;
const WIDTH: f32 = 0.5;

/// Gain assumed for a root without any, so that every sibling with text outweighs it.
const MIN_GAIN: f32 = 1.0;

/// Returns the subtrees beside the root that are in its column and read like it.
pub(super) fn joined(page: &Page, signals: &Signals) -> Vec<NodeId> {
    let root = signals.root;
    let root_gain = signals.sums[root.index()].max(MIN_GAIN);
    let mut joined = Vec::new();
    let mut below = root;
    for ancestor in page.ancestors(root) {
        if ancestor < page.body() {
            break;
        }
        for sibling in page.children(ancestor) {
            if sibling != below
                && signals.excluded[sibling.index()].is_none()
                && signals.sums[sibling.index()] > JOINS * root_gain
                && same_column(page, root, sibling)
            {
                joined.push(sibling);
            }
        }
        below = ancestor;
    }
    joined
}

/// Returns whether two subtrees are in one column; true without layout.
fn same_column(page: &Page, a: NodeId, b: NodeId) -> bool {
    match (page.rect(a), page.rect(b)) {
        (Some(a), Some(b)) => {
            a.horizontal_overlap(b) >= OVERLAP * a.width.min(b.width) && b.width >= WIDTH * a.width
        }
        _ => true,
    }
}
