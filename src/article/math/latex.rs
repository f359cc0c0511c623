//! Converts LaTeX to MathML and back.

use super::MAX_NODES;
use super::element::Element;
use super::{reader, tex};
use crate::article::tree::Tree;
use crate::text::collapse;

/// Parses a formula; `None` if a part of it is unknown.
pub(super) fn read(tex: &str, display: bool) -> Option<Vec<Element>> {
    reader::read(tex, display)
}

/// Returns whether a formula can be parsed.
pub(super) fn is_readable(tex: &str) -> bool {
    read(tex, true).is_some()
}

/// Converts the elements of a formula to LaTeX.
pub(super) fn from_tree(tree: &Tree, math: usize) -> String {
    if tree.descendants(math).len() > MAX_NODES {
        return collapse(&tree.all_text(math));
    }
    tex::from_tree(tree, math)
}

/// Returns the text for a formula without LaTeX: none, because this build converts all formulas.
pub(super) fn text(_: &Tree, _: usize) -> String {
    String::new()
}
