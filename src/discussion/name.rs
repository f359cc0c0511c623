//! Names of authors.

use super::hints::Hints;
use super::time::read_time;
use crate::page::{Attr, NodeId, Page, Tag};

/// Maximum length of a name, in characters. With more, sentences would be mistaken for names.
const MAX_NAME_CHARS: usize = 60;

/// Maximum length of the text of a box around a name, in bytes. Boxes have ranks and images too.
const MAX_BOX_BYTES: usize = 2_400;

/// Returns the name in an element, with the innermost element that contains it.
pub(super) fn name(page: &Page, hints: &Hints, node: NodeId) -> Option<(NodeId, String)> {
    if page.raw_text(node).len() > MAX_BOX_BYTES {
        return None;
    }
    let is_time = |node: NodeId| hints.of(node).is_any_time();
    let is_author = |node: NodeId| {
        let hint = hints.of(node);
        let is_profile = hint.is_person && page.raw_text(node).contains(char::is_alphanumeric);
        (hint.names.author || is_profile) && !hint.names.around
    };
    let holds_time = |inner: NodeId| page.descendants(inner).any(is_time);
    let is_name = |&inner: &NodeId| {
        page.attr(inner, Attr::Itemprop) == Some("name")
            || page.tag(inner) == Tag::A && !holds_time(inner)
    };
    let is_innermost =
        |&inner: &NodeId| is_author(inner) && !page.descendants(inner).any(is_author);
    let inner = || {
        let all = page.descendants(node);
        all.filter(|&inner| page.is_element(inner) && !is_time(inner))
    };
    let with_name = |node: NodeId| Some((node, name_text(page, node)?));
    let named = inner().filter(is_innermost).find_map(with_name);
    let named = named.or_else(|| inner().filter(is_name).find_map(with_name));
    named.or_else(|| with_name(node).filter(|_| !is_time(node) && !holds_time(node)))
}

/// Returns the text of an element as a name, without a URL and without an addition in parentheses.
fn name_text(page: &Page, node: NodeId) -> Option<String> {
    let text = page.visible_text(node);
    let is_edge = |c: char| c.is_whitespace() || matches!(c, ':' | ',' | '·' | '|' | '»');
    let text = text.trim_matches(is_edge);
    let text = text
        .split_once(" @")
        .map_or(text, |(name, _)| name.trim_end());
    let text = match text.split_once(" (") {
        Some((name, rest)) if rest.ends_with(')') && !is_of_name(page, node, rest) => {
            name.trim_end()
        }
        _ => text,
    };
    let is_name = text.chars().any(char::is_alphanumeric)
        && text.chars().count() <= MAX_NAME_CHARS
        && read_time(text).is_none_or(|time| time != text);
    is_name.then(|| text.to_owned())
}

/// Returns whether the text in parentheses is part of the name: it looks like a name too, and is in
/// the same text node.
fn is_of_name(page: &Page, node: NodeId, inner: &str) -> bool {
    let is_capital = |c: char| c.is_uppercase();
    let is_own = inner.starts_with(is_capital) && inner.contains(char::is_lowercase);
    let mut leaves = page.subtree(node).filter(|&leaf| page.is_text(leaf));
    is_own && leaves.any(|leaf| page.text(leaf).contains(inner) && page.text(leaf).contains(" ("))
}
