//! Keeps content between the kept paragraphs of one element that isn't in a separate box: headings
//! directly above a paragraph, quotations, tables that contain more than links, and lists and
//! tables of links to other sites. Names aren't sufficient evidence against these.

mod exceptions;

use std::ops::Range;

use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, RUNNING_BLOCK, Sums, is_kept_text};
use crate::select::signals::Signals;
use exceptions::{is_table, leads_out};

pub(in crate::select) const ID: RuleId = RuleId::new("between");

/// Minimum share of the kept text in an element whose children are checked, 0 to 1. With less,
/// lists in menus and boxes are kept; with more, those in a chapter are removed.
const MIN_TEXT_SHARE: f32 = 0.3;

/// Maximum blocks of a heading or quotation. With more, wrappers around other content are kept.
const MAX_SHORT_BLOCKS: usize = 20;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let kept = Sums::new(signals, |i| {
        if is_kept_text(signals, decisions, i) {
            signals.blocks[i].length
        } else {
            0.0
        }
    });
    let all = kept.of(&(0..signals.len()));
    for parent in page.subtree(page.body()) {
        if kept.of(&signals.blocks_in(page, parent)) < (MIN_TEXT_SHARE * all).max(RUNNING_BLOCK) {
            continue;
        }
        for range in belonging(page, signals, decisions, parent, &kept) {
            for i in range {
                if !decisions.keeps(i) {
                    decisions.set(i, None, ID);
                }
            }
        }
    }
}

/// Returns the ranges of blocks in those children of an element that belong to the text around
/// them.
fn belonging(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    parent: NodeId,
    kept: &Sums,
) -> Vec<Range<usize>> {
    let parts: Vec<(NodeId, Range<usize>)> = page
        .children(parent)
        .filter(|&c| page.is_element(c))
        .map(|c| (c, signals.blocks_in(page, c)))
        .filter(|(_, range)| !range.is_empty())
        .collect();
    let text: Vec<f32> = parts.iter().map(|(_, range)| kept.of(range)).collect();
    let Some(first) = text.iter().position(|&t| t > 0.0) else {
        return Vec::new();
    };
    // The last part of the text may be short.
    let is_text = |i: usize| {
        let block = &signals.blocks[i];
        decisions.keeps(i) && block.ends_sentence && block.link_density() < LINKED
    };
    let last = (first + 1..parts.len())
        .rev()
        .find(|&k| text[k] > 0.0 || parts[k].1.clone().any(is_text));
    let foreign = |i: usize| {
        decisions.is_certain(i)
            || matches!(decisions.get(i), Some(Reason::Title | Reason::Byline))
            || signals.announced[i].is_some()
            || page.is_overlay(signals.blocks[i].container)
    };
    let mut found = Vec::new();
    for k in first + 1..last.unwrap_or_default() {
        let (node, range) = &parts[k];
        let tag = page.tag(*node);
        let belongs = if tag.heading_level().is_some() {
            text[k + 1] > 0.0 && is_plain(signals, range)
        } else if tag == Tag::Blockquote {
            is_plain(signals, range)
        } else {
            is_table(page, signals, *node) || leads_out(page, signals, *node)
        };
        if belongs && !range.clone().any(foreign) {
            found.push(range.clone());
        }
    }
    found
}

fn is_plain(signals: &Signals, range: &Range<usize>) -> bool {
    let blocks = &signals.blocks[range.clone()];
    blocks.len() <= MAX_SHORT_BLOCKS && blocks.iter().all(|b| b.link_density() < LINKED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    fn kept(body: &str, out: &[&str]) -> usize {
        kept_texts(decide, body, out).len()
    }

    #[test]
    fn lists_and_headings_between_paragraphs_are_restored() {
        let list = "<ul><li><a href=https://a.test/1>One</a><li><a href=https://b.test/2>Two</a>\
            <li><a href=https://c.test/3>Three</a></ul>";
        let out = ["One", "Two", "Three"];
        assert_eq!(kept(&format!("{LONG}{list}{LONG}"), &out), 6);
        let own = list.replace(".test", ".example.org").replace("a.ex", "ex");
        let own = own.replace("b.ex", "ex").replace("c.ex", "ex");
        assert_eq!(kept(&format!("{LONG}{own}{LONG}"), &out), 3);
        assert_eq!(kept(&format!("{LONG}{list}"), &out), 2);
        assert_eq!(kept(&format!("{LONG}<h2>Why</h2>{LONG}"), &["Why"]), 4);
    }

    #[test]
    fn a_quotation_before_a_short_last_sentence_is_restored() {
        let quote = "<blockquote><p>One: 3. Two: 1.</p></blockquote>";
        let out = ["One: 3. Two: 1."];
        assert_eq!(kept(&format!("{LONG}{quote}<p>So it was."), &out), 4);
        assert_eq!(kept(&format!("{LONG}{quote}<p>Imprint"), &out), 3);
    }

    #[test]
    fn a_heading_above_removed_text_is_not_restored() {
        let body = format!("{LONG}<h2>Why</h2><p>Imprint</p>{LONG}");
        assert_eq!(kept(&body, &["Why", "Imprint"]), 3);
    }

    #[test]
    fn certain_removals_are_not_restored() {
        let of = ruled(&format!("{LONG}<h2>Why</h2>{LONG}"));
        let kept = |certain: bool| {
            let mut decisions = Decisions::new(of.signals.len());
            let by = RuleId::new("test");
            if certain {
                decisions.set_certain(1, Reason::Advert, by);
            } else {
                decisions.set(1, Some(Reason::Advert), by);
            }
            of.run(decide, &mut decisions);
            decisions.keeps(1)
        };
        assert!(kept(false));
        assert!(!kept(true));
    }

    #[test]
    fn a_list_in_a_small_box_is_not_restored() {
        let list = "<ul><li><a href=https://a.test/1>One</a><li><a href=https://b.test/2>Two</a>\
            <li><a href=https://c.test/3>Three</a></ul>";
        let body = |text: usize| {
            let text = LONG.repeat(text);
            format!("{text}<div>{LONG}{list}{LONG}</div>")
        };
        let out = ["One", "Two", "Three"];
        assert_eq!(kept(&body(1), &out), 1 + 3 + 3);
        assert_eq!(kept(&body(8), &out), 1 + 10);
    }
}
