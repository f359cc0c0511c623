//! Whether a page draws its list of contributions piece by piece, so that some are not there yet.

use super::{Place, numbered};
use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page};
use crate::vocabulary::counts_comments;

/// CSS px of a list in which nothing stands, from which on they are room for what is not drawn. No advert is as
/// high.
const ROOM: f32 = 2_000.0;

/// Bytes of text between the first contribution and a line that counts them, at most: the labels of a form.
const ABOVE: usize = 300;

/// The elements at the beginning of a contribution of which one has its number.
const DEEP: usize = 4;

/// Nodes of the block of a line that says which one is read, at most.
const LINE: u32 = 12;

/// The share of the contributions that a page counts in its microdata which must be there. Deleted ones may be
/// counted too.
const SHARE: f32 = 0.9;

/// The share of the comments that a line above them counts which must be there. Links from other sites are
/// counted too, and shown elsewhere.
const COUNTED_SHARE: f32 = 0.5;

/// Returns whether contributions are missing: the list is a feed (ARIA `role=feed`, which is one that goes on as
/// it is scrolled), or keeps room for more, or the page counts more: in its microdata, above the list, or where it
/// says which one is read.
pub(super) fn is_partial(page: &Page, places: &[Place]) -> bool {
    let is_below = |stated: Option<f32>, share: f32| {
        stated.is_some_and(|stated| (places.len() as f32) < stated * share)
    };
    if is_below(stated(page), SHARE) {
        return true;
    }
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return false;
    };
    if is_below(counted(page, first.node), COUNTED_SHARE) || is_passed(page, places) {
        return true;
    }
    if first.node == last.node {
        return false;
    }
    let list = page
        .ancestors(first.node)
        .find(|&around| page.end(around) > last.node);
    list.is_some_and(|list| is_feed(page, list) || room(page, list) >= ROOM)
}

/// Returns how many comments a line above the first one says that there are.
fn counted(page: &Page, first: NodeId) -> Option<f32> {
    let before = (0..first.0).rev().map(NodeId);
    let is_shown = |leaf: &NodeId| !page.is_hidden(*leaf) && !page.text(*leaf).trim().is_empty();
    let mut passed = 0;
    let mut last = None;
    for leaf in before.filter(is_shown) {
        let block = page.line_block(leaf)?;
        if last.replace(block) == Some(block) || page.contains(block, first) {
            continue;
        }
        let line = page.visible_text(block);
        if counts_comments(&line) {
            return number_in(&line);
        }
        passed += line.len();
        if passed > ABOVE {
            break;
        }
    }
    None
}

/// Returns the one whole number in a line: `1,204`, `1 204` and `1204` are the same.
fn number_in(line: &str) -> Option<f32> {
    let divides = |c: char| matches!(c, ',' | '.' | '\'' | '’') || c.is_whitespace();
    let mut numbers = line
        .split(|c: char| !c.is_ascii_digit() && !divides(c))
        .map(|part| part.trim_matches(divides))
        .filter(|part| !part.is_empty());
    let (number, None) = (numbers.next()?, numbers.next()) else {
        return None;
    };
    let is_whole = number.split(divides).skip(1).all(|part| part.len() == 3);
    is_whole.then(|| decimal::number(&number.replace(divides, "")))?
}

/// Returns whether a line beside the contributions says that one of them is read of more than there are: `1 / 57`
/// where they are numbered from 1 to 20.
fn is_passed(page: &Page, places: &[Place]) -> bool {
    let id = |node: NodeId| page.attr(node, Attr::Id).and_then(numbered);
    let Some((kind, _)) = page.subtree(places[0].node).take(DEEP).find_map(id) else {
        return false;
    };
    let numbers = page.nodes().filter_map(id);
    let of_kind = numbers.filter_map(|(other, number)| (other == kind).then_some(number));
    let (least, most) = of_kind.fold((u32::MAX, 0), |(least, most), number| {
        (least.min(number), most.max(number))
    });
    let end = places.iter().map(|place| place.end).max();
    let is_beside = |leaf: NodeId| leaf < places[0].node || end.is_some_and(|end| end <= leaf);
    let is_sign = |c: char| c.is_ascii_digit() || c == '/' || c == ' ';
    let mut signs = page.nodes().filter(|&leaf| {
        let text = page.text(leaf).trim();
        is_beside(leaf) && !text.is_empty() && text.chars().all(is_sign) && !page.is_hidden(leaf)
    });
    signs.any(|leaf| {
        let block = page.line_block(leaf);
        let line = block.filter(|&block| page.end(block).0 - block.0 <= LINE);
        let line = line.map(|block| page.visible_text(block));
        let parts = line.as_ref().and_then(|line| line.split_once('/'));
        let numbers = parts.map(|(one, all)| [one, all].map(|part| part.trim().parse()));
        matches!(numbers, Some([Ok(one), Ok(all)]) if (least..=most).contains(&one) && most < all)
    })
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
    page.inclusive_ancestors(list)
        .any(|node| page.attr(node, Attr::Role) == Some("feed"))
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

    #[test]
    fn what_a_line_above_the_list_counts_is_there() {
        assert!(is_read_as_partial("<h2>Comments (243)</h2><div>"));
        assert!(is_read_as_partial(
            "<h2>1,204 comments</h2><form><label>Write one</label></form><div>"
        ));
        // Half of them may be links from elsewhere.
        assert!(!is_read_as_partial("<h2>4 Kommentare</h2><div>"));
        // That is said of another article, or of nothing that can be told.
        let teaser = "<p>It sails every day of the week at noon.".repeat(9);
        assert!(!is_read_as_partial(&format!(
            "<h2>243 comments</h2>{teaser}<div>"
        )));
        for line in [
            "12 of 2,431 comments",
            "2 comments, 100 of them new",
            "129 15 comments",
        ] {
            assert!(
                !is_read_as_partial(&format!("<h2>{line}</h2><div>")),
                "{line}"
            );
        }
        assert!(!is_read_as_partial("<h2>Comments</h2><div>"));
    }

    #[test]
    fn what_is_read_is_one_of_all() {
        let page = |line: &str, inside: &str| {
            let one = |number: u32, name: &str| {
                format!(
                    "<div class=post><article id=post_{number}><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
                     <p>It sails every day of the week at noon, says {name}.{inside}</article></div>"
                )
            };
            let html = format!("<main>{}{}</main>{line}", one(1, "Ann"), one(2, "Ben"));
            html::read(&html, "", Limits::default()).unwrap()
        };
        assert!(is_partial(&page("<div>1 / 57</div>", "")));
        assert!(is_partial(&page(
            "<div><span>2</span><span> / </span><span>57</span></div>",
            ""
        )));
        // All are there; pictures; a fraction; a date.
        assert!(!is_partial(&page("<div>1 / 2</div>", "")));
        assert!(!is_partial(&page("<div>3 / 12</div>", "")));
        assert!(!is_partial(&page("", "<p>1/4</p>")));
        assert!(!is_partial(&page("<div>1/2/2026</div>", "")));
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
