//! Removes the path to the page, "Home > News >", where it stands above the title, or below it and
//! above the text if all but its last part are links.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("breadcrumbs");

/// The most that a path says, in characters, and its least number of parts: with looser ones a
/// standfirst with a mark in it goes, with stricter ones long paths stay.
const LONGEST_PATH: f32 = 160.0;
const PARTS: usize = 3;

/// Signs between the parts of a path.
const SIGNS: [char; 4] = ['>', '›', '»', '→'];

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
    for i in 0..head.max(text) {
        let block = &signals.blocks[i];
        let is_path = if i < head {
            block.links >= 1 && parts(i, &SIGNS) >= PARTS
        } else {
            // The slashes of an address part nothing.
            let slashes = !signals.texts[i].contains("://");
            let by_slashes = if slashes { parts(i, &['/']) } else { 0 };
            let count = parts(i, &SIGNS).max(by_slashes);
            count >= PARTS && (count - 1..=count).contains(&(block.links as usize))
        };
        if is_path && block.length <= LONGEST_PATH && block.heading_level(page).is_none() {
            decisions.remove_kept(i, Reason::Navigation, ID);
        }
    }
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn the_path_to_the_page_goes() {
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
    fn a_path_below_the_title_is_of_links() {
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
}
