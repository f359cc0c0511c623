//! Detects lazy lists: pages that load comments while scrolling, so that some are missing.

use super::candidate::Candidate;
use super::decisions::Missing;
use super::depth::numbered;
use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page};
use crate::vocabulary::counts_comments;

/// Minimum height of an empty area that a list reserves for more comments, in CSS px. No ad is that
/// high.
const MIN_ROOM: f32 = 2_000.0;

/// Maximum text between a line with the number of comments and the first one, in bytes. It may be
/// labels of a form.
const MAX_BYTES_ABOVE: usize = 300;

/// Maximum nodes at the beginning of a comment that are searched for its number.
const MAX_NUMBER_VISITS: usize = 4;

/// Maximum number of nodes in a block with the position in the list.
const MAX_LINE_NODES: u32 = 12;

/// Minimum share of the comments declared by microdata that the page must have. Deleted comments
/// may count too.
const MIN_SHARE_OF_DECLARED: f32 = 0.9;

/// Minimum share of the comments counted in a line above them that the page must have. The number
/// may include links from other sites, which are shown elsewhere.
const MIN_SHARE_OF_COUNTED: f32 = 0.5;

/// Returns why comments are missing; `None` if none seem to be missing.
pub(super) fn missing(page: &Page, comments: &[Candidate]) -> Option<Missing> {
    let has_less = |count: Option<f32>, share: f32| {
        count.is_some_and(|count| (comments.len() as f32) < count * share)
    };
    if has_less(declared_count(page), MIN_SHARE_OF_DECLARED) {
        return Some(Missing::DeclaredCount);
    }
    let (first, last) = (comments.first()?, comments.last()?);
    if has_less(count_above(page, first.node), MIN_SHARE_OF_COUNTED) {
        return Some(Missing::CountAbove);
    }
    if has_position(page, comments) {
        return Some(Missing::Position);
    }
    if first.node == last.node {
        return None;
    }
    let list = page
        .ancestors(first.node)
        .find(|&around| page.end(around) > last.node)?;
    if is_feed(page, list) {
        return Some(Missing::Feed);
    }
    (largest_empty_height(page, list) >= MIN_ROOM).then_some(Missing::Room)
}

/// Returns the number of comments from a line above the first one.
fn count_above(page: &Page, first: NodeId) -> Option<f32> {
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
        if passed > MAX_BYTES_ABOVE {
            break;
        }
    }
    None
}

/// Returns the only integer in a line. `1,204`, `1 204`, and `1204` are equal.
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

/// Returns whether a line beside the comments contains a position in a longer list, such as `1 /
/// 57` if they have the numbers 1 to 20.
fn has_position(page: &Page, comments: &[Candidate]) -> bool {
    let id = |node: NodeId| page.attr(node, Attr::Id).and_then(numbered);
    let Some((kind, _)) = page
        .subtree(comments[0].node)
        .take(MAX_NUMBER_VISITS)
        .find_map(id)
    else {
        return false;
    };
    let numbers = page.nodes().filter_map(id);
    let of_kind = numbers.filter_map(|(other, number)| (other == kind).then_some(number));
    let (least, most) = of_kind.fold((u32::MAX, 0), |(least, most), number| {
        (least.min(number), most.max(number))
    });
    let end = comments.iter().map(|comment| comment.end).max();
    let is_beside = |leaf: NodeId| leaf < comments[0].node || end.is_some_and(|end| end <= leaf);
    let is_sign = |c: char| c.is_ascii_digit() || c == '/' || c == ' ';
    let mut signs = page.nodes().filter(|&leaf| {
        let text = page.text(leaf).trim();
        is_beside(leaf) && !text.is_empty() && text.chars().all(is_sign) && !page.is_hidden(leaf)
    });
    signs.any(|leaf| {
        let block = page.line_block(leaf);
        let line = block.filter(|&block| page.end(block).0 - block.0 <= MAX_LINE_NODES);
        let line = line.map(|block| page.visible_text(block));
        let parts = line.as_ref().and_then(|line| line.split_once('/'));
        let numbers = parts.map(|(one, all)| [one, all].map(|part| part.trim().parse()));
        matches!(numbers, Some([Ok(one), Ok(all)]) if (least..=most).contains(&one) && most < all)
    })
}

/// Returns the number of comments or answers according to microdata.
fn declared_count(page: &Page) -> Option<f32> {
    let counts = page.nodes().filter(|&node| {
        let names = page.attr(node, Attr::Itemprop).unwrap_or_default();
        names
            .split_ascii_whitespace()
            .any(|name| matches!(name, "commentCount" | "answerCount"))
    });
    let mut numbers = counts.filter_map(|node| {
        let text = || page.visible_text(node);
        let content = page.attr(node, Attr::Content);
        decimal::number(content.map_or_else(text, str::to_owned).trim())
    });
    numbers.next()
}

fn is_feed(page: &Page, list: NodeId) -> bool {
    page.inclusive_ancestors(list)
        .any(|node| page.attr(node, Attr::Role) == Some("feed"))
}

/// Returns the height of the largest empty area of a list, in CSS px.
fn largest_empty_height(page: &Page, list: NodeId) -> f32 {
    let Some(whole) = page.rect(list) else {
        return 0.0;
    };
    let is_shown = |node: NodeId| {
        (page.is_text(node) && !page.text(node).trim().is_empty()) || page.tag(node).is_replaced()
    };
    let filled = page.descendants(list).filter(|&node| is_shown(node));
    let rects = filled.filter_map(|node| page.rect(node));
    let mut spans: Vec<(f32, f32)> = rects
        // For text that is a direct child of the list, the rectangle is that of the list.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::discussion::Discussion;
    use crate::page::{
        Attr, Limits, NodeSet, Page, PageBuilder, PageError, PageInfo, Style, Tag, geometry::Rect,
    };
    use crate::source::html;

    fn is_partial(page: &Page) -> bool {
        let found = Discussion::new(page, None, &NodeSet::new(page));
        assert_eq!(found.comments.len(), 2);
        found.is_partial
    }

    fn is_partial_after(before: &str) -> bool {
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
    fn feeds_and_microdata_with_a_higher_count_are_partial() {
        assert!(is_partial_after("<div role=feed><div>"));
        assert!(!is_partial_after("<div>"));
        assert!(is_partial_after(
            "<meta itemprop=commentCount content=243><div>"
        ));
        assert!(is_partial_after("<b itemprop='answerCount'>3</b><div>"));
        assert!(!is_partial_after(
            "<meta itemprop=commentCount content=2><div>"
        ));
        assert!(!is_partial_after(
            "<meta itemprop=commentCount content=many><div>"
        ));
    }

    #[test]
    fn lists_below_a_higher_count_are_partial() {
        assert!(is_partial_after("<h2>Comments (243)</h2><div>"));
        assert!(is_partial_after(
            "<h2>1,204 comments</h2><form><label>Write one</label></form><div>"
        ));
        // Half of the count may be links from other sites.
        assert!(!is_partial_after("<h2>4 Kommentare</h2><div>"));
        // These numbers count something else.
        let teaser = "<p>It sails every day of the week at noon.".repeat(9);
        assert!(!is_partial_after(&format!(
            "<h2>243 comments</h2>{teaser}<div>"
        )));
        for line in [
            "12 of 2,431 comments",
            "2 comments, 100 of them new",
            "129 15 comments",
        ] {
            assert!(
                !is_partial_after(&format!("<h2>{line}</h2><div>")),
                "{line}"
            );
        }
        assert!(!is_partial_after("<h2>Comments</h2><div>"));
    }

    #[test]
    fn lists_with_a_position_in_a_longer_list_are_partial() {
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
        // In order: all comments are present; images; a fraction; a date.
        assert!(!is_partial(&page("<div>1 / 2</div>", "")));
        assert!(!is_partial(&page("<div>3 / 12</div>", "")));
        assert!(!is_partial(&page("", "<p>1/4</p>")));
        assert!(!is_partial(&page("<div>1/2/2026</div>", "")));
    }

    /// Returns a page with a list of the given height with two comments, the second at a distance
    /// from the top, in CSS px.
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
    fn lists_with_empty_space_are_partial() {
        assert!(!is_partial(&list(260.0, 130.0).unwrap()));
        assert!(is_partial(&list(9_000.0, 130.0).unwrap()));
        assert!(is_partial(&list(9_000.0, 8_800.0).unwrap()));
        assert!(!is_partial(&list(1_900.0, 1_700.0).unwrap()));
    }
}
