//! Removes headings and lead-ins that announce other content, together with that content.

use crate::page::Page;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, begun_box};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("announced");

/// Maximum length of a heading or lead-in, in characters. With more, sentences that begin like one
/// are removed.
const MAX_ANNOUNCEMENT_CHARS: f32 = 160.0;

/// Minimum length of a paragraph of text that begins like an announcement, in characters, and its
/// maximum share of links, 0 to 1. If the length is larger, these sentences are removed.
const MIN_PARAGRAPH_CHARS: f32 = 60.0;
const MAX_LINK_SHARE: f32 = 0.3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.length > MAX_ANNOUNCEMENT_CHARS {
            continue;
        }
        let Some(reason) = signals.announced[i] else {
            continue;
        };
        let heading = block.heading_level(page);
        if heading.is_none()
            && block.length > MIN_PARAGRAPH_CHARS
            && block.link_density() < MAX_LINK_SHARE
        {
            continue;
        }
        decisions.set(i, Some(reason), ID);
        if !around(page, signals, decisions, i, reason) {
            after(page, signals, decisions, i, reason);
        }
    }
}

/// Removes the box that begins with a block; returns whether there's one.
fn around(
    page: &Page,
    signals: &Signals,
    decisions: &mut Decisions,
    i: usize,
    reason: Reason,
) -> bool {
    let box_blocks = begun_box(page, signals, i);
    for j in box_blocks.clone().unwrap_or_default() {
        decisions.remove_kept(j, reason, ID);
    }
    box_blocks.is_some()
}

/// Removes the blocks after one, up to running text, a heading, or removed content.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn an_announcement_and_the_links_below_it_are_removed() {
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

    #[test]
    fn long_headings_can_be_announcements_but_paragraphs_cannot() {
        let text = LONG.repeat(3);
        let heading = "Read also what the harbour master of the next island has to say of the ferry, \
            of the tides and of the weather this winter";
        let reason = |line: &str| {
            let of = ruled(&format!(
                "<h1>The ferry sails again</h1><main>{text}{line}{text}</main>"
            ));
            of.decisions.get(4)
        };
        assert_eq!(
            reason(&format!("<h3>{heading}</h3>")),
            Some(Reason::Related)
        );
        assert_eq!(reason(&format!("<h3>{heading}, {heading}</h3>")), None);
        assert_eq!(reason(&format!("<p>{heading}.</p>")), None);
    }
}
