//! Notes: marks in the text, and what they lead to.
//!
//! Pages have them in many forms: links to an item and back, raised numbers without links, boxes
//! beside the text, words that show only when pointed at. In the article all are one: a mark is a
//! link, and its note an item of a list, with a link back. A number without a note stays a number.
//!
//! Cost: O(nodes).

mod label;
mod linked;
mod rewrite;
mod unlinked;

use self::label::Label;
use super::tree::{Tree, is_heading};
use crate::page::{Attr, Page, Tag};
use crate::vocabulary::names_notes;

/// A note and the marks that lead to it, as nodes of the tree.
#[derive(Debug)]
pub(super) struct Note {
    /// The block that it begins with: an item, a paragraph, a row.
    root: usize,
    /// The last block of it, beside the first.
    last: usize,
    label: Label,
    /// In document order; a mark within a text as the text and the bytes of it.
    marks: Vec<Mark>,
}

/// A mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    /// A link, a raised number, or a text.
    node: usize,
    /// The bytes of a text that are the mark; all of the node where there are none.
    from: usize,
    to: usize,
}

impl Mark {
    fn whole(node: usize) -> Self {
        Self {
            node,
            from: 0,
            to: 0,
        }
    }
}

/// Returns the tree with its notes tied to their marks.
pub(super) fn tied(tree: Tree, page: &Page) -> Tree {
    let mut notes = linked::find(&tree);
    unlinked::add(&tree, page, &mut notes);
    if notes.is_empty() {
        return tree;
    }
    rewrite::rewritten(&tree, notes)
}

/// The most nodes below the heading of notes: more is a paragraph.
const MOST_NODES_OF_HEADING: usize = 6;

/// The most bytes of its text.
const MOST_BYTES_OF_HEADING: usize = 200;

/// Returns whether the element is the heading of notes: a heading, or a line that stands for one.
pub(super) fn is_notes_heading(tree: &Tree, node: usize) -> bool {
    let may = is_heading(tree.tag(node)) || tree.tag(node) == Tag::P;
    let is_short = tree.descendants(node).len() <= MOST_NODES_OF_HEADING;
    let bytes = || {
        tree.descendants(node)
            .map(|d| tree.text(d).len())
            .sum::<usize>()
    };
    may && is_short && bytes() <= MOST_BYTES_OF_HEADING && names_notes(&tree.all_text(node))
}

/// Returns whether a list holds the notes of the article.
pub(super) fn is_list(tree: &Tree, node: usize) -> bool {
    tree.attr(node, Attr::Class)
        .is_some_and(|all| all.split(' ').any(|class| class == rewrite::LIST))
}

/// Returns whether a text is what marks are called: a number, or a sign.
pub(super) fn is_label(text: &str) -> bool {
    label::of(text).is_some()
}

/// Returns the number of the note that an element is.
pub(super) fn number(tree: &Tree, node: usize) -> Option<&str> {
    tree.attr(node, Attr::Id)?.strip_prefix(rewrite::NOTE)
}

/// Returns the number of the note that a link leads to as a mark.
pub(super) fn marked(tree: &Tree, node: usize) -> Option<&str> {
    let href = tree.attr(node, Attr::Href)?.strip_prefix('#')?;
    let is_mark = tree.attr(node, Attr::Role) == Some("doc-noteref");
    href.strip_prefix(rewrite::NOTE).filter(|_| is_mark)
}

/// Returns whether a link leads from a note back to its mark.
pub(super) fn is_back_link(tree: &Tree, node: usize) -> bool {
    tree.attr(node, Attr::Role) == Some("doc-backlink")
}

/// Returns what stands after a node in the same parent.
fn next(tree: &Tree, node: usize) -> Option<usize> {
    let at = tree.node(node).end;
    (at < tree.node(tree.node(node).parent).end).then_some(at)
}
