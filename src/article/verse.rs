//! Verse: lines of a poem that are separate elements, and poems that preserve white space.

use super::survey::Survey;
use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag};

/// Names of poems, as parts of class names.
const NAMES: &str = "verse verses poem poems poetry stanza strophe lyrics lyric linegroup lg gedicht \
    poeme poesie poesia poema estrofa";

/// Maximum levels between a poem and one of its lines.
const LEVELS: usize = 4;

/// Maximum characters of a line.
const MAX_LINE_CHARS: u32 = 160;

/// Returns whether an element has the name of a poem or of a part of one.
pub(super) fn is_verse(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::Class).is_some_and(|class| {
        let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(NAMES, &part.to_ascii_lowercase()))
    })
}

/// Returns whether a block is a line of a poem: it contains no other block, is in an element with
/// the name of a poem, and has another line as its sibling.
pub(super) fn is_line(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let is_leaf = matches!(page.tag(node), Tag::Div | Tag::P | Tag::Span | Tag::Other)
        && survey.blocks(page, node) == 1
        && (1..=MAX_LINE_CHARS).contains(&survey.chars(page, node));
    if !is_leaf || !page.ancestors(node).take(LEVELS).any(|n| is_verse(page, n)) {
        return false;
    }
    let Some(parent) = page.parent(node) else {
        return false;
    };
    // A line break at the end of a line separates nothing.
    let breaks = page.descendants(node).filter(|&n| page.tag(n) == Tag::Br);
    let is_last = |n: NodeId| survey.chars_from(page, n, node) == 0;
    let mut lines = page.children(parent).filter(|&c| page.is_block(c));
    breaks.into_iter().all(is_last) && lines.any(|other| other != node)
}
