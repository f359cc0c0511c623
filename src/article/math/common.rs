//! Code shared by the parsers of formulas.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::collapse;

/// Maximum nodes of a formula that's converted to LaTeX. Larger ones become text.
pub(super) const MAX_NODES: usize = 2000;

/// Maximum nesting of elements in a formula; deeper ones become text.
pub(super) const MAX_DEPTH: usize = 60;

/// The class of the cell with the number of a row.
pub(super) const LABEL: &str = "pith-label";

/// Returns whether elements with this name are tokens, which contain only text.
pub(super) fn is_token(tag: Tag) -> bool {
    matches!(tag, Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
}

pub(super) fn classes(page: &Page, node: NodeId) -> impl Iterator<Item = &str> {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    class.split_ascii_whitespace()
}

/// Returns whether alternative text is LaTeX instead of a sentence for screen readers.
pub(super) fn is_tex(text: &str) -> bool {
    let is_word = |w: &&str| w.len() > 2 && w.bytes().all(|b| b.is_ascii_alphabetic());
    text.contains(['\\', '^', '_', '{']) || text.split_whitespace().filter(is_word).count() < 2
}

/// Returns a formula without the group that some generators put around it.
pub(super) fn plain(tex: &str) -> String {
    let tex = collapse(tex);
    let inner = ["{\\displaystyle ", "{\\textstyle "]
        .iter()
        .find_map(|p| tex.strip_prefix(p))
        .and_then(|t| t.strip_suffix('}'));
    inner.unwrap_or(&tex).trim().to_owned()
}
