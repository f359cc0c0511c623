//! Keeps or removes a table of contents as a whole, with the line above it. If that line names it
//! as contents, it's removed, because views have their own.

use std::ops::Range;

use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::NEARLY_ALL_LINKS;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::vocabulary::Remark;

pub(in crate::select) const ID: RuleId = RuleId::new("contents");

/// Minimum entries of a table of contents, and of one below a line that names it. With fewer, a
/// link back to the top is mistaken for one.
const MIN_ENTRIES: usize = 3;
const MIN_ENTRIES_NAMED: usize = 2;

/// Maximum length of the line above, such as "Contents", in characters; set by hand.
const MAX_LINE_CHARS: f32 = 40.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let mut end = page.body();
    for list in page.subtree(page.body()) {
        if list < end || !matches!(page.tag(list), Tag::Ul | Tag::Ol) {
            continue;
        }
        end = page.end(list);
        let range = signals.blocks_in(page, list);
        let kept = range.clone().filter(|&i| decisions.keeps(i)).count();
        let line = line_above(page, signals, list);
        let is_line_kept = line.is_some_and(|i| decisions.keeps(i));
        // It's the page's own table of contents; views generate one from the same headings.
        let is_named = line.is_some_and(|i| signals.remarks(i).is(Remark::Contents));
        let entries = if is_named {
            MIN_ENTRIES_NAMED
        } else {
            MIN_ENTRIES
        };
        let is_short = range.len() < entries;
        if kept == 0 && !is_line_kept || is_short || !is_contents(page, signals, range.clone()) {
            continue;
        }
        let stays = 2 * kept > range.len() && !is_named;
        for i in line.into_iter().chain(range) {
            if stays && !decisions.keeps(i) && !decisions.is_certain(i) {
                decisions.set(i, None, ID);
            } else if !stays {
                decisions.remove_kept(i, Reason::Navigation, ID);
            }
        }
    }
}

/// Returns the short line directly before a list in the same box. It must be neither a link nor a
/// heading, because a heading of the page is kept with its section.
fn line_above(page: &Page, signals: &Signals, list: NodeId) -> Option<usize> {
    let blocks = signals.blocks_in(page, page.element_before(list)?);
    let block = signals.blocks.get(blocks.start)?;
    let is_plain = block.link_density() == 0.0 && block.heading_level(page).is_none();
    let is_line = blocks.len() == 1 && block.length <= MAX_LINE_CHARS && is_plain;
    is_line.then_some(blocks.start)
}

/// Returns whether blocks consist only of links to the same page.
fn is_contents(page: &Page, signals: &Signals, range: Range<usize>) -> bool {
    let leads_down = |i: usize| {
        let block = &signals.blocks[i];
        let mut targets = block.targets(page).peekable();
        block.link_density() >= NEARLY_ALL_LINKS
            && targets.peek().is_some()
            && targets.all(|target| target.starts_with('#'))
    };
    range.into_iter().all(leads_down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    const LIST: &str = "<ul><li><a href=#a>Old boats</a><ul><li><a href=#b>Of wood</a>\
        <li><a href=#c>Of steel</a></ul></ul>";

    #[test]
    fn a_table_of_contents_follows_the_majority_of_its_items() {
        let page = format!("{LIST}{LONG}");
        assert_eq!(kept_texts(decide, &page, &["Of wood"]).len(), 5);
        assert_eq!(kept_texts(decide, &page, &["Of wood", "Of steel"]).len(), 2);
    }

    #[test]
    fn the_line_above_a_table_of_contents_follows_it() {
        let page = format!("<nav><p>Three boats</p>{LIST}</nav>{LONG}");
        assert_eq!(kept_texts(decide, &page, &["Three boats"]).len(), 6);
        assert_eq!(kept_texts(decide, &page, &["Of wood", "Of steel"]).len(), 2);
        let linked = page.replace("Three boats", "<a href=#>Three boats</a>");
        assert_eq!(kept_texts(decide, &linked, &["Three boats"]).len(), 5);
        let apart = page.replace("boats</p>", "boats</p>Of boats");
        assert_eq!(kept_texts(decide, &apart, &["Three boats"]).len(), 6);
    }

    #[test]
    fn a_table_of_contents_with_a_heading_line_is_removed() {
        let page = format!("<p><b>Sommaire</b></p>{LIST}{LONG}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 2);
        let short = "<ul><li><a href=#a>One</a><li><a href=#b>Two</a></ul>";
        let page = format!("<p>In this article</p>{short}{LONG}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 2);
    }

    #[test]
    fn lists_with_other_links_or_few_links_are_not_contents() {
        let list = LIST.replace("#c", "/c");
        assert_eq!(
            kept_texts(decide, &format!("{list}{LONG}"), &["Of wood"]).len(),
            4
        );
        let short = "<ul><li><a href=#a>One</a><li><a href=#b>Two</a></ul>";
        assert_eq!(
            kept_texts(decide, &format!("{short}{LONG}"), &["Two"]).len(),
            3
        );
    }
}
