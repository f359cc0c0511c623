//! Rules, which decide about blocks by the structure of a page.
//!
//! [`BEFORE`] runs before the model, whose evidence includes the decisions of these rules; it
//! doesn't run on blocks decided with certainty. [`AFTER`] corrects the model's decisions. Each
//! rule is in its own file, with an id and one function; the two tables define the order.
//!
//! Thresholds without a source were set by hand on the development sets, because no paper gives
//! them. Their comments describe the effect of other values; `lab outputs` counts the pages that
//! change. Lengths are in characters (`Block::length`), gains as in `Signals::gains`.

mod after;
mod before;
mod common;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod fixtures;

use super::blocks::LINKED;
use super::case::Case;
use super::decisions::{Decisions, RuleId};
use common::{
    ANCESTORS, BEFORE_THEM, LITTLE, RUNNING_BLOCK, Sums, begun_box, class_begins, decide_certain,
    headings_without_text, in_figure, is_answer_control, is_kept_text, kept_text, text_before,
};

/// A step that decides about blocks.
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
    (before::labeled_adverts::ID, before::labeled_adverts::decide),
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
    (after::images::ID, after::images::decide),
    (after::captions::ID, after::captions::decide),
    (after::between::ID, after::between::decide),
    (after::introduced::ID, after::introduced::decide),
    (after::sections::ID, after::sections::decide),
    (after::code_blocks::ID, after::code_blocks::decide),
    (
        after::code_block_labels::ID,
        after::code_block_labels::decide,
    ),
    (after::lead_media::ID, after::lead_media::decide),
    (after::breadcrumbs::ID, after::breadcrumbs::decide),
    (after::letter_heads::ID, after::letter_heads::decide),
    (after::small_print::ID, after::small_print::decide),
    (after::menu_lines::ID, after::menu_lines::decide),
    (after::addresses::ID, after::addresses::decide),
    (after::tail::ID, after::tail::decide),
    (after::clutter::ID, after::clutter::decide),
    (after::to_top::ID, after::to_top::decide),
    (after::controls::ID, after::controls::decide),
    (after::widgets::ID, after::widgets::decide),
    (after::shares::ID, after::shares::decide),
    (after::embeds::ID, after::embeds::decide),
    (after::lines::ID, after::lines::decide),
    (after::appeals::ID, after::appeals::decide),
    (after::consents::ID, after::consents::decide),
    (after::appended::ID, after::appended::decide),
    (after::credits::ID, after::credits::decide),
    (after::newsletters::ID, after::newsletters::decide),
    (after::licenses::ID, after::licenses::decide),
    (after::small_images::ID, after::small_images::decide),
    (after::teaser_images::ID, after::teaser_images::decide),
    (after::details::ID, after::details::decide),
    (after::duplicates::ID, after::duplicates::decide),
    (after::callouts::ID, after::callouts::decide),
    (after::standfirsts::ID, after::standfirsts::decide),
    (after::linked_cards::ID, after::linked_cards::decide),
    (after::posts::ID, after::posts::decide),
    (after::authors::ID, after::authors::decide),
    (after::cards::ID, after::cards::decide),
    (after::card_parts::ID, after::card_parts::decide),
    (after::contents::ID, after::contents::decide),
    (after::items::ID, after::items::decide),
    (after::notes::ID, after::notes::decide),
    (after::headings::ID, after::headings::decide),
    (after::doubled_title::ID, after::doubled_title::decide),
    (after::heading_controls::ID, after::heading_controls::decide),
    (after::popups::ID, after::popups::decide),
];

/// Runs rules in order.
pub(super) fn run(rules: &[(RuleId, Rule)], case: &Case<'_>, decisions: &mut Decisions) {
    for (_, rule) in rules {
        rule(case, decisions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_ids_are_unique() {
        let mut ids: Vec<RuleId> = BEFORE.iter().chain(AFTER).map(|(id, _)| *id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
