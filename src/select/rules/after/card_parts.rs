//! Keeps the title and the image of a link around several blocks if its text is kept, because all
//! parts of a card have the same subject.

use crate::page::Tag;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::common::TEXT;
use crate::select::rules::kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("card-parts");

/// Maximum blocks of a card. With more, a link around a whole story is mistaken for one.
const MAX_CARD_BLOCKS: usize = 6;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    // Below the text, cards lead to other pages.
    let Some((_, last)) = kept_text(signals, decisions) else {
        return;
    };
    let mut done = page.body();
    for i in 0..last {
        let block = &signals.blocks[i];
        let is_text = decisions.keeps(i) && block.length >= TEXT;
        if !is_text || block.links == 0 || block.leaves[0] < done {
            continue;
        }
        let mut around = page.ancestors(block.leaves[0]).take(MAX_LEVELS);
        let Some(card) = around.find(|&n| page.tag(n) == Tag::A) else {
            continue;
        };
        done = page.end(card);
        let range = signals.blocks_in(page, card);
        if range.len() > MAX_CARD_BLOCKS || range.end > last {
            continue;
        }
        for i in range {
            let is_weak = matches!(
                decisions.get(i),
                Some(Reason::Links | Reason::BelowThreshold)
            );
            if is_weak && !decisions.is_certain(i) {
                decisions.set(i, None, ID);
            }
        }
    }
}

/// Maximum ancestors of a card's text that are searched for its link.
const MAX_LEVELS: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn cards_are_completed_within_the_text_but_not_below_it() {
        let card = "<a href=/mill><div>The mill</div><div>It turns on every day on which the water is \
            high enough for its wheel, and it grinds the corn of the valley.</div></a>";
        let outcomes = |page: &str, title: usize| {
            let of = ruled(page);
            let mut decisions = Decisions::new(of.signals.len());
            decisions.set(title, Some(Reason::Links), RuleId::new("test"));
            of.run(decide, &mut decisions);
            decisions.get(title)
        };
        assert_eq!(outcomes(&format!("{LONG}</p>{card}{LONG}"), 1), None);
        assert_eq!(
            outcomes(&format!("{LONG}{LONG}</p>{card}"), 2),
            Some(Reason::Links)
        );
    }
}
