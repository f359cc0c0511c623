//! LaTeX to MathML and back.

use super::MAX_NODES;
use super::element::Element;
use super::{reader, tex};
use crate::article::tree::Tree;
use crate::text::collapse;

/// Returns the elements of a formula; `None` if a part of it is unknown.
pub(super) fn read(tex: &str, display: bool) -> Option<Vec<Element>> {
    reader::read(tex, display)
}

/// Returns whether the whole formula can be read.
pub(super) fn is_readable(tex: &str) -> bool {
    read(tex, true).is_some()
}

/// Returns LaTeX made from the elements of a formula.
pub(super) fn from_tree(tree: &Tree, math: usize) -> String {
    if tree.descendants(math).len() > MAX_NODES {
        return collapse(&tree.all_text(math));
    }
    tex::from_tree(tree, math)
}

/// Returns the text of a formula without a LaTeX source.
pub(super) fn text(_: &Tree, _: usize) -> String {
    String::new()
}
