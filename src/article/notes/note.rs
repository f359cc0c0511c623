//! Notes and their references.

use super::label::Label;
use crate::article::tree::Tree;

/// A note and its references, as nodes of the tree.
#[derive(Debug)]
pub(super) struct Note {
    /// The block that it begins with: an item, a paragraph, a row.
    pub(super) root: usize,
    /// Its last block, besides the first.
    pub(super) last: usize,
    pub(super) label: Label,
    /// In document order; a reference within a text as the text and its bytes.
    pub(super) marks: Vec<Mark>,
}

/// A footnote reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// A link, a superscript number, or a text.
    pub(super) node: usize,
    /// The bytes of a text that are the reference; all of the node if there are none.
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
