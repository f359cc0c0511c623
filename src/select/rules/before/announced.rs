//! Removes headings and lead-ins that announce something foreign, with what they announce.

use crate::metadata::Metadata;
use crate::page::Page;
use crate::select::Reason;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::rules::LINKED;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("announced");

/// The most that a heading or lead-in says, in characters: with more, sentences that begin like one
/// go.
const LONGEST: f32 = 160.0;

/// The length in characters from which a paragraph that begins so is text, and the share of links
/// up to which it is, 0 to 1: with a larger length sentences go that begin like an announcement.
const PARAGRAPH: f32 = 60.0;
const FEW_LINKS: f32 = 0.3;

/// The share of the root's running text that goes with an announcement at most, 0 to 1: with a
/// larger one a heading like "More" takes a chapter with it.
const LITTLE: f32 = 0.1;

/// The blocks of an element that holds nothing but the announcement.
const ALONE: usize = 1;

pub(in crate::select) fn decide(
    page: &Page,
    _: &Metadata,
    signals: &Signals,
    decisions: &mut Decisions,
) {
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.length > LONGEST {
            continue;
        }
        let Some(reason) = signals.announced[i] else {
            continue;
        };
        let heading = block.heading_level(page);
        if heading.is_none() && block.length > PARAGRAPH && block.link_density() < FEW_LINKS {
            continue;
        }
        decisions.set(i, Some(reason), ID);
        if !around(page, signals, decisions, i, reason) {
            after(page, signals, decisions, i, reason);
        }
    }
}

/// Removes the smallest element around a block that holds more than it, if it begins with the
/// block and holds little of the article; returns whether there is one.
fn around(
    page: &Page,
    signals: &Signals,
    decisions: &mut Decisions,
    i: usize,
    reason: Reason,
) -> bool {
    let first = signals.blocks[i].leaves[0];
    let total = signals.positive[signals.root.index()];
    let around = page
        .ancestors(first)
        .take_while(|&a| a > signals.root)
        .take_while(|&a| signals.positive[a.index()] <= LITTLE * total)
        .find(|&a| signals.blocks_in(page, a).len() > ALONE);
    let Some(around) = around else {
        return false;
    };
    let range = signals.blocks_in(page, around);
    let begins = signals.blocks[range.start].leaves[0] >= first;
    if begins {
        for j in range {
            decisions.remove_kept(j, reason, ID);
        }
    }
    begins
}

/// Removes what follows a block up to running text, a heading or what is removed already.
fn after(page: &Page, signals: &Signals, decisions: &mut Decisions, i: usize, reason: Reason) {
    for j in i + 1..signals.len() {
        let next = &signals.blocks[j];
        let stop = next.heading_level(page).is_some()
            || (next.link_density() < LINKED && next.chars > 0)
            || !decisions.keeps(j);
        if stop {
            break;
        }
        decisions.set(j, Some(reason), ID);
    }
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::select::rules::ferry::{LONG, ruled};

    #[test]
    fn links_below_an_announcement_go_with_it() {
        let text = LONG.repeat(3);
        let of = ruled(&format!(
            "<h1>The ferry sails again</h1><main>{text}<h3>Read also</h3><p><a href=/m>The mill</a><p><a href=/w>The weir</a>{text}</main>"
        ));
        for i in 4..7 {
            assert_eq!(of.decisions.get(i), Some(Reason::Related), "{i}");
        }
        assert_eq!(of.decisions.by(4), Some(ID));
        assert!(of.decisions.keeps(7));
    }
}
