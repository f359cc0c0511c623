//! Task lists: a check box before each item shows whether it's done.
//!
//! Pages use check boxes, elements with that role, or attributes of the items. The article has a
//! symbol, which is visible and read aloud everywhere. Markdown has its own syntax.

use super::sidenotes::has_class;
use crate::page::{Attr, NodeId, Page, Tag};

const DONE: &str = "☑ ";
const OPEN: &str = "☐ ";

/// Maximum levels between an item and its check box.
const LEVELS: usize = 4;

/// Returns the symbol for a check box at the beginning of a list item.
pub(super) fn sign(page: &Page, node: NodeId) -> Option<&'static str> {
    let is_box = match page.tag(node) {
        Tag::Input => page
            .attr(node, Attr::Type)
            .is_some_and(|t| t.eq_ignore_ascii_case("checkbox")),
        Tag::Span | Tag::Div | Tag::Button | Tag::Other | Tag::I => {
            is_checkbox(page, node)
                || has_class(page, node, "checkbox") && page.raw_text(node).trim().is_empty()
        }
        _ => false,
    };
    if !is_box {
        return None;
    }
    let item = page
        .ancestors(node)
        .take(LEVELS)
        .find(|&n| page.tag(n) == Tag::Li)?;
    let mut before = (item.0 + 1..node.0).map(NodeId);
    let is_first = before.all(|n| !page.is_text(n) || page.text(n).trim().is_empty());
    let states = [Attr::Checked, Attr::AriaChecked].map(|attr| page.attr(node, attr));
    let is_done = match states {
        [Some(_), _] => true,
        [None, Some(state)] => state.trim() == "true",
        [None, None] => has_class(page, node, "checkbox-on") || has_class(page, node, "checked"),
    };
    is_first.then_some(if is_done { DONE } else { OPEN })
}

fn is_checkbox(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::Role).map(str::trim) == Some("checkbox")
}

/// Returns the symbol for an item that an attribute marks as done or open, and that contains no
/// check box.
pub(super) fn sign_of_item(page: &Page, item: NodeId) -> Option<&'static str> {
    let of_role = || {
        page.attr(item, Attr::AriaChecked)
            .filter(|_| is_checkbox(page, item))
    };
    let state = page.attr(item, Attr::DataChecked).or_else(of_role)?.trim();
    let has_box = page.descendants(item).any(|n| sign(page, n).is_some());
    match state {
        _ if has_box => None,
        "true" | "checked" => Some(DONE),
        "false" => Some(OPEN),
        _ => None,
    }
}

/// Returns an item with Markdown's syntax in place of the symbol.
pub(super) fn marked(content: &str) -> Option<String> {
    let (rest, mark) = match content.strip_prefix(OPEN.trim_end()) {
        Some(rest) => (rest, ' '),
        None => (content.strip_prefix(DONE.trim_end())?, 'x'),
    };
    // The symbol is before a paragraph, or in it.
    let is_apart = rest.starts_with(char::is_whitespace);
    is_apart.then(|| format!("[{mark}] {}", rest.trim_start()))
}
