//! Keeps sections of links, such as `See also`, whose heading belongs to those of the text: it has
//! the same signature and rank, and is in the same element.

use std::ops::Range;

use crate::compact::interner::Interned;
use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{ANCESTORS, is_kept_text};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("sections");

/// Minimum headings of the text with the same signature as that of the section; set by hand.
/// Recommendations occur once, and their heading seldom looks like those of the text.
const MIN_ALIKE: usize = 2;

/// Maximum length of a link's block, in characters; set by hand. Longer ones read like teasers.
const MAX_ENTRY_CHARS: f32 = 160.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    // News sites and blogs use such headings for recommendations too.
    let about = &metadata.about;
    if metadata.published.is_some() || metadata.byline.is_some() || about.product || about.list {
        return;
    }
    let sections = signals.sections(page);
    let pattern = |section: &Range<usize>| signals.patterns[section.start];
    let mut alike: Interned<Vec<usize>> = Interned::new();
    for section in &sections {
        let mut text = section.clone();
        if decisions.keeps(section.start) && text.any(|i| is_kept_text(signals, decisions, i)) {
            alike
                .get_or(pattern(section).into(), Vec::new)
                .push(section.start);
        }
    }
    let around = alike.map(|headings| around(page, signals, headings));
    let mut found = Vec::new();
    for section in &sections {
        let Some(&Some(around)) = around.get(pattern(section).into()) else {
            continue;
        };
        let belongs = |i: &usize| may_stay(page, signals, decisions, *i, around);
        let is_other = |i: usize| {
            i > section.start
                && !decisions.keeps(i)
                && signals.blocks[i].heading_level(page).is_some()
        };
        let whole = section.clone().take_while(belongs);
        let whole: Vec<usize> = whole.take_while(|&i| !is_other(i)).collect();
        if whole.len() > 1 {
            found.extend(whole);
        }
    }
    for i in found {
        if !decisions.keeps(i) {
            decisions.set(i, None, ID);
        }
    }
}

/// Returns the nearest common ancestor of the headings, if there are enough.
fn around(page: &Page, signals: &Signals, headings: &[usize]) -> Option<NodeId> {
    let container = |&i: &usize| signals.blocks[i].container;
    let (first, last) = (headings.first()?, headings.last()?);
    (headings.len() >= MIN_ALIKE)
        .then(|| {
            page.ancestors(container(first))
                .take(ANCESTORS)
                .find(|&a| page.contains(a, container(last)))
        })
        .flatten()
}

/// Returns whether a block of this section is kept, or may be kept.
fn may_stay(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    i: usize,
    around: NodeId,
) -> bool {
    let block = &signals.blocks[i];
    page.contains(around, block.container)
        && (decisions.keeps(i)
            || (!decisions.is_certain(i)
                && block.media == 0
                && block.length <= MAX_ENTRY_CHARS
                && page.contains(signals.root, block.container)
                && is_listed(page, block.container, around)
                && (matches!(decisions.get(i), Some(Reason::Links | Reason::Related))
                    || (decisions.get(i) == Some(Reason::BelowThreshold)
                        && block.heading_level(page).is_some()))))
}

/// Returns whether a block is the heading of this section, or is in a list or table.
fn is_listed(page: &Page, container: NodeId, around: NodeId) -> bool {
    page.tag(container).heading_level().is_some()
        || page
            .inclusive_ancestors(container)
            .take(ANCESTORS)
            .take_while(|&a| a != around)
            .any(|a| matches!(page.tag(a), Tag::Li | Tag::Table | Tag::Dl))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    #[test]
    fn a_link_section_among_text_sections_is_restored() {
        let links = "<ul><li><a href=/boats>Boats</a><li><a href=/tides>Tides</a></ul>";
        let kept = |heading: &str, more: &str| {
            let page = format!(
                "<main><h2>When</h2>{LONG}<h2>Where</h2>{LONG}{heading}{links}</main>{more}"
            );
            kept_texts(decide, &page, &["See also", "Boats", "Tides"]).contains(&"Tides".to_owned())
        };
        assert!(kept("<h2>See also</h2>", ""));
        assert!(!kept("<h3 class=more>See also</h3>", ""));
        // The section is outside the text.
        assert!(!kept("</main><footer><h2>See also</h2>", ""));
        // The page is news.
        assert!(!kept(
            "<h2>See also</h2>",
            "<time pubdate datetime=2026-01-05>5 January</time>"
        ));
    }

    #[test]
    fn certain_removals_are_not_restored() {
        let of = ruled(&format!(
            "<h2>When</h2>{LONG}<h2>Where</h2>{LONG}<h2>See also</h2>\
             <ul><li><a href=/boats>Boats</a></ul>"
        ));
        let last = of.signals.len() - 1;
        let kept = |certain: bool| {
            let mut decisions = Decisions::new(of.signals.len());
            let by = RuleId::new("test");
            if certain {
                decisions.set_certain(last, Reason::Links, by);
            } else {
                decisions.set(last, Some(Reason::Links), by);
            }
            of.run(decide, &mut decisions);
            decisions.keeps(last)
        };
        assert!(kept(false));
        assert!(!kept(true));
    }
}
