//! Removes the path to the page, "Home > News >", where it stands above the title.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;

pub(in crate::select) const ID: RuleId = RuleId::new("breadcrumbs");

/// The most that a path says, in characters, and its least number of parts: with looser ones a
/// standfirst with a mark in it goes, with stricter ones long paths stay.
const LONGEST_PATH: f32 = 160.0;
const PARTS: usize = 3;

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
    for i in 0..head {
        let block = &signals.blocks[i];
        let parts = signals.texts[i].split(['>', '›', '»', '→']);
        let is_path = block.links >= 1
            && block.length <= LONGEST_PATH
            && parts.filter(|p| !p.trim().is_empty()).count() >= PARTS
            && block.heading_level(page).is_none();
        if is_path {
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
}
