//! The heading of notes.

use crate::article::tree::{Tree, is_heading};
use crate::page::Tag;
use crate::vocabulary::names_notes;

/// Maximum nodes below the heading of notes. An element with more is a paragraph.
const MAX_NODES_OF_HEADING: usize = 6;

/// Maximum bytes of its text.
const MAX_BYTES_OF_HEADING: usize = 200;

/// Returns whether an element is the heading of notes: a heading, or a line that replaces one.
pub(in crate::article) fn is_notes_heading(tree: &Tree, node: usize) -> bool {
    let may = is_heading(tree.tag(node)) || tree.tag(node) == Tag::P;
    let is_short = tree.descendants(node).len() <= MAX_NODES_OF_HEADING;
    let bytes = || {
        tree.descendants(node)
            .map(|d| tree.text(d).len())
            .sum::<usize>()
    };
    may && is_short && bytes() <= MAX_BYTES_OF_HEADING && names_notes(&tree.all_text(node))
}
