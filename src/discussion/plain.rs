//! How much is said in the elements of a page.

use crate::page::{Attr, NodeId, Page, Tag};

/// Visible text that is in no link, in bytes, before every node.
pub(super) struct Plain(Vec<u32>);

impl Plain {
    /// Measures a page without the elements that `is_none` says of.
    pub(super) fn new(page: &Page, is_none: impl Fn(NodeId) -> bool) -> Self {
        let mut end = NodeId(0);
        let mut sum = 0;
        let mut all = vec![0];
        for node in page.nodes() {
            if page.tag(node).is_link() || is_none(node) {
                end = end.max(page.end(node));
            }
            if node >= end && !page.is_hidden(node) {
                sum += page.text(node).trim().len() as u32;
            }
            all.push(sum);
        }
        Self(all)
    }

    /// Measures what a page says beside its frame and what is pressed.
    pub(super) fn of_main(page: &Page) -> Self {
        Self::new(page, |node| is_frame(page, node) || is_button(page, node))
    }

    pub(super) fn of(&self, page: &Page, node: NodeId) -> u32 {
        self.between(node, page.end(node))
    }

    pub(super) fn between(&self, start: NodeId, end: NodeId) -> u32 {
        self.0[end.index()] - self.0[start.index()]
    }
}

/// Returns whether something is pressed, and says nothing.
pub(super) fn is_button(page: &Page, node: NodeId) -> bool {
    page.tag(node) == Tag::Button || page.attr(node, Attr::Role) == Some("button")
}

fn is_frame(page: &Page, node: NodeId) -> bool {
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
