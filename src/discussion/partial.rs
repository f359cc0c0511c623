//! Whether a page draws its list of contributions piece by piece, so that some are not there yet.

use super::Place;
use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page};

/// CSS px of a list in which nothing stands, from which on they are room for what is not drawn. No advert is as
/// high.
const ROOM: f32 = 2_000.0;

/// The share of the contributions that a page counts which must be there. Deleted ones may be counted too.
const SHARE: f32 = 0.9;

/// Returns whether contributions are missing: the list is a feed (ARIA `role=feed`, which is one that goes on as
/// it is scrolled), or keeps room for more, or the page counts more in its microdata.
pub(super) fn is_partial(page: &Page, places: &[Place]) -> bool {
    let stated = stated(page);
    if stated.is_some_and(|stated| (places.len() as f32) < stated * SHARE) {
        return true;
    }
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return false;
    };
    if first.node == last.node {
        return false;
    }
    let mut list = page.parent(first.node);
    while let Some(around) = list
        && page.end(around) <= last.node
    {
        list = page.parent(around);
    }
    list.is_some_and(|list| is_feed(page, list) || room(page, list) >= ROOM)
}

/// Returns how many comments or answers the page says that there are.
fn stated(page: &Page) -> Option<f32> {
    let counts = page.nodes().filter(|&node| {
        let names = page.attr(node, Attr::Itemprop).unwrap_or_default();
        names
            .split_ascii_whitespace()
            .any(|name| matches!(name, "commentCount" | "answerCount"))
    });
    let mut numbers = counts.filter_map(|node| {
        let text = || page.visible_text(node);
        let said = page.attr(node, Attr::Content);
        decimal::number(said.map_or_else(text, str::to_owned).trim())
    });
    numbers.next()
}

fn is_feed(page: &Page, list: NodeId) -> bool {
    let mut around = Some(list);
    while let Some(node) = around {
        if page.attr(node, Attr::Role) == Some("feed") {
            return true;
        }
        around = page.parent(node);
    }
    false
}

/// Returns the height of the longest stretch of a list in which nothing stands.
fn room(page: &Page, list: NodeId) -> f32 {
    let Some(whole) = page.rect(list) else {
        return 0.0;
    };
    let stands = |node: NodeId| {
        (page.is_text(node) && !page.text(node).trim().is_empty()) || page.tag(node).is_replaced()
    };
    let filled = page.descendants(list).filter(|&node| stands(node));
    let rects = filled.filter_map(|node| page.rect(node));
    let mut spans: Vec<(f32, f32)> = rects
        // Text that stands in the list itself has its rectangle.
        .filter(|rect| rect.height < whole.height)
        .map(|rect| (rect.y, rect.y + rect.height))
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut at, mut longest) = (whole.y, 0.0_f32);
    for (top, bottom) in spans {
        longest = longest.max(top - at);
        at = at.max(bottom);
    }
    longest.max(whole.y + whole.height - at)
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::discussion::Discussion;
    use crate::front::html;
    use crate::page::{
        Attr, Limits, NodeSet, Page, PageBuilder, PageError, PageInfo, Style, Tag, geometry::Rect,
    };

    fn is_partial(page: &Page) -> bool {
        let found = Discussion::new(page, None, &NodeSet::new(page));
        assert_eq!(found.contributions.len(), 2);
        found.is_partial
    }

    fn is_read_as_partial(before: &str) -> bool {
        let one = |name: &str| {
            format!(
                "<li class=comment id=c1><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
                 <p>It sails every day of the week at noon, says {name}.</li>"
            )
        };
        let html = format!("{before}{}{}</div>", one("Ann"), one("Ben"));
        is_partial(&html::read(&html, "", Limits::default()).unwrap())
    }

    #[test]
    fn a_feed_goes_on_and_what_is_counted_is_there() {
        assert!(is_read_as_partial("<div role=feed><div>"));
        assert!(!is_read_as_partial("<div>"));
        assert!(is_read_as_partial(
            "<meta itemprop=commentCount content=243><div>"
        ));
        assert!(is_read_as_partial("<b itemprop='answerCount'>3</b><div>"));
        assert!(!is_read_as_partial(
            "<meta itemprop=commentCount content=2><div>"
        ));
        assert!(!is_read_as_partial(
            "<meta itemprop=commentCount content=many><div>"
        ));
    }

    /// Returns a page with a list as high as that, of two contributions, the second as far from the top as that.
    fn list(height: f32, second: f32) -> Result<Page, PageError> {
        let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
        let style = |builder: &PageBuilder, tag| Style::of_tag(tag, &builder.style());
        let open = |builder: &mut PageBuilder, tag, y, height| {
            let style = style(builder, tag);
            builder.open(tag, style, Some(Rect::new(0.0, y, 600.0, height)))
        };
        open(&mut builder, Tag::Html, 0.0, height)?;
        open(&mut builder, Tag::Body, 0.0, height)?;
        open(&mut builder, Tag::Ol, 0.0, height)?;
        for (y, name) in [(0.0, "Ann"), (second, "Ben")] {
            open(&mut builder, Tag::Li, y, 100.0)?;
            builder.attr(Attr::Class, "comment")?;
            builder.attr(Attr::Id, "c1")?;
            for (tag, attr, value, text) in [
                (Tag::B, Attr::Class, "author", name),
                (Tag::Time, Attr::Datetime, "2026-03-14", "Saturday"),
                (
                    Tag::P,
                    Attr::Dir,
                    "ltr",
                    "It sails every day of the week at noon.",
                ),
            ] {
                builder.open_tag(tag)?;
                builder.attr(attr, value)?;
                builder.text(text)?;
                builder.close();
            }
            builder.close();
        }
        builder.finish()
    }

    #[test]
    fn a_list_with_room_is_not_drawn_whole() {
        assert!(!is_partial(&list(260.0, 130.0).unwrap()));
        assert!(is_partial(&list(9_000.0, 130.0).unwrap()));
        assert!(is_partial(&list(9_000.0, 8_800.0).unwrap()));
        assert!(!is_partial(&list(1_900.0, 1_700.0).unwrap()));
    }
}
