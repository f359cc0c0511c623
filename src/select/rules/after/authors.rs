//! Removes the box about the author at the end of the text.

use std::ops::Range;

use crate::page::NodeId;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;

pub(in crate::select) const ID: RuleId = RuleId::new("authors");

/// Maximum share of the kept text in this box, 0 to 1.
const MAX_TEXT_SHARE: f32 = 0.5;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    // On these pages, every comment or item is in a box with its author.
    if metadata.about.discussion || metadata.about.list || metadata.about.product {
        return;
    }
    let kept = |i: usize| decisions.keeps(i) && signals.blocks[i].tokens > 0;
    let Some(last) = (0..signals.len()).rev().find(|&i| kept(i)) else {
        return;
    };
    let named = |node: NodeId| {
        let purpose = signals.hints[node.index()].purpose;
        purpose.map(Reason::from) == Some(Reason::Byline)
    };
    let mut around = page.inclusive_ancestors(signals.blocks[last].container);
    let Some(around) = around.find(|&a| a > page.body() && named(a)) else {
        return;
    };
    let range = signals.blocks_in(page, around);
    let is_other = |node: NodeId| named(node) && !page.contains(around, node);
    let mut others = page.subtree(page.body()).filter(|&node| is_other(node));
    let is_one_of_many = others.any(|node| signals.blocks_in(page, node).any(kept));
    let is_box = range.len() > 1
        && range.clone().any(|i| {
            let block = &signals.blocks[i];
            block.media > 0 || block.heading_level(page).is_some()
        });
    let length = |range: Range<usize>| -> f32 {
        let kept = range.filter(|&i| kept(i));
        kept.map(|i| signals.blocks[i].length).sum()
    };
    if is_box && !is_one_of_many && length(range.clone()) <= MAX_TEXT_SHARE * length(0..range.start)
    {
        for i in range {
            decisions.remove_kept(i, Reason::Byline, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    const BOX: &str =
        "<div class=author-box><h4>Ann Smith</h4><p>Ann Smith lives by the sea.</div>";

    fn left(body: &str) -> usize {
        kept_texts(decide, body, &[]).len()
    }

    #[test]
    fn the_author_box_at_the_end_is_removed() {
        assert_eq!(left(&format!("{LONG}{LONG}{BOX}")), 3);
        assert_eq!(left(&format!("{LONG}{BOX}{LONG}")), 5);
        let plain = BOX.replace("author-box", "end");
        assert_eq!(left(&format!("{LONG}{LONG}{plain}")), 5);
    }

    #[test]
    fn several_author_boxes_and_author_pages_are_kept() {
        assert_eq!(left(&format!("{LONG}{LONG}{BOX}{BOX}")), 7);
        // A page about the author.
        assert_eq!(left(BOX), 3);
    }
}
