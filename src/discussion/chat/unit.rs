//! Elements that may be turns of a chat.

use super::super::text_lengths::{TextLengths, is_button};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::vocabulary::Roles;

/// Maximum length of a label, in characters. With more, sentences would be mistaken for labels.
const MAX_LABEL_CHARS: usize = 40;

/// The speaker of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Prompt,
    Answer,
}

/// An element that may be a turn, and the evidence for its speaker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) node: NodeId,
    /// Bytes of its text.
    pub(super) text: u32,
    /// The roles named by attributes of its elements.
    pub(super) roles: Roles,
    /// Its first text, if it's short and the only text of its element.
    pub(super) label: Option<NodeId>,
    pub(super) buttons: u32,
    /// True if it has headings or links to other pages, unlike prompts.
    pub(super) is_rich: bool,
}

/// Returns the roles named by the attributes of an element.
pub(super) fn roles(page: &Page, node: NodeId) -> Roles {
    let names = [Attr::Class, Attr::Id, Attr::AriaLabel, Attr::Alt];
    let names = names.into_iter().filter_map(|attr| page.attr(node, attr));
    names.map(Roles::of).fold(Roles::default(), Roles::or)
}

pub(super) fn unit(page: &Page, lengths: &TextLengths, roles: &[Roles], node: NodeId) -> Unit {
    let text = lengths.of(page, node);
    let mut unit = Unit {
        node,
        text,
        roles: Roles::default(),
        label: label(page, node),
        buttons: 0,
        is_rich: false,
    };
    let mut end = node;
    for inner in page.subtree(node).filter(|&inner| page.is_element(inner)) {
        if is_button(page, inner) && inner >= end {
            end = page.end(inner);
            unit.buttons += 1;
        }
        if inner < end {
            continue;
        }
        unit.roles = unit.roles.or(roles[inner.index()]);
        unit.is_rich |= match page.tag(inner) {
            Tag::A => page
                .attr(inner, Attr::Href)
                .is_some_and(|href| !href.starts_with('#')),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 => unit.label.is_none_or(|label| {
                !page.contains(inner, label) || lengths.of(page, label) == text
            }),
            _ => false,
        };
    }
    unit
}

/// Returns the first text of a turn, if it's short and the only text of its element.
fn label(page: &Page, node: NodeId) -> Option<NodeId> {
    let mut next = node.0 + 1;
    while next < page.end(node).0 {
        let inner = NodeId(next);
        let is_skipped = is_button(page, inner)
            || matches!(page.tag(inner), Tag::Script | Tag::Style | Tag::Svg);
        next = if is_skipped {
            page.end(inner).0
        } else {
            next + 1
        };
        let text = page.text(inner).trim();
        if is_skipped || !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        let is_short = text.chars().count() <= MAX_LABEL_CHARS;
        let around = page.parent(inner).filter(|&around| around > node)?;
        return (is_short && page.raw_text(around).trim() == text).then_some(inner);
    }
    None
}
