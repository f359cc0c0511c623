//! Page marks: where the pages of a printed book start (DPUB-ARIA 1.1, `doc-pagebreak`).

use super::tree::Attrs;
use crate::page::{Attr, NodeId, Page};

/// The role of a page mark in the article, regardless of its role on the page.
pub(super) const ROLE: &str = "doc-pagebreak";

/// Class names of page marks on Project Gutenberg and Wikisource.
const CLASSES: [&str; 3] = ["pagenum", "pageno", "ws-pagenum"];

/// Maximum length of a page's name, in bytes.
const MAX_NAME_BYTES: usize = 32;

/// Maximum nodes of a page mark that are searched for an id.
const MAX_ID_NODES: usize = 4;

/// Returns the attributes of the page mark that an element is: its role, and the page's name as
/// `title`; `None` if it isn't a page mark, or has no name.
pub(super) fn of(page: &Page, node: NodeId) -> Option<Attrs> {
    let is_declared = page.attrs(node).find_map(|(attr, value)| {
        let (names, is_declared): (&[&str], _) = match attr {
            Attr::Role => (&[ROLE], true),
            Attr::EpubType => (&["pagebreak"], true),
            Attr::Class => (&CLASSES, false),
            _ => return None,
        };
        let mut words = value.split_ascii_whitespace();
        words
            .any(|word| names.contains(&word))
            .then_some(is_declared)
    })?;
    let name = if is_declared {
        let names = [Attr::AriaLabel, Attr::Title].map(|attr| page.attr(node, attr));
        let names = names.into_iter().flatten().chain([page.raw_text(node)]);
        let name = names.map(str::trim).find(|name| !name.is_empty());
        let short = name.filter(|name| name.len() <= MAX_NAME_BYTES);
        short.map(|name| number(name).unwrap_or(name))
    } else {
        number(page.raw_text(node))
    };
    let below = || {
        let nodes = page.subtree(node).take(MAX_ID_NODES);
        let mut ids = nodes.flat_map(|n| [Attr::Id, Attr::Name].map(|attr| page.attr(n, attr)));
        ids.find_map(|id| number(id?))
    };
    let name = name.or_else(below)?;
    let role = (Attr::Role, ROLE.to_owned());
    Some(vec![role, (Attr::Title, name.to_owned())])
}

/// Returns the number at the end of a text, in Arabic or Roman numerals, such as `12` from `[Pg
/// 12]`.
fn number(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let word = words.rfind(|word| !word.is_empty())?;
    let is_roman = |c: char| "ivxlcdm".contains(c.to_ascii_lowercase());
    let is_number = word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(is_roman);
    (is_number && word.len() <= MAX_NAME_BYTES / 2).then_some(word)
}
