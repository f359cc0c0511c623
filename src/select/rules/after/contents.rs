//! Keeps or removes a table of contents as a whole, with the line above it. If that line names it
//! as contents, it's removed, because views have their own.

use std::ops::Range;

use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::{Block, LINKED, NEARLY_ALL_LINKS};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::vocabulary::{Remark, remarks};

pub(in crate::select) const ID: RuleId = RuleId::new("contents");

/// Minimum entries of a table of contents, and of one below a line that names it. With fewer, a
/// link back to the top is mistaken for one.
const MIN_ENTRIES: usize = 3;
const MIN_ENTRIES_NAMED: usize = 2;

/// Maximum length of the line above, such as "Contents", and of one that names the contents, in
/// characters; set by hand.
const MAX_LINE_CHARS: f32 = 40.0;
const MAX_NAMED_CHARS: f32 = 60.0;

/// Maximum length of an entry in a line of its own, in characters.
const MAX_ENTRY_CHARS: f32 = 120.0;

/// Maximum elements around a list that contain nothing else.
const MAX_LEVELS: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let is_heading = |i: &usize| signals.blocks[*i].heading_level(page).is_some();
    let headings = (0..signals.len()).filter(is_heading);
    let mut headings: Vec<&str> = headings.map(|i| bare(&signals.texts[i])).collect();
    headings.sort_unstable();
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
        let is_named = line.is_some_and(|i| {
            names_contents(page, signals, i)
                || range.len() >= MIN_ENTRIES && lists_headings(&headings, signals, range.clone())
        });
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
    for i in 0..signals.len() {
        for j in unlisted(page, signals, i).unwrap_or_default() {
            decisions.remove_kept(j, Reason::Navigation, ID);
        }
    }
}

/// Returns a text without the number before it and symbols around it.
fn bare(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphabetic())
        .trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// Returns whether blocks are headings of the page, given as a sorted list.
fn lists_headings(headings: &[&str], signals: &Signals, range: Range<usize>) -> bool {
    let mut entries = signals.texts.range(range);
    entries.all(|entry| headings.binary_search(&bare(entry)).is_ok())
}

/// Returns the short line directly before a list in the same box. It must be neither a link nor a
/// heading, because a heading of the page is kept with its section, nor the `summary` of a
/// collapsed list.
fn line_above(page: &Page, signals: &Signals, list: NodeId) -> Option<usize> {
    let own = signals.blocks_in(page, list);
    let around = page.inclusive_ancestors(list).take(MAX_LEVELS);
    let mut around = around.take_while(|&n| signals.blocks_in(page, n) == own);
    let blocks = signals.blocks_in(page, around.find_map(|n| page.element_before(n))?);
    let block = signals.blocks.get(blocks.start)?;
    let is_plain = block.link_density() == 0.0 && !is_head(page, block);
    let is_short = block.length <= MAX_LINE_CHARS || names_contents(page, signals, blocks.start);
    (blocks.len() == 1 && is_plain && is_short).then_some(blocks.start)
}

fn is_head(page: &Page, block: &Block) -> bool {
    block.heading_level(page).is_some() || page.tag(block.container) == Tag::Summary
}

/// Returns whether a short line without links, which isn't a heading, names a table of contents.
fn names_contents(page: &Page, signals: &Signals, i: usize) -> bool {
    let block = &signals.blocks[i];
    block.link_chars == 0
        && block.length <= MAX_NAMED_CHARS
        && !is_head(page, block)
        && signals.remarks(i).has(Remark::Contents)
}

/// Returns the blocks of a table of contents that isn't a list: a line that begins with its name,
/// followed by links to the same page in the same line or in lines of their own.
fn unlisted(page: &Page, signals: &Signals, i: usize) -> Option<Range<usize>> {
    let block = &signals.blocks[i];
    if names_contents(page, signals, i) {
        let is_entry = |j: &usize| {
            let block = &signals.blocks[*j];
            block.heading_level(page).is_none()
                && block.length <= MAX_ENTRY_CHARS
                && leads_down(page, block, LINKED)
        };
        let count = (i + 1..signals.len()).take_while(is_entry).count();
        return (count >= MIN_ENTRIES_NAMED).then_some(i..i + 1 + count);
    }
    let is_linked = |leaf: NodeId| {
        let mut around = page.ancestors(leaf).take_while(|&n| n != block.container);
        around.any(|n| page.tag(n).is_link())
    };
    let is_one = block.links as usize >= MIN_ENTRIES_NAMED
        && block.targets(page).all(|target| target.starts_with('#'));
    if !is_one {
        return None;
    }
    let unlinked = block.leaves.iter().filter(|&&leaf| !is_linked(leaf));
    let label: String = unlinked.map(|&leaf| page.text(leaf)).collect();
    remarks(&label).is(Remark::Contents).then_some(i..i + 1)
}

/// Returns whether blocks consist only of links to the same page.
fn is_contents(page: &Page, signals: &Signals, range: Range<usize>) -> bool {
    let mut blocks = signals.blocks[range].iter();
    blocks.all(|block| leads_down(page, block, NEARLY_ALL_LINKS))
}

/// Returns whether a block has at least this share of links, all to the same page.
fn leads_down(page: &Page, block: &Block, min_share: f32) -> bool {
    let mut targets = block.targets(page).peekable();
    block.link_density() >= min_share
        && targets.peek().is_some()
        && targets.all(|target| target.starts_with('#'))
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
        let line = "<p>Was Sie in diesem Artikel lesen:</p>";
        let page = format!("<div>{line}<div>{short}</div></div>{LONG}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 2);
    }

    #[test]
    fn a_table_of_contents_without_a_list_is_removed() {
        let links = "<a href=#a>Old boats</a> | <a href=#b>New boats</a>";
        let kept = |body: &str| kept_texts(decide, &format!("{body}{LONG}"), &[]).len();
        assert_eq!(kept(&format!("<p><b>Jump to:</b> {links}</p>")), 2);
        assert_eq!(
            kept(&format!("<p>In this article, {links} are compared</p>")),
            3
        );
        assert_eq!(kept(&format!("<p><b>Kapitel</b><br>{links}</p>")), 2);
        let lines = "<p><a href=#a>Old boats</a></p><p><a href=#b>New boats</a></p>";
        assert_eq!(kept(&format!("<p>Sommaire</p>{lines}")), 2);
        assert_eq!(kept(&format!("<p>Boats</p>{lines}")), 5);
        let heading = "<h2><a href=#a>Old boats</a></h2>";
        assert_eq!(kept(&format!("<p>Sommaire</p>{lines}{heading}")), 3);
    }

    #[test]
    fn a_table_of_contents_with_the_headings_of_the_page_is_removed() {
        let section = |name: &str| format!("<h2>{name}</h2>{LONG}");
        let names = ["Old boats", "Of wood", "Of steel"];
        let sections = names.map(section).concat();
        let list = names.map(|name| format!("<li><a href=#a>{name}</a>"));
        let kept = |line: &str| {
            let page = format!("{line}<ol>{}</ol>{sections}", list.concat());
            kept_texts(decide, &page, &[]).len()
        };
        assert_eq!(kept("<p><b>What you will read</b></p>"), 1 + 6);
        assert_eq!(kept(""), 1 + 6 + 3);
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
