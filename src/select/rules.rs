//! Rules: what the structure of a page says about its blocks.
//!
//! [`BEFORE`] runs before the model, whose evidence includes what they decide; what they decide
//! for certain the model is not asked about. [`AFTER`] mends what the model decided. A rule is a
//! file with an id and one function; the two tables state the order.
//!
//! Thresholds that name no source were set by hand on the development sets; no paper gives them.
//! Each says what goes wrong where it is off; `lab outputs` counts the pages that it moves.
//! Lengths are in characters ([`Block::length`]), gains as [`Signals::gains`] has them.

mod after;
mod before;
#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod fixtures;

use std::ops::Range;

use super::blocks::{Block, LINKED};
use super::case::Case;
use super::decisions::{Decisions, RuleId};
use super::reason::Reason;
use super::signals::Signals;
use crate::page::{Page, Tag};

/// A step that decides about some blocks.
type Rule = fn(&Case<'_>, &mut Decisions);

/// The rules that run before the model, in order.
pub(super) const BEFORE: &[(RuleId, Rule)] = &[
    (before::outside_root::ID, before::outside_root::decide),
    (before::excluded::ID, before::excluded::decide),
    (
        before::title_and_byline::ID,
        before::title_and_byline::decide,
    ),
    (before::announced::ID, before::announced::decide),
    (
        before::labelled_adverts::ID,
        before::labelled_adverts::decide,
    ),
    (before::link_lists::ID, before::link_lists::decide),
    (before::scraps::ID, before::scraps::decide),
    (before::empty_sections::ID, before::empty_sections::decide),
    (before::linked_stories::ID, before::linked_stories::decide),
    (
        before::announced_teasers::ID,
        before::announced_teasers::decide,
    ),
    (before::comments::ID, before::comments::decide),
    (before::beside_in_row::ID, before::beside_in_row::decide),
    (
        before::beside_on_screen::ID,
        before::beside_on_screen::decide,
    ),
];

/// The rules that run after the model, in order.
pub(super) const AFTER: &[(RuleId, Rule)] = &[
    (after::formulas::ID, after::formulas::decide),
    (after::unframed::ID, after::unframed::decide),
    (after::empty_headings::ID, after::empty_headings::decide),
    (after::pictures::ID, after::pictures::decide),
    (after::captions::ID, after::captions::decide),
    (after::between::ID, after::between::decide),
    (after::introduced::ID, after::introduced::decide),
    (after::sections::ID, after::sections::decide),
    (after::listings::ID, after::listings::decide),
    (after::listing_labels::ID, after::listing_labels::decide),
    (after::lead_media::ID, after::lead_media::decide),
    (after::breadcrumbs::ID, after::breadcrumbs::decide),
    (after::letter_heads::ID, after::letter_heads::decide),
    (after::small_print::ID, after::small_print::decide),
    (after::menu_lines::ID, after::menu_lines::decide),
    (after::addresses::ID, after::addresses::decide),
    (after::tail::ID, after::tail::decide),
    (after::clutter::ID, after::clutter::decide),
    (after::to_top::ID, after::to_top::decide),
    (after::newsletters::ID, after::newsletters::decide),
    (after::licences::ID, after::licences::decide),
    (after::small_pictures::ID, after::small_pictures::decide),
    (after::teaser_pictures::ID, after::teaser_pictures::decide),
    (after::details::ID, after::details::decide),
    (after::duplicates::ID, after::duplicates::decide),
    (after::callouts::ID, after::callouts::decide),
    (after::posts::ID, after::posts::decide),
    (after::authors::ID, after::authors::decide),
    (after::cards::ID, after::cards::decide),
    (after::linked_cards::ID, after::linked_cards::decide),
    (after::contents::ID, after::contents::decide),
    (after::items::ID, after::items::decide),
    (after::notes::ID, after::notes::decide),
    (after::headings::ID, after::headings::decide),
    (after::doubled_title::ID, after::doubled_title::decide),
    (after::heading_controls::ID, after::heading_controls::decide),
];

/// Runs rules in their order.
pub(super) fn run(rules: &[(RuleId, Rule)], case: &Case<'_>, decisions: &mut Decisions) {
    for (_, rule) in rules {
        rule(case, decisions);
    }
}

/// The gain from which a block is running text: with a lower one captions and menu entries are,
/// with a higher one short paragraphs are not.
const RUNNING_BLOCK: f32 = 40.0;

/// The text before teasers or comments that makes them something beside it, in gain: with less, a
/// page of teasers or answers loses them, with more, short articles keep theirs.
const BEFORE_THEM: f32 = 300.0;

/// The most ancestors that are looked at, so that the work stays linear on the deepest page: with
/// fewer, what lies deep in a box is not seen to be in it.
const ANCESTORS: usize = 32;

/// The length from which a kept block counts as text of the article, in characters: with a lower
/// one labels do, with a higher one the last short paragraph does not.
const TEXT: f32 = 60.0;

/// Sums over runs of blocks.
struct Sums(Vec<f32>);

impl Sums {
    fn new(signals: &Signals, value: impl Fn(usize) -> f32) -> Self {
        let mut sums = vec![0.0; signals.len() + 1];
        for i in 0..signals.len() {
            sums[i + 1] = sums[i] + value(i);
        }
        Self(sums)
    }

    fn of(&self, range: &Range<usize>) -> f32 {
        self.0[range.end] - self.0[range.start]
    }
}

/// The share of the root's running text that a box beside it holds at most, 0 to 1: with a larger
/// one a heading like "More" takes a chapter with it.
const LITTLE: f32 = 0.1;

/// Returns the blocks of the smallest element around a block that holds more than it, where the
/// block begins it and it holds little of the article.
fn begun_box(page: &Page, signals: &Signals, i: usize) -> Option<Range<usize>> {
    let first = signals.blocks[i].leaves[0];
    let total = signals.positive[signals.root.index()];
    let around = page
        .ancestors(first)
        .take_while(|&a| a > signals.root)
        .take_while(|&a| signals.positive[a.index()] <= LITTLE * total)
        .find(|&a| signals.blocks_in(page, a).len() > 1)?;
    let range = signals.blocks_in(page, around);
    (signals.blocks[range.start].leaves[0] >= first).then_some(range)
}

/// Returns whether a block belongs to a figure or a table.
fn in_figure(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(ANCESTORS)
        .any(|a| matches!(page.tag(a), Tag::Figure | Tag::Table))
}

/// Returns whether a block is kept and text of some length.
fn is_kept_text(signals: &Signals, decisions: &Decisions, i: usize) -> bool {
    let block = &signals.blocks[i];
    decisions.keeps(i) && block.length >= TEXT && block.link_density() < LINKED
}

/// Returns the first and the last block of the text that is kept; `None` where there is none.
fn kept_text(signals: &Signals, decisions: &Decisions) -> Option<(usize, usize)> {
    let is_text = |i: &usize| is_kept_text(signals, decisions, *i);
    let blocks = 0..signals.len();
    Some((blocks.clone().find(is_text)?, blocks.rev().find(is_text)?))
}

/// Sums the running text that is kept between the title and a block, in gain.
fn text_before(case: &Case<'_>, decisions: &Decisions, i: usize) -> f32 {
    let &Case {
        metadata,
        page,
        signals,
    } = case;
    let from = metadata.title_node.map_or(0, |t| {
        let end = page.end(t);
        signals.blocks.partition_point(|b| b.leaves[0] < end)
    });
    (from..i)
        .filter(|&j| decisions.keeps(j))
        .map(|j| signals.gains[j].max(0.0))
        .sum()
}

/// Decides for certain about what is no title and no byline.
fn decide_certain(decisions: &mut Decisions, range: Range<usize>, reason: Reason, by: RuleId) {
    use Reason::{Byline, Title};
    for i in range {
        if !matches!(decisions.get(i), Some(Title | Byline)) {
            decisions.set_certain(i, reason, by);
        }
    }
}

/// Returns the headings below which nothing is kept, with the reason of what follows them.
fn headings_without_text(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
) -> Vec<(usize, Reason)> {
    let mut found = Vec::new();
    let mut below: Option<u8> = None;
    let mut kept_below = false;
    // The heading with text right below it that was met last, and its level.
    let mut with_text: Option<(usize, u8)> = None;
    let mut reason = Reason::BelowThreshold;
    for i in (0..signals.len()).rev() {
        let level = signals.blocks[i].heading_level(page);
        match (decisions.get(i), level) {
            (None, None) => kept_below = true,
            (None, Some(level)) => {
                // A heading right above another of its level stays with it.
                let leads = with_text == Some((i + 1, level));
                with_text = kept_below.then_some((i, level));
                if kept_below || leads || below.is_some_and(|b| b > level) {
                    below = Some(level);
                } else {
                    found.push((i, reason));
                }
                kept_below = false;
            }
            (Some(r), _) => reason = r,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_id_of_its_own() {
        let mut ids: Vec<RuleId> = BEFORE.iter().chain(AFTER).map(|(id, _)| *id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
