//! Length of text per subtree, without links.

use crate::page::{Attr, NodeId, Page, Tag};

/// Bytes of visible text outside links before each node, and at the end.
pub(super) struct TextLengths(Vec<u32>);

impl TextLengths {
    /// Measures a page, skipping elements for which `is_skipped` returns true.
    pub(super) fn new(page: &Page, is_skipped: impl Fn(NodeId) -> bool) -> Self {
        let mut end = NodeId(0);
        let mut sum = 0;
        let mut all = vec![0];
        for node in page.nodes() {
            if page.tag(node).is_link() || is_skipped(node) {
                end = end.max(page.end(node));
            }
            if node >= end && !page.is_hidden(node) {
                sum += page.text(node).trim().len() as u32;
            }
            all.push(sum);
        }
        Self(all)
    }

    /// Measures a page without its boilerplate and buttons.
    pub(super) fn of_main(page: &Page) -> Self {
        Self::new(page, |node| {
            is_boilerplate(page, node) || is_button(page, node)
        })
    }

    pub(super) fn of(&self, page: &Page, node: NodeId) -> u32 {
        self.between(node, page.end(node))
    }

    pub(super) fn between(&self, start: NodeId, end: NodeId) -> u32 {
        self.0[end.index()] - self.0[start.index()]
    }
}

/// Returns whether an element is a button.
pub(super) fn is_button(page: &Page, node: NodeId) -> bool {
    page.tag(node) == Tag::Button || page.attr(node, Attr::Role) == Some("button")
}

fn is_boilerplate(page: &Page, node: NodeId) -> bool {
    let roles = [
        "banner",
        "complementary",
        "contentinfo",
        "dialog",
        "menu",
        "navigation",
        "search",
    ];
    let tag = page.tag(node);
    let role = page.attr(node, Attr::Role).unwrap_or_default();
    matches!(tag, Tag::Nav | Tag::Aside | Tag::Footer | Tag::Dialog)
        || matches!(tag, Tag::Select | Tag::Textarea | Tag::Noscript)
        || roles.contains(&role)
}
