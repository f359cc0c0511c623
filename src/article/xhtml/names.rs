//! Names of elements, if the schemas of books allow less than HTML parsers.

use super::super::tree::Tree;
use crate::page::Tag;

/// Returns the name of an element. If it isn't allowed at its place, returns that of an element
/// that is allowed everywhere.
pub(super) fn of(tree: &Tree, node: usize) -> &'static str {
    let tag = tree.tag(node);
    let stays = match tag {
        Tag::Details => begins_with(tree, node, Tag::Summary),
        Tag::Summary | Tag::Figcaption => is_at_edge(tree, node),
        Tag::Ruby => tree
            .children(node)
            .any(|c| matches!(tree.tag(c), Tag::Rt | Tag::Rtc)),
        Tag::Thead => sections(tree, node).next() == Some(node),
        Tag::Tfoot => sections(tree, node).last() == Some(node),
        tag if tag.is_mathml() => fits_in_formula(tree, node),
        _ => true,
    };
    match tag {
        _ if stays => tag.name(),
        Tag::Ruby => Tag::Span.name(),
        Tag::Thead | Tag::Tfoot => Tag::Tbody.name(),
        tag if tag.is_mathml() => Tag::Mrow.name(),
        _ => Tag::Div.name(),
    }
}

/// Returns whether a definition begins its list, where a term is required.
pub(super) fn lacks_term(tree: &Tree, node: usize) -> bool {
    let parent = tree.node(node).parent;
    tree.tag(node) == Tag::Dd && tree.tag(parent) == Tag::Dl && parent + 1 == node
}

/// Returns whether a term ends its list, where a definition is required.
pub(super) fn lacks_definition(tree: &Tree, node: usize) -> bool {
    let parent = tree.node(node).parent;
    tree.tag(node) == Tag::Dt
        && tree.tag(parent) == Tag::Dl
        && tree.node(parent).end == tree.node(node).end
}

/// Returns whether a text is in a formula, but not in a token.
pub(super) fn is_loose_in_formula(tree: &Tree, text: usize) -> bool {
    let around = tree.tag(tree.node(text).parent);
    around.is_mathml() && !is_token(around)
}

fn is_token(tag: Tag) -> bool {
    matches!(tag, Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
}

fn begins_with(tree: &Tree, node: usize, tag: Tag) -> bool {
    tree.children(node).next().map(|first| tree.tag(first)) == Some(tag)
}

/// Returns whether a summary or a caption is at a required place: first, or in a figure also last
/// if the first element isn't a caption.
fn is_at_edge(tree: &Tree, node: usize) -> bool {
    let parent = tree.node(node).parent;
    let tag = tree.tag(node);
    let fits = match tag {
        Tag::Summary => tree.tag(parent) == Tag::Details,
        _ => tree.tag(parent) == Tag::Figure,
    };
    let is_first = parent + 1 == node;
    let is_last = tree.node(parent).end == tree.node(node).end;
    fits && (is_first || tag == Tag::Figcaption && is_last && !begins_with(tree, parent, tag))
}

/// Returns all sections of the table that contains one.
fn sections(tree: &Tree, section: usize) -> impl Iterator<Item = usize> {
    let is_section = |&c: &usize| matches!(tree.tag(c), Tag::Thead | Tag::Tbody | Tag::Tfoot);
    tree.children(tree.node(section).parent).filter(is_section)
}

/// Returns whether an element of a formula has the required number of children, and is at an
/// allowed place (MathML 3, 3.1.3).
fn fits_in_formula(tree: &Tree, node: usize) -> bool {
    let count = || tree.children(node).count();
    let parent = tree.node(node).parent;
    match tree.tag(node) {
        Tag::Mfrac | Tag::Mroot | Tag::Msub | Tag::Msup | Tag::Munder | Tag::Mover => count() == 2,
        Tag::Msubsup | Tag::Munderover => count() == 3,
        Tag::Mmultiscripts => has_pairs(tree, node),
        Tag::Mprescripts => tree.tag(parent) == Tag::Mmultiscripts && fits_in_formula(tree, parent),
        Tag::Mtable => tree.children(node).all(|row| {
            tree.tag(row) == Tag::Mtr && tree.children(row).all(|c| tree.tag(c) == Tag::Mtd)
        }),
        Tag::Mtr => tree.tag(parent) == Tag::Mtable && fits_in_formula(tree, parent),
        Tag::Mtd => tree.tag(parent) == Tag::Mtr && fits_in_formula(tree, parent),
        _ => true,
    }
}

/// Returns whether the scripts of an element form pairs, both before and after its prescripts.
fn has_pairs(tree: &Tree, node: usize) -> bool {
    let tags: Vec<Tag> = tree.children(node).map(|c| tree.tag(c)).collect();
    let mut parts = tags.split(|&tag| tag == Tag::Mprescripts);
    let after = parts.next().map_or(0, <[Tag]>::len);
    let before = parts.next().map_or(0, <[Tag]>::len);
    after % 2 == 1 && before % 2 == 0 && parts.next().is_none()
}
