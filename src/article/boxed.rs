//! Boxes that mean something: notes, tips, warnings, pull quotes, fact boxes.
//!
//! An `aside`, a `role`, or a name that generators of documentation and themes of blogs give such
//! boxes identifies them. The article shows what is kept in one as an `aside`.

use super::survey::Survey;
use crate::page::{Attr, NodeId, Page, Tag};

/// The largest share of an article's text that a box beside the text holds: a box around more is
/// the article's own.
const MOST_SHARE: f32 = 0.4;

/// The kinds of boxes: the parts of their names, and the class in the article.
const KINDS: [(&str, &[&str]); 4] = [
    (
        "pith-warning",
        &["warning", "caution", "danger", "important", "attention"],
    ),
    ("pith-tip", &["tip", "hint"]),
    ("pith-quote", &["pullquote", "pull-quote"]),
    (
        "pith-note",
        &[
            "note",
            "notice",
            "callout",
            "admonition",
            "alert",
            "seealso",
            "factbox",
            "fact-box",
            "infobox",
            "sidebar",
        ],
    ),
];

/// Returns the class of a box that means something, as the article has it; `None` for any other
/// element.
pub(super) fn kind(page: &Page, survey: &Survey, node: NodeId) -> Option<&'static str> {
    let tag = page.tag(node);
    let may = page.is_block(node)
        && matches!(
            tag,
            Tag::Aside | Tag::Div | Tag::Section | Tag::P | Tag::Other
        );
    if !may || survey.chars(page, node) == 0 {
        return None;
    }
    let by_name = page.attr(node, Attr::Class).and_then(named);
    let by_role = match page.attr(node, Attr::Role).map(str::trim) {
        Some("note" | "doc-notice") => Some("pith-note"),
        Some("doc-tip") => Some("pith-tip"),
        Some("doc-pullquote") => Some("pith-quote"),
        _ => None,
    };
    let by_tag = (tag == Tag::Aside).then_some("pith-note");
    let kind = by_name.or(by_role).or(by_tag)?;
    let share = survey.chars(page, node) as f32 / survey.chars(page, page.root()).max(1) as f32;
    (share <= MOST_SHARE).then_some(kind)
}

/// Returns the first of [`KINDS`] that any of some class names stands for.
fn named(class: &str) -> Option<&'static str> {
    let is_edge = |byte: Option<&u8>| byte.is_none_or(|b| !b.is_ascii_alphanumeric());
    let begins = |rest: &[u8], word: &str| {
        let split = rest.split_at_checked(word.len());
        split.is_some_and(|(begin, after)| {
            begin.eq_ignore_ascii_case(word.as_bytes()) && is_edge(after.first())
        })
    };
    let class = class.as_bytes();
    let starts = (0..class.len()).filter(|&at| is_edge(at.checked_sub(1).map(|at| &class[at])));
    let kinds = starts.filter_map(|at| {
        let told = |words: &[&str]| words.iter().any(|word| begins(&class[at..], word));
        KINDS.iter().position(|(_, words)| told(words))
    });
    kinds.min().map(|first| KINDS[first].0)
}
