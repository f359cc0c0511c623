//! Keeps callouts as a whole (notes, tips, and warnings in boxes with such names) if they are
//! between text or a part of them is kept. Also keeps notes about corrections below the text.

use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::LINKED;
use crate::select::signals::Signals;
use crate::vocabulary::{MAX_NAMES, is_callout, words_of_name};

pub(in crate::select) const ID: RuleId = RuleId::new("callouts");

/// Maximum blocks of a callout. With more, a whole page in a box with such a name is kept.
const MAX_BLOCKS: usize = 12;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let mut end = page.body();
    for node in page.subtree(page.body()) {
        let range = signals.blocks_in(page, node);
        if node < end || range.is_empty() || range.len() > MAX_BLOCKS || !page.is_element(node) {
            continue;
        }
        let mut kept = range.clone().filter(|&i| decisions.keeps(i));
        let is_kept = kept.any(|i| signals.blocks[i].tokens > 0);
        // Names are checked last, because that's the most expensive step.
        let is_whole = range.clone().all(|i| decisions.keeps(i));
        let follows = !is_whole && follows_text(page, signals, decisions, node);
        let is_placed = is_kept || follows && precedes_text(page, signals, decisions, node);
        let is_one = is_placed && is_named_callout(page, node)
            || follows && page.tag(node).is_block() && names_correction(page, node);
        if is_whole || !is_one {
            continue;
        }
        end = page.end(node);
        for i in range {
            let is_own = decisions.get(i) == Some(Reason::OtherColumn)
                && page.tag(node) == Tag::Aside
                && !decisions.is_certain(i);
            if is_own || may_stay(page, signals, decisions, i, is_kept) {
                decisions.set(i, None, ID);
            }
        }
    }
}

/// Returns whether an element's class, label, or role names it a callout.
fn is_named_callout(page: &Page, node: NodeId) -> bool {
    let is_named = |attr| page.attr(node, attr).is_some_and(is_callout);
    is_named(Attr::Class)
        || matches!(page.tag(node), Tag::Aside | Tag::Div | Tag::Section)
            && (is_named(Attr::AriaLabel) || page.attr(node, Attr::Role) == Some("note"))
}

/// Words of class names of notes that say what the article had wrong.
const CORRECTIONS: &str =
    "correction corrections corrected clarification corrigendum erratum errata";

fn names_correction(page: &Page, node: NodeId) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let names = class.split_ascii_whitespace().take(MAX_NAMES);
    let mut words = names.flat_map(words_of_name);
    words.any(|word| words::holds(CORRECTIONS, &word))
}

/// Returns whether a box is directly after a kept block in the same parent.
fn follows_text(page: &Page, signals: &Signals, decisions: &Decisions, node: NodeId) -> bool {
    let start = signals.blocks_in(page, node).start;
    start
        .checked_sub(1)
        .is_some_and(|i| is_beside(page, signals, decisions, node, i))
}

/// Returns whether a box is directly before a kept block in the same parent.
fn precedes_text(page: &Page, signals: &Signals, decisions: &Decisions, node: NodeId) -> bool {
    let end = signals.blocks_in(page, node).end;
    end < signals.len() && is_beside(page, signals, decisions, node, end)
}

fn is_beside(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    node: NodeId,
    i: usize,
) -> bool {
    let parent = page.parent(node);
    decisions.keeps(i)
        && signals.blocks[i].link_density() < LINKED
        && parent.is_some_and(|parent| page.contains(parent, signals.blocks[i].first()))
}

/// Returns whether a block may be kept in a callout. `is_kept` is true if a part of the callout is
/// already kept.
fn may_stay(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    i: usize,
    is_kept: bool,
) -> bool {
    let block = &signals.blocks[i];
    !decisions.is_certain(i)
        && signals.announced[i].is_none()
        && block.link_density() < LINKED
        && match decisions.get(i) {
            Some(Reason::BelowThreshold) => true,
            Some(Reason::Byline) => is_kept && block.media == 0,
            // Its name is that of an alert, but it's in the text.
            Some(Reason::Overlay) => !page.is_overlay(block.container),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    fn keeps(body: &str, out: &[&str], reason: Reason) -> bool {
        let kept = kept_texts_without(decide, body, out, reason);
        out.iter().all(|text| kept.contains(&(*text).to_owned()))
    }

    #[test]
    fn a_callout_keeps_its_title_and_text() {
        let callout = "<div class='admonition tip'><p>Tip</p><p>Both hands.</p></div>";
        let weak = Reason::BelowThreshold;
        assert!(keeps(&format!("{LONG}{callout}"), &["Tip"], weak));
        assert!(keeps(&format!("{callout}{LONG}"), &["Tip"], Reason::Byline));
        assert!(keeps(
            &format!("{LONG}{callout}{LONG}"),
            &["Tip", "Both hands."],
            weak
        ));
        assert!(!keeps(
            &format!("{LONG}{callout}"),
            &["Tip", "Both hands."],
            weak
        ));
        let other = callout.replace("admonition tip", "banner");
        assert!(!keeps(&format!("{LONG}{other}{LONG}"), &["Tip"], weak));
    }

    #[test]
    fn a_correction_below_the_text_is_kept() {
        let note = "<aside class='article-footer-note correction'>Not in May.</aside>";
        let keeps = |note: &str| {
            let body = format!("{LONG}{LONG}{note}");
            keeps(&body, &["Not in May."], Reason::OtherColumn)
        };
        assert!(keeps(note));
        assert!(!keeps(&note.replace("correction", "offer")));
    }

    #[test]
    fn an_alert_in_the_text_is_not_an_overlay() {
        let alert = "<div class='alert alert-danger'>It bites.</div>";
        let page = |alert: &str| format!("{LONG}{alert}{LONG}");
        assert!(keeps(&page(alert), &["It bites."], Reason::Overlay));
        assert!(!keeps(&page(alert), &["It bites."], Reason::Advert));
        let fixed = alert.replace("<div", "<div style='position:fixed'");
        assert!(!keeps(&page(&fixed), &["It bites."], Reason::Overlay));
    }
}
