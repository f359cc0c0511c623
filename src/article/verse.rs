//! Verse: lines of a poem that are separate elements, and poems that preserve white space.

use super::survey::Survey;
use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag};

/// Names of poems, as parts of class names.
const NAMES: &str = "verse verses verseblock poem poems poemblock poetry stanza strophe lyrics lyric songtext liedtext \
    gedicht gedichte poeme poemes poesie poesia poesias poema poemas estrofa strofa strofe wiersz basen bajt paroles \
    sonnet haiku ballad hymn dikt dikter digt runo runous siir stihi versi versos wiersze versek verze puisi sajak \
    ghazal qasida shayari kavita canzone strofy strophes";

/// Names of groups of lines, which parts of other names can be too.
const GROUPS: &str = "linegroup lg";

/// Maximum levels between a poem and one of its lines, and between a poem and its `pre`.
const LEVELS: usize = 4;
const PRE_LEVELS: usize = 2;

/// Maximum characters of a line.
const MAX_LINE_CHARS: u32 = 160;

/// Returns whether an element has the name of a poem or of a part of one.
fn is_verse(page: &Page, node: NodeId) -> bool {
    is_named(page, node, NAMES) || is_named(page, node, GROUPS)
}

fn is_named(page: &Page, node: NodeId, names: &str) -> bool {
    page.attr(node, Attr::Class).is_some_and(|class| {
        let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(names, &part.to_ascii_lowercase()))
    })
}

/// Signs of code, which man pages set as verse.
const CODE_SIGNS: [char; 9] = ['[', ']', '{', '}', '<', '>', '|', '=', '$'];

/// Returns whether a `pre` is a poem: it has the name of one, or a box around it has and it contains
/// several lines of words.
pub(super) fn is_poem(page: &Page, pre: NodeId) -> bool {
    let is_box = |n: NodeId| {
        matches!(
            page.tag(n),
            Tag::Div | Tag::Blockquote | Tag::Figure | Tag::Section
        )
    };
    let around = page.ancestors(pre).take(PRE_LEVELS);
    let mut around = around.take_while(|&n| is_box(n));
    let is_of_words = || {
        let text = page.raw_text(pre).trim();
        text.contains('\n') && !text.contains(CODE_SIGNS)
    };
    is_verse(page, pre) || around.any(|n| is_named(page, n, NAMES)) && is_of_words()
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
