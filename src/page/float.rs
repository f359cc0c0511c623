//! Floated letters that belong to the adjacent line.
//!
//! A drop cap is an element that floats: `W` in "When I cook". Because it floats, its computed
//! `display` is `block`, and so the letter would be on a separate line.

use super::{Display, NodeId, Page, Tag};

/// Maximum characters of a drop cap without white space: a letter and quotation marks or brackets.
const MAX_CHARS: usize = 3;

/// Sets the `display` of drop caps to `inline`. Linear in nodes.
pub(super) fn inline_drop_caps(page: &mut Page) {
    let caps: Vec<NodeId> = page.nodes().filter(|&id| is_drop_cap(page, id)).collect();
    for cap in caps {
        // Text has its parent's style.
        for id in page.subtree(cap) {
            page.styles[id.index()].display = Display::Inline;
        }
    }
}

/// Returns whether a floated inline element contains a letter or two, and text of the same parent
/// follows.
fn is_drop_cap(page: &Page, id: NodeId) -> bool {
    let style = page.style(id);
    let of_line = |id| page.is_text(id) || Display::of_tag(page.tag(id)) == Display::Inline;
    if page.is_text(id) || !style.float || !style.display.is_block() || !of_line(id) {
        return false;
    }
    let letters = page.raw_text(id).trim();
    let count = letters.chars().take(MAX_CHARS + 1).count();
    if count > MAX_CHARS || !letters.contains(char::is_alphanumeric) {
        return false;
    }
    let next = page.end(id);
    let beside = page
        .parent(id)
        .is_some_and(|parent| page.contains(parent, next) && next < page.end(parent));
    beside
        && page.descendants(id).all(of_line)
        && !page.is_block(next)
        && page.tag(next) != Tag::Br
        && !page.raw_text(next).trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, PageBuilder, PageInfo, Style};
    use super::*;
    use crate::page::geometry::Rect;

    /// Reads a paragraph that begins with a floated `span` with `cap` in it and continues with
    /// `rest`.
    fn lines(cap: &str, rest: &str) -> String {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let rect = Some(Rect::new(0.0, 0.0, 800.0, 600.0));
        b.open(Tag::Html, Style::default(), rect).unwrap();
        b.open_tag(Tag::Body).unwrap();
        b.open_tag(Tag::P).unwrap();
        let style = Style {
            float: true,
            display: Display::Block,
            ..Style::of_tag(Tag::Span, &b.style())
        };
        b.open(Tag::Span, style, None).unwrap();
        b.text(cap).unwrap();
        b.close();
        b.text(rest).unwrap();
        let page = b.finish().unwrap();
        page.visible_text(page.root())
    }

    #[test]
    fn drop_cap_is_joined_to_its_word() {
        assert_eq!(lines("W", "hen I cook"), "When I cook");
        assert_eq!(lines("“I", "t rained"), "“It rained");
        assert_eq!(lines("A", " cat sat"), "A cat sat");
    }

    #[test]
    fn floats_other_than_letters_are_separate() {
        assert_eq!(
            lines("Photo: harbour", "It rained"),
            "Photo: harbour It rained"
        );
        assert_eq!(lines("✂", "It rained"), "✂ It rained");
    }
}
