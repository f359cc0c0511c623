//! Removes content after the end of an article: other whole articles, and readers' comments without
//! a heading.

use std::ops::Range;

use crate::compact::hash::Hash64;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::BEFORE_THEM;
use crate::select::signals::Signals;
use crate::url;
use crate::vocabulary::leads_to_profile;

pub(in crate::select) const ID: RuleId = RuleId::new("appended");

/// Minimum running text of an article in an element of its own, in gain, beside which another may
/// be: with less, its first section is taken for it.
const ARTICLE: f32 = 500.0;

/// The running text of a piece beside it, in gain.
const PIECE: f32 = 200.0;

/// Minimum number of comments; with fewer, two boxes about authors are comments.
const CONTRIBUTIONS: usize = 3;

/// Maximum characters of the line above a comment.
const LINE: f32 = 60.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let about = &case.metadata.about;
    if about.discussion || about.list || about.product {
        return;
    }
    for i in other_articles(case).into_iter().flatten() {
        decisions.remove_kept(i, Reason::Related, ID);
    }
    for i in contributions(case, decisions).into_iter().flatten() {
        decisions.remove_kept(i, Reason::Comments, ID);
    }
}

/// Returns the pieces after the `article` with the title that are articles themselves.
fn other_articles(case: &Case<'_>) -> Vec<Range<usize>> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let own = metadata.title_node.and_then(|title| {
        let mut around = page.ancestors(title);
        around.find(|&n| page.tag(n) == Tag::Article)
    });
    let Some(own) = own.filter(|own| signals.positive[own.index()] >= ARTICLE) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut node = page.end(own);
    while node < page.end(page.body()) {
        let is_piece = page.is_element(node) && is_headed_piece(page, signals, node);
        if is_piece && make(page, node) != make(page, own) {
            found.push(signals.blocks_in(page, node));
            node = page.end(node);
        } else {
            node.0 += 1;
        }
    }
    found
}

/// Returns whether an element begins with a heading, contains no other of its rank and has running
/// text below it.
fn is_headed_piece(page: &Page, signals: &Signals, node: NodeId) -> bool {
    if signals.positive[node.index()] < PIECE {
        return false;
    }
    let range = signals.blocks_in(page, node);
    let level = |i: usize| signals.blocks[i].heading_level(page);
    let Some(first) = range.clone().next().and_then(level) else {
        return false;
    };
    range
        .skip(1)
        .all(|i| level(i).is_none_or(|other| other > first))
}

/// Returns the readers' comments after the text: elements of one signature, each with a line that
/// names a person and then sentences.
fn contributions(case: &Case<'_>, decisions: &Decisions) -> Vec<Range<usize>> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut parent = page.end(title);
    while parent < page.end(page.body()) {
        let range = signals.blocks_in(page, parent);
        let is_large = page.is_element(parent) && range.len() >= 2 * CONTRIBUTIONS;
        let parts = if is_large {
            alike(page, signals, parent)
        } else {
            Vec::new()
        };
        if parts.len() < CONTRIBUTIONS {
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

/// Returns the place of the heading right above a block, or the block's own.
fn head(page: &Page, signals: &Signals, start: usize) -> usize {
    let before = start.checked_sub(1);
    let heading = before.filter(|&i| signals.blocks[i].heading_level(page).is_some());
    heading.unwrap_or(start)
}

/// Returns the children of an element that are contributions, all of one make.
fn alike(page: &Page, signals: &Signals, parent: NodeId) -> Vec<NodeId> {
    let parts = page.children(parent);
    let parts: Vec<NodeId> = parts
        .filter(|&part| is_contribution(page, signals, part))
        .collect();
    let Some(&first) = parts.first() else {
        return parts;
    };
    let alike = parts.into_iter();
    alike
        .filter(|&part| make(page, part) == make(page, first))
        .collect()
}

/// Returns whether an element begins with a short line with a link to a person, and has a sentence
/// below it.
fn is_contribution(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let range = signals.blocks_in(page, node);
    if range.len() < 2 || signals.positive[node.index()] <= 0.0 {
        return false;
    }
    let first = &signals.blocks[range.start];
    let names = first
        .targets(page)
        .any(|link| leads_to_profile(url::path(link)));
    let says = |i: usize| signals.blocks[i].ends_sentence && signals.blocks[i].length > LINE / 2.0;
    first.length <= LINE && names && range.skip(1).any(says)
}

/// Returns a number for tag and class of an element.
fn make(page: &Page, node: NodeId) -> u64 {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let hash = Hash64::EMPTY.byte(page.tag(node) as u8);
    hash.bytes(class.as_bytes()).value()
}

#[cfg(all(test, feature = "html"))]
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
    fn other_articles_go() {
        let own = format!(
            "<article><h1>The ferry sails again</h1>{}</article>",
            LONG.repeat(5)
        );
        let other = format!("<div class=agency><h2>A bridge</h2>{LONG}{LONG}</div>");
        assert_eq!(kept(&format!("{own}{other}{other}")), 6);
        // Sections of one article, each an element like the first.
        let section = format!("<article><h2>A bridge</h2>{LONG}{LONG}</article>");
        assert_eq!(kept(&format!("{own}{section}")), 9);
    }

    #[test]
    fn what_readers_write_goes() {
        let entry = "<div class=entry><p><a href=/user/ann>ann</a> 3.5.</p><p>I have waited for it since the ice went in March, and so have all of those who live beyond the bay and work in the town.</p></div>";
        let text = format!(
            "<h1>The ferry sails again</h1><div>{}</div>",
            LONG.repeat(4)
        );
        assert_eq!(kept(&format!("{text}<div>{}</div>", entry.repeat(3))), 5);
        assert_eq!(kept(&format!("{text}<div>{}</div>", entry.repeat(2))), 9);
    }
}
