//! Verse: lines of a poem that are elements, and poems that keep their white space.

use super::survey::Survey;
use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag};

/// Names, and parts of names, of poems.
const NAMES: &str = "verse verses poem poems poetry stanza strophe lyrics lyric linegroup lg gedicht \
    poeme poesie poesia poema estrofa";

/// Levels between a poem and a line of it.
const LEVELS: usize = 4;

/// Maximum characters of a line.
const MAX_LINE_CHARS: u32 = 160;

/// Returns whether an element is named as a poem, or a part of one.
pub(super) fn is_verse(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::Class).is_some_and(|class| {
        let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(NAMES, &part.to_ascii_lowercase()))
    })
}

/// Returns whether a block is one line of a poem: it contains no other block, is in an element
/// named as a poem, and is beside another line.
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
    // A break at the end of a line separates nothing.
    let breaks = page.descendants(node).filter(|&n| page.tag(n) == Tag::Br);
    let is_last = |n: NodeId| survey.chars_from(page, n, node) == 0;
    let mut lines = page.children(parent).filter(|&c| page.is_block(c));
    breaks.into_iter().all(is_last) && lines.any(|other| other != node)
}
