//! Removes the images of teasers: those with the same link target as removed text beside them.

use crate::page::Page;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("teaser-images");

/// Maximum ancestors of an image that are searched for the text of its teaser, and maximum blocks
/// of a teaser; set by hand. At 0 the rule is off.
const MAX_LEVELS: usize = 4;
const MAX_BLOCKS: usize = 12;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if block.tokens == 0
            && block.media > 0
            && decisions.keeps(i)
            && let Some(reason) = teaser(page, signals, decisions, i)
        {
            decisions.set(i, Some(reason), ID);
        }
    }
}

/// Returns why the text beside an image with the same link target was removed.
fn teaser(page: &Page, signals: &Signals, decisions: &Decisions, i: usize) -> Option<Reason> {
    let target = signals.blocks[i].targets(page).next()?;
    for around in page.ancestors(signals.blocks[i].leaves[0]).take(MAX_LEVELS) {
        let range = signals.blocks_in(page, around);
        let text = || range.clone().filter(|&j| signals.blocks[j].tokens > 0);
        // On many pages, the title links to its own article too.
        let is_own = |j: usize| {
            matches!(
                decisions.get(j),
                None | Some(Reason::Title | Reason::Byline)
            )
        };
        if range.len() > MAX_BLOCKS || text().any(is_own) {
            return None;
        }
        let mut same = text().filter(|&j| signals.blocks[j].targets(page).any(|t| t == target));
        if let Some(j) = same.next() {
            return decisions.get(j);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    #[test]
    fn the_image_of_a_teaser_is_removed_with_its_text() {
        let left = |picture: &str| {
            let text = "<p><a href=/tides>Tides</a></p>";
            let page = format!("{LONG}<div><div>{picture}</div>{text}</div>{LONG}");
            kept_texts(decide, &page, &["Tides"]).len()
        };
        assert_eq!(left("<a href=/tides><img src=a.jpg></a>"), 3);
        assert_eq!(left("<a href=/a.jpg><img src=a.jpg></a>"), 4);
        assert_eq!(left("<img src=a.jpg>"), 4);
    }

    #[test]
    fn the_image_above_the_title_is_not_a_teaser() {
        let lead = "<div><a href=#top><img src=a.jpg></a></div>";
        let title = "<h1><a href=#top>The ferry sails again</a></h1>";
        let of = ruled(&format!("<header>{lead}{title}</header>{LONG}{LONG}"));
        let mut decisions = Decisions::new(of.signals.len());
        decisions.set(1, Some(Reason::Title), RuleId::new("test"));
        decide(&of.case(), &mut decisions);
        assert!(decisions.keeps(0));
    }
}
