//! Finds the other subtrees in the column of the root.

use crate::page::{NodeId, Page};
use crate::select::signals::Signals;

/// Minimum gain of another subtree that joins the root's column, as a share of the root's gain, 0
/// to 1. If lower, lists of teasers below the article join it; if higher, short chapters with
/// separate parents are removed.
const MIN_GAIN_SHARE: f32 = 0.15;

/// Minimum overlap and width of two subtrees in one column, as shares of widths. If lower, a column
/// beside the article joins it; if higher, an indented chapter doesn't.
const MIN_OVERLAP: f32 = 0.5;
const MIN_WIDTH: f32 = 0.5;

/// Gain assumed for a root that has none, so that any sibling with text exceeds the minimum.
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
                && signals.sums[sibling.index()] > MIN_GAIN_SHARE * root_gain
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
            a.horizontal_overlap(b) >= MIN_OVERLAP * a.width.min(b.width)
                && b.width >= MIN_WIDTH * a.width
        }
        _ => true,
    }
}
