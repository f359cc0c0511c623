//! Notes and their references.

use super::label::Label;
use crate::article::tree::Tree;

/// A note and its references, as nodes of the tree.
#[derive(Debug)]
pub(super) struct Note {
    /// Its first block: an item, a paragraph, or a row.
    pub(super) root: usize,
    /// Its last block.
    pub(super) last: usize,
    pub(super) label: Label,
    /// Its references in document order.
    pub(super) marks: Vec<Mark>,
}

/// A footnote reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// A link, a superscript number, or a text node.
    pub(super) node: usize,
    /// Byte range of the reference in a text node; empty if it's the whole node.
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Mark {
    pub(super) fn whole(node: usize) -> Self {
        Self {
            node,
            from: 0,
            to: 0,
        }
    }
}

/// Returns the next sibling.
pub(super) fn next(tree: &Tree, node: usize) -> Option<usize> {
    let at = tree.node(node).end;
    (at < tree.node(tree.node(node).parent).end).then_some(at)
}
