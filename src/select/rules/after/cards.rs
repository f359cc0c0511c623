//! Removes cards for other pages of the site below the text, with the heading above them. These are
//! teasers of which only links and images are left.

use std::ops::Range;

use crate::page::{NodeId, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::LINKED;

pub(in crate::select) const ID: RuleId = RuleId::new("cards");

/// Minimum number of teasers in a list. With fewer, a section with a linked heading is removed.
const MIN_TEASERS: usize = 2;

/// Minimum length of the kept text before them, in characters. If the text is shorter, or shorter
/// than the teasers, they are the content of the page.
const MIN_TEXT_BEFORE: f32 = 100.0;

/// Returns whether all blocks from `first` on are in other `article`s than the title.
fn are_articles(case: &Case<'_>, first: usize) -> bool {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let article = |node: NodeId| {
        let mut around = page.ancestors(node);
        around.find(|&n| page.tag(n) == Tag::Article)
    };
    let Some(own) = metadata.title_node.and_then(article) else {
        return false;
    };
    let is_other = |i: usize| {
        let leaf = signals.blocks[i].leaves[0];
        leaf >= page.end(own) && article(leaf).is_some()
    };
    first < signals.len()
        && (first..signals.len())
            .filter(|&i| signals.blocks[i].tokens > 0)
            .take(MAX_BLOCKS_AFTER)
            .all(is_other)
}

/// Maximum number of following blocks that are checked; those after them are the footer.
const MAX_BLOCKS_AFTER: usize = 4;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let kept = |i: usize| decisions.keeps(i) && signals.blocks[i].tokens > 0;
    let is_text = |i: usize| {
        let block = &signals.blocks[i];
        block.tokens > 0 && block.link_density() < LINKED
    };
    let mut first = signals.len();
    let (mut count, mut torn) = (0, 0);
    for teaser in signals.teasers.iter().rev() {
        if (teaser.end..first).any(kept) {
            break;
        }
        first = teaser.start;
        count += 1;
        let mut texts = teaser.clone().filter(|&i| is_text(i)).peekable();
        let is_torn = texts.peek().is_some() && !texts.any(|i| decisions.keeps(i));
        torn += usize::from(is_torn);
    }
    if count < MIN_TEASERS || 2 * torn < count && !are_articles(case, first) {
        return;
    }
    let heading = first.checked_sub(1);
    let heading = heading.filter(|&i| signals.blocks[i].heading_level(page).is_some());
    let from = heading.unwrap_or(first);
    let length = |blocks: Range<usize>| -> f32 {
        let kept = blocks.filter(|&i| kept(i));
        kept.map(|i| signals.blocks[i].length).sum()
    };
    if metadata.about.list || length(0..from) < MIN_TEXT_BEFORE.max(length(from..signals.len())) {
        return;
    }
    for i in from..signals.len() {
        decisions.remove_kept(i, Reason::Related, ID);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    const CARDS: &str = "<div><h3><a href=/storms>Storms</a></h3><p>Of winter.</p></div>\
        <div><h3><a href=/bread>Bread</a></h3><p>For sailors.</p></div>";

    #[test]
    fn cards_with_only_links_left_are_removed_with_their_heading() {
        let page = format!("{LONG}{LONG}<h2>On</h2>{CARDS}");
        let kept = kept_texts(decide, &page, &["Of winter.", "For sailors."]);
        assert_eq!(kept.len(), 3, "{kept:?}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 8);
    }

    #[test]
    fn cards_above_text_and_pages_of_cards_are_kept() {
        let out = ["Of winter.", "For sailors."];
        let among = format!("{LONG}{CARDS}{LONG}");
        assert_eq!(kept_texts(decide, &among, &out).len(), 5);
        let alone = CARDS.repeat(4);
        assert_eq!(kept_texts(decide, &alone, &out).len(), 9);
    }
}
