//! Removes breadcrumbs, such as "Home > News >", above the title. Between title and text, all but
//! the last part must be links.

use crate::page::Tag;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("breadcrumbs");

/// Maximum length of breadcrumbs, in characters, and minimum number of parts. With looser limits, a
/// standfirst with a separator in it is removed; with stricter ones, long paths are kept.
const MAX_PATH_CHARS: f32 = 160.0;
const MIN_PARTS: usize = 3;

/// Separators between the parts of a path.
const SEPARATORS: [char; 4] = ['>', '›', '»', '→'];

/// Removes lists of links above a block if the last item is the title of the page or marked as the
/// current page.
fn lists(case: &Case<'_>, decisions: &mut Decisions, end: usize) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let title = metadata.title.as_deref().unwrap_or_default().trim();
    let mut done = page.body();
    for i in 0..end {
        let container = signals.blocks[i].container;
        let mut around = page.inclusive_ancestors(container).take(LEVELS);
        let list = around.find(|&n| matches!(page.tag(n), Tag::Ol | Tag::Ul));
        let Some(list) = list.filter(|&list| list >= done) else {
            continue;
        };
        done = page.end(list);
        let range = signals.blocks_in(page, list);
        let Some(last) = range
            .end
            .checked_sub(1)
            .filter(|_| range.len() >= MIN_ITEMS)
        else {
            continue;
        };
        let is_separator = |i: usize| {
            let text = signals.texts[i].trim();
            !text.is_empty() && !text.contains(char::is_alphanumeric)
        };
        let is_linked = |i: usize| {
            signals.blocks[i].links == 1 && signals.blocks[i].link_density() > MIN_LINKED_PART
        };
        let linked = range.clone().filter(|&i| is_linked(i)).count();
        let is_part = |i: usize| is_linked(i) || is_separator(i);
        let is_short = range
            .clone()
            .all(|i| signals.blocks[i].length <= MAX_PATH_CHARS);
        let is_page = !title.is_empty() && signals.texts[last].trim() == title;
        if is_short && is_page && linked > 0 && (range.start..last).all(is_part) {
            for i in range {
                decisions.remove_kept(i, Reason::Navigation, ID);
            }
        }
    }
}

/// Maximum ancestors of a block that are searched for its list.
const LEVELS: usize = 4;

/// Minimum items of these lists, and minimum share of links in an item, 0 to 1.
const MIN_ITEMS: usize = 2;
const MIN_LINKED_PART: f32 = 0.8;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return;
    };
    let head = signals.blocks.partition_point(|b| b.leaves[0] < title);
    let parts = |i: usize, signs: &[char]| {
        let parts = signals.texts[i].split(signs);
        parts.filter(|part| !part.trim().is_empty()).count()
    };
    let text = kept_text(signals, decisions).map_or(head, |(first, _)| first);
    lists(case, decisions, head.max(text));
    for i in 0..head.max(text) {
        let block = &signals.blocks[i];
        let is_path = if i < head {
            block.links >= 1 && parts(i, &SEPARATORS) >= MIN_PARTS
        } else {
            // The slashes of a URL aren't separators.
            let slashes = !signals.texts[i].contains("://");
            let by_slashes = if slashes { parts(i, &['/']) } else { 0 };
            let count = parts(i, &SEPARATORS).max(by_slashes);
            count >= MIN_PARTS && (count - 1..=count).contains(&(block.links as usize))
        };
        if is_path && block.length <= MAX_PATH_CHARS && block.heading_level(page).is_none() {
            decisions.remove_kept(i, Reason::Navigation, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn breadcrumbs_above_the_title_are_removed() {
        let before = |line: &str| {
            let of = ruled(&format!("<p>{line}<h1>The ferry sails again</h1>{LONG}"));
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.get(0)
        };
        let path = "<a href=/>Home</a> &gt; <a href=/b>Boats</a> &gt; Ferries";
        assert_eq!(before(path), Some(Reason::Navigation));
        assert_eq!(before("<a href=/>Boats</a> &gt; all"), None);
        assert_eq!(before("If a > b and b > c, then a > c."), None);
    }

    #[test]
    fn breadcrumbs_below_the_title_consist_of_links() {
        let below = |line: &str| {
            let of = ruled(&format!("<h1>The ferry sails again</h1><p>{line}{LONG}"));
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.get(1)
        };
        let path = "<a href=/>Home</a> / <a href=/b>Boats</a> / Ferries";
        assert_eq!(below(path), Some(Reason::Navigation));
        assert_eq!(below("<a href=/ann>Ann</a> / Photos: Bob / May"), None);
        let post = "Seven sailed. <a href=/t>https://t.example/hcK</a> <a href=/a>@ann</a> <a href=/b>@bob</a>";
        assert_eq!(below(post), None);
    }

    #[test]
    fn a_list_of_links_ending_in_the_title_is_breadcrumbs() {
        let kept = |last: &str| {
            let list = format!("<ul><li><a href=/>Home</a><li><a href=/b>Boats</a><li>{last}</ul>");
            let page = format!("<h1>The ferry sails again</h1>{list}{LONG}");
            let of = ruled(&page);
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            (1..4).filter(|&i| decisions.keeps(i)).count()
        };
        assert_eq!(kept("The ferry sails again"), 0);
        assert_eq!(kept("Ferries"), 3);
    }

    #[test]
    fn separators_in_a_list_are_part_of_the_breadcrumbs() {
        let list = "<ul><li><a href=/>Home</a><li>›<li><b>The ferry sails again</b></ul>";
        let of = ruled(&format!("<h1>The ferry sails again</h1>{list}{LONG}"));
        let mut decisions = Decisions::new(of.signals.len());
        of.run(decide, &mut decisions);
        assert!((1..4).all(|i| !decisions.keeps(i)));
    }
}
