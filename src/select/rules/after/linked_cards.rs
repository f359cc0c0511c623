//! Keeps rows of cards between the text, each with a heading and a sentence in one link.
//! Documentation announces the next pages this way. On news sites and blogs, these cards are other
//! stories.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::is_kept_text;
use crate::select::signals::Signals;
use crate::vocabulary::words_of_name;

pub(in crate::select) const ID: RuleId = RuleId::new("linked-cards");

/// Minimum number of cards in a row.
const MIN_CARDS: usize = 2;

/// Maximum blocks of a card.
const MAX_CARD_BLOCKS: usize = 4;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let about = &metadata.about;
    if metadata.published.is_some() || metadata.byline.is_some() || about.product || about.list {
        return;
    }
    let mut end = page.body();
    for node in page.descendants(signals.root) {
        if node < end || !page.is_element(node) {
            continue;
        }
        let Some(cards) = cards(page, signals, node) else {
            continue;
        };
        end = page.end(node);
        if is_among_text(page, signals, decisions, node, &cards) {
            for i in cards {
                let is_weak = matches!(
                    decisions.get(i),
                    Some(Reason::Links | Reason::BelowThreshold | Reason::Related)
                );
                if is_weak && !decisions.is_certain(i) && signals.announced[i].is_none() {
                    decisions.set(i, None, ID);
                }
            }
        }
    }
}

/// Returns the blocks of an element that contains only cards.
fn cards(page: &Page, signals: &Signals, node: NodeId) -> Option<Range<usize>> {
    let range = signals.blocks_in(page, node);
    if range.len() < 2 * MIN_CARDS {
        return None;
    }
    let mut count = 0;
    for child in page.children(node) {
        if page.is_text(child) {
            continue;
        }
        let inner = signals.blocks_in(page, child);
        if inner.is_empty() {
            continue;
        }
        if !is_card(page, signals, child, inner) {
            return None;
        }
        count += 1;
    }
    (count >= MIN_CARDS).then_some(range)
}

/// Maximum nodes of a card that are searched for its title.
const MAX_CARD_NODES: usize = 60;

/// Returns whether an element consists of a heading, or a title by class, and a sentence in one
/// link.
fn is_card(page: &Page, signals: &Signals, node: NodeId, inner: Range<usize>) -> bool {
    let link = page.subtree(node).take(3).find(|&n| page.tag(n) == Tag::A);
    let Some(link) = link else { return false };
    let block = |i: usize| &signals.blocks[i];
    let is_heading = |i: usize| block(i).heading_level(page).is_some();
    let is_text = |i: usize| !is_heading(i) && block(i).tokens > 3;
    (2..=MAX_CARD_BLOCKS).contains(&inner.len())
        && inner.clone().all(|i| page.contains(link, block(i).first()))
        && (inner.clone().any(is_heading) || has_title(page, link))
        && inner.clone().any(is_text)
}

/// Returns whether a card has an image, and a title by class.
fn has_title(page: &Page, card: NodeId) -> bool {
    let inside = || page.descendants(card).take(MAX_CARD_NODES);
    let is_title = |n: NodeId| {
        let mut names = page
            .attr(n, Attr::Class)
            .unwrap_or_default()
            .split_ascii_whitespace();
        names.any(|name| words_of_name(name).any(|word| word == "title"))
    };
    inside().any(|n| page.tag(n) == Tag::Img) && inside().any(is_title)
}

/// Returns whether the element of the cards has kept text before it, and either kept text after it
/// or a heading directly above the cards.
fn is_among_text(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    node: NodeId,
    cards: &Range<usize>,
) -> bool {
    let Some(parent) = page.parent(node) else {
        return false;
    };
    let around = signals.blocks_in(page, parent);
    let is_text = |i: usize| is_kept_text(signals, decisions, i);
    let heading = cards.start.checked_sub(1).filter(|&i| around.contains(&i));
    let is_headed = heading.is_some_and(|i| {
        signals.blocks[i].heading_level(page).is_some()
            && decisions.keeps(i)
            && signals.announced[i].is_none()
    });
    (around.start..cards.start).any(is_text) && ((cards.end..around.end).any(is_text) || is_headed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn linked_cards_within_the_text_are_restored() {
        let cards = "<div><a href=/a><h3>Knots</h3><p>How to tie seven of them.</p></a>\
            <a href=/b><h3>Tar</h3><p>Where it comes from, and why.</p></a></div>";
        let out = ["Knots", "How to tie seven of them.", "Tar"];
        let kept = |body: &str| kept_texts(decide, body, &out).len();
        assert_eq!(kept(&format!("{LONG}<h2>Next</h2>{cards}{LONG}")), 8);
        assert_eq!(kept(&format!("{LONG}{cards}")), 3);
    }

    #[test]
    fn cards_with_a_picture_and_a_title_by_class_are_restored() {
        let card = |title: &str| {
            format!(
                "<div><a href=/a><img src=a.jpg width=400 height=300><div><b class=card-title>{title}</b> \
                 <span>How to tie seven of them.</span></div></a></div>"
            )
        };
        let out = [
            "Knots How to tie seven of them.",
            "Tar How to tie seven of them.",
        ];
        let cards = format!("<div>{}{}</div>", card("Knots"), card("Tar"));
        let kept = kept_texts(decide, &format!("{LONG}<h2>Next</h2>{cards}{LONG}"), &out);
        assert_eq!(
            kept.iter()
                .filter(|text| text.contains("Knots") || text.contains("Tar"))
                .count(),
            2,
            "{kept:?}"
        );
    }
}
