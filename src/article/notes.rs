//! Footnotes: references in the text, and their notes.
//!
//! Pages have them in many forms: links to an item and back, superscript numbers without links,
//! boxes beside the text, or text shown on hover. In the article, all have one form: a reference is
//! a link, and its note an item of a list, with a back link. A number without a note is kept as a
//! number.
//!
//! Cost: O(nodes).

mod heading;
mod label;
mod linked;
mod note;
mod rewrite;
mod unlinked;

pub(super) use self::heading::is_notes_heading;
use self::note::{Mark, Note, next};
use super::tree::Tree;
use crate::page::{Attr, Page};

/// Returns the tree with its notes linked to their references.
pub(super) fn with_linked_notes(tree: Tree, page: &Page) -> Tree {
    let mut notes = linked::find(&tree);
    unlinked::add(&tree, page, &mut notes);
    if notes.is_empty() {
        return tree;
    }
    rewrite::rewritten(&tree, notes)
}

/// Returns whether a list is that of the article's notes.
pub(super) fn is_list(tree: &Tree, node: usize) -> bool {
    tree.attr(node, Attr::Class)
        .is_some_and(|all| all.split(' ').any(|class| class == rewrite::LIST))
}

/// Returns whether a text is the label of a reference: a number or a symbol.
pub(super) fn is_label(text: &str) -> bool {
    label::of(text).is_some()
}

/// Returns the number of a note's list item.
pub(super) fn number(tree: &Tree, node: usize) -> Option<&str> {
    tree.attr(node, Attr::Id)?.strip_prefix(rewrite::NOTE)
}

/// Returns the number of the note, if a link is a footnote reference.
pub(super) fn marked(tree: &Tree, node: usize) -> Option<&str> {
    let href = tree.attr(node, Attr::Href)?.strip_prefix('#')?;
    let is_mark = tree.attr(node, Attr::Role) == Some("doc-noteref");
    href.strip_prefix(rewrite::NOTE).filter(|_| is_mark)
}

/// Returns whether a link is the back link of a note.
pub(super) fn is_back_link(tree: &Tree, node: usize) -> bool {
    tree.attr(node, Attr::Role) == Some("doc-backlink")
}

/// Parses a text as a label, for a fuzz target.
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(super) fn read_label(text: &str) {
    label::of(text);
    label::at_start(text);
    label::may_begin(text);
}
