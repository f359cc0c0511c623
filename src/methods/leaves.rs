//! The leaves of a page.

use crate::page::{NodeId, NodeSet, Page};

/// Returns whether a node may be a leaf of an article: text, or a replaced element.
pub(super) fn is_leaf(page: &Page, id: NodeId) -> bool {
    page.is_text(id) || page.tag(id).is_replaced()
}

/// Returns the shown leaves among the nodes of `region`.
pub(super) fn leaves(page: &Page, region: &NodeSet) -> NodeSet {
    let shown = page.shown();
    let mut kept = NodeSet::new(page);
    for id in region.iter() {
        if is_leaf(page, id) && shown.contains(id) {
            kept.insert(id);
        }
    }
    kept
}
