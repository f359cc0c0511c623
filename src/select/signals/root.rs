//! The root: the subtree with the article.

use crate::page::{NodeId, Page, Tag};
use crate::select::reason::Reason;

/// Returns the node whose subtree has the largest sum of gains. If several nested ones have the
/// same sum, it's the deepest. `sums` and `excluded` are per node.
pub(super) fn root(page: &Page, sums: &[f32], excluded: &[Option<Reason>]) -> NodeId {
    let mut best = page.body();
    for id in page.subtree(page.body()) {
        if page.is_element(id)
            && excluded[id.index()].is_none()
            && sums[id.index()] >= sums[best.index()]
            && (page.contains(best, id) || sums[id.index()] > sums[best.index()])
        {
            best = id;
        }
    }
    // A single paragraph isn't a root; its container is.
    while is_inside_text(page.tag(best)) || !page.is_block(best) {
        match page.parent(best) {
            Some(parent) if best != page.body() => best = parent,
            _ => break,
        }
    }
    best
}

fn is_inside_text(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::P
            | Tag::Span
            | Tag::Pre
            | Tag::Blockquote
            | Tag::Li
            | Tag::Td
            | Tag::Tr
            | Tag::Tbody
            | Tag::Ul
            | Tag::Ol
            | Tag::B
            | Tag::I
            | Tag::Em
            | Tag::Strong
            | Tag::Font
            | Tag::A
    )
}
