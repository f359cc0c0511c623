//! Removes content after the end of an article: other complete articles, and comments without a
//! heading.

use std::ops::Range;

use crate::compact::hash::Hash64;
use crate::metadata::leads_on;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{BEFORE_THEM, LINKED, is_answer_control};
use crate::select::signals::Signals;
use crate::vocabulary::Remark;

pub(in crate::select) const ID: RuleId = RuleId::new("appended");

/// Minimum running text of the article for others to be recognized, in gain. With less, the first
/// section of the article is mistaken for it.
const MIN_ARTICLE_GAIN: f32 = 500.0;

/// Minimum running text of another article, in gain.
const MIN_OTHER_GAIN: f32 = 200.0;

/// Minimum number of comments. With fewer, two boxes about authors are mistaken for comments.
const MIN_COMMENTS: usize = 3;

/// Maximum length of the line above a comment, in characters.
const MAX_LINE_CHARS: f32 = 60.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let about = &case.metadata.about;
    if about.discussion || about.list || about.product {
        return;
    }
    for i in other_articles(case).into_iter().flatten() {
        decisions.remove_kept(i, Reason::Related, ID);
    }
    for i in comments(case, decisions).into_iter().flatten() {
        decisions.remove_kept(i, Reason::Comments, ID);
    }
}

/// Returns the elements after the article's that contain other articles.
fn other_articles(case: &Case<'_>) -> Vec<Range<usize>> {
    let &Case { page, signals, .. } = case;
    let Some((own, rank)) = own(case) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut node = page.end(own);
    while node < page.end(page.body()) {
        // Sections of one article have the same signature, and headings of a lower rank than the
        // title.
        let is_piece = || {
            let level = heading_rank(page, signals, node);
            let is_other = signature(page, node) != signature(page, own);
            let is_next = !is_other
                && (is_introduced(page, signals, node) || states_other_url(page, own, node));
            level.is_some_and(|level| match page.tag(own) {
                _ if is_next => true,
                Tag::Article => rank >= level || is_other,
                Tag::Main => rank >= level,
                _ => rank >= level && !is_other,
            })
        };
        if page.is_element(node) && is_piece() {
            found.push(signals.blocks_in(page, node));
            node = page.end(node);
        } else {
            node.0 += 1;
        }
    }
    found
}

/// Returns the element of the article with the title, and the rank of the title's heading. It's an
/// `article` or `main`, or one of adjacent boxes with the same signature, each with a heading of
/// the first rank.
fn own(case: &Case<'_>) -> Option<(NodeId, u8)> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let title = metadata.title_node?;
    let rank = page.tag(title).heading_level().unwrap_or_default();
    let is_long = |&n: &NodeId| signals.positive[n.index()] >= MIN_ARTICLE_GAIN;
    let mut around = page.ancestors(title).take_while(|&n| n > page.body());
    let own = around.find(|n| {
        let tag = page.tag(*n);
        let is_in_row = || {
            let siblings = page.parent(*n).into_iter().flat_map(|n| page.children(n));
            let mut next = siblings.filter(|next| next > n && page.is_element(*next));
            let next = next.find(|next| signature(page, *next) == signature(page, *n));
            next.is_some_and(|next| {
                let level = heading_rank(page, signals, next);
                level == Some(rank)
                    || level.is_some()
                        && (is_introduced(page, signals, next) || states_other_url(page, *n, next))
            })
        };
        matches!(tag, Tag::Article | Tag::Main) || rank == 1 && is_long(n) && is_in_row()
    });
    own.filter(is_long).map(|own| (own, rank))
}

/// Returns the rank of the heading at the beginning of an element, if it's the only one with this
/// rank and is followed by running text.
fn heading_rank(page: &Page, signals: &Signals, node: NodeId) -> Option<u8> {
    if signals.positive[node.index()] < MIN_OTHER_GAIN {
        return None;
    }
    let mut range = signals.blocks_in(page, node);
    let level = |i: usize| signals.blocks[i].heading_level(page);
    let first = range.next().and_then(level)?;
    let mut others = range.filter_map(level);
    others.all(|other| other > first).then_some(first)
}

/// Returns whether a label beside an element introduces it as another article, or its heading is a
/// link to another page.
fn is_introduced(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let first = signals.blocks_in(page, node).start;
    let heading = &signals.blocks[first];
    let mut targets = heading.targets(page).peekable();
    let is_linked = heading.link_density() >= LINKED
        && targets.peek().is_some()
        && targets.all(|link| leads_on(page.url(), link));
    let is_label = |before: NodeId| {
        let range = signals.blocks_in(page, before);
        range.len() == 1
            && signals.blocks[range.start].length <= MAX_LINE_CHARS
            && (signals.announced[range.start] == Some(Reason::Related)
                || signals.remarks(range.start).has(Remark::Related))
    };
    is_linked || page.element_before(node).is_some_and(is_label)
}

/// Returns whether two elements state different URLs of pages, as boxes do whose URL a script shows
/// in the address bar while they are read.
fn states_other_url(page: &Page, own: NodeId, other: NodeId) -> bool {
    let url = |n| page.attr(n, Attr::DataUrl).or(page.attr(n, Attr::DataHref));
    let (Some(own), Some(other)) = (url(own), url(other)) else {
        return false;
    };
    own != other && leads_on(page.url(), other)
}

/// Returns the comments after the text: elements with the same signature, each with a line that
/// names a person, followed by sentences.
fn comments(case: &Case<'_>, decisions: &Decisions) -> Vec<Range<usize>> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return Vec::new();
    };
    let mut around = page.ancestors(title);
    let own = around.find(|&n| matches!(page.tag(n), Tag::Article | Tag::Main));
    let mut found = Vec::new();
    let mut parent = page.end(title);
    while parent < page.end(page.body()) {
        let range = signals.blocks_in(page, parent);
        let is_large = page.is_element(parent) && range.len() >= 2 * MIN_COMMENTS;
        let is_apart = own.is_some_and(|own| parent >= page.end(own));
        let parts = if is_large {
            comments_in(page, signals, parent, is_apart)
        } else {
            Vec::new()
        };
        if parts.len() < MIN_COMMENTS {
            parent.0 += 1;
            continue;
        }
        let start = signals.blocks_in(page, parts[0]).start;
        let before = signals.blocks_in(page, title).end..start;
        let before_chars: f32 = before
            .filter(|&i| decisions.keeps(i))
            .map(|i| signals.gains[i].max(0.0))
            .sum();
        if before_chars >= BEFORE_THEM {
            found.push(head(page, signals, start)..range.end);
        }
        parent = page.end(parent);
    }
    found
}

/// Returns the index of the heading directly before a block; otherwise of the block itself.
fn head(page: &Page, signals: &Signals, start: usize) -> usize {
    let before = start.checked_sub(1);
    let heading = before.filter(|&i| signals.blocks[i].heading_level(page).is_some());
    heading.unwrap_or(start)
}

/// Returns the children of an element that are comments, all with the same signature.
fn comments_in(page: &Page, signals: &Signals, parent: NodeId, is_apart: bool) -> Vec<NodeId> {
    let parts = page.children(parent);
    let parts: Vec<NodeId> = parts
        .filter(|&part| is_comment(page, signals, part, is_apart))
        .collect();
    let Some(&first) = parts.first() else {
        return parts;
    };
    let parts = parts.into_iter();
    parts
        .filter(|&part| signature(page, part) == signature(page, first))
        .collect()
}

/// Returns whether an element begins with a short line, followed by a sentence, and either the line
/// contains a link to a person, or there's a control that answers the comment. Outside the article's
/// element, a line with a name and a number, as in a date, is sufficient.
fn is_comment(page: &Page, signals: &Signals, node: NodeId, is_apart: bool) -> bool {
    let range = signals.blocks_in(page, node);
    if range.len() < 2 || signals.positive[node.index()] <= 0.0 {
        return false;
    }
    let first = &signals.blocks[range.start];
    let text = &signals.texts[range.start];
    let is_dated = is_apart
        && first.heading_level(page).is_none()
        && text.contains(char::is_numeric)
        && text.starts_with(char::is_alphabetic);
    let is_sentence = |i: usize| {
        signals.blocks[i].ends_sentence && signals.blocks[i].length > MAX_LINE_CHARS / 2.0
    };
    let is_answered = || range.clone().any(|i| is_answer_control(signals, i));
    first.length <= MAX_LINE_CHARS
        && (is_dated || first.names_person(page) || is_answered())
        && range.clone().skip(1).any(is_sentence)
}

/// Returns the signature of an element: a hash of its tag and class.
fn signature(page: &Page, node: NodeId) -> u64 {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let hash = Hash64::EMPTY.byte(page.tag(node) as u8);
    hash.bytes(class.as_bytes()).value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    fn kept(body: &str) -> usize {
        let of = ruled(body);
        let mut decisions = Decisions::new(of.signals.len());
        of.run(decide, &mut decisions);
        (0..of.signals.len())
            .filter(|&i| decisions.keeps(i))
            .count()
    }

    #[test]
    fn other_articles_are_removed() {
        let own = format!(
            "<article><h1>The ferry sails again</h1>{}</article>",
            LONG.repeat(5)
        );
        let other = format!("<div class=agency><h2>A bridge</h2>{LONG}{LONG}</div>");
        assert_eq!(kept(&format!("{own}{other}{other}")), 6);
        // Sections of one article, which are elements with the same signature as the first.
        let section = format!("<article><h2>A bridge</h2>{LONG}{LONG}</article>");
        assert_eq!(kept(&format!("{own}{section}")), 9);
        let equal = section.replace("h2", "h1");
        assert_eq!(kept(&format!("{own}{equal}")), 6);
        let box_of = |text: &str| text.replace("article", "div");
        assert_eq!(kept(&box_of(&format!("{own}{equal}"))), 6);
        assert_eq!(kept(&box_of(&format!("{own}{section}"))), 9);
        let label = "<div class=label>Next story</div>";
        assert_eq!(kept(&box_of(&format!("{own}{label}{section}"))), 7);
        let linked = section.replace("A bridge", "<a href=/bridge>A bridge</a>");
        assert_eq!(kept(&box_of(&format!("{own}{linked}"))), 6);
        let stating =
            |html: &str, url| box_of(html).replace("<div>", &format!("<div data-url={url}>"));
        let next = stating(&section, "/bridge");
        assert_eq!(kept(&(stating(&own, "/ferry") + &next)), 6);
        assert_eq!(kept(&(stating(&own, "/bridge") + &next)), 9);
    }

    #[test]
    fn reader_comments_are_removed() {
        let entry = "<div class=entry><p><a href=/user/ann>ann</a> 3.5.</p><p>I have waited for it since the ice went in March, and so have all of those who live beyond the bay and work in the town.</p></div>";
        let text = format!(
            "<h1>The ferry sails again</h1><div>{}</div>",
            LONG.repeat(4)
        );
        assert_eq!(kept(&format!("{text}<div>{}</div>", entry.repeat(3))), 5);
        assert_eq!(kept(&format!("{text}<div>{}</div>", entry.repeat(2))), 9);
        let entry = entry.replace("<a href=/user/ann>ann</a>", "ann");
        let entry = format!("<div>{}</div>", entry.repeat(3));
        assert_eq!(kept(&format!("<main>{text}</main>{entry}")), 5);
        assert_eq!(kept(&format!("<main>{text}{entry}</main>")), 11);
        let answered = entry.replace("</p></div>", "</p><a href=#>Répondre (2)</a></div>");
        assert_eq!(kept(&format!("<main>{text}{answered}</main>")), 5);
    }
}
