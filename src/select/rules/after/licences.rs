//! Removes the box below the text in which blog themes give its title, author, dates, address and
//! licence.

use std::ops::{Range, RangeInclusive};

use crate::page::Page;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;
use crate::select::signals::Signals;
use crate::vocabulary::is_labelled;

pub(in crate::select) const ID: RuleId = RuleId::new("licences");

/// Characters of such a box at most, its blocks, and of these the labelled ones at least; set by
/// hand. Where more have to be labelled than a box has, the rule is off.
const LONGEST_BOX: f32 = 500.0;
const LINES: RangeInclusive<usize> = 2..=24;
const LABELLED: usize = 2;

/// Part of a licence's address.
const LICENCES: &str = "creativecommons.org/";

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    for node in page.subtree(page.body()) {
        let range = signals.blocks_in(page, node);
        // Text that comes after it makes it a part of the text.
        if !LINES.contains(&range.len()) || range.start <= first || range.end <= last {
            continue;
        }
        if is_about_the_post(page, signals, range.clone()) {
            for i in range {
                decisions.remove_kept(i, Reason::Frame, ID);
            }
        }
    }
}

/// Returns whether blocks that stand together are labelled and short, and name a licence.
#[inline(never)]
fn is_about_the_post(page: &Page, signals: &Signals, range: Range<usize>) -> bool {
    let blocks = || range.clone().map(|i| &signals.blocks[i]);
    let lines = signals.texts.range(range.clone());
    blocks().map(|b| b.length).sum::<f32>() <= LONGEST_BOX
        && blocks().any(|b| b.targets(page).any(|link| link.contains(LICENCES)))
        && lines.filter(|line| is_labelled(line)).count() >= LABELLED
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, mended};

    #[test]
    fn what_a_theme_says_of_the_post_goes() {
        let box_of = "<ul><li>Post author: Ann Other<li>Post link: <a href=/f>example.org/f</a>\
            <li>Copyright notice: <a href=https://creativecommons.org/licenses/by/4.0/>BY</a></ul>";
        let left = |page: &str| mended(decide, page, &[]).len();
        assert_eq!(left(&format!("{LONG}{box_of}")), 2);
        assert_eq!(left(&format!("{LONG}{box_of}{LONG}")), 6);
        let other = box_of.replace("creativecommons.org", "example.org");
        assert_eq!(left(&format!("{LONG}{other}")), 5);
    }

    #[test]
    fn a_licence_without_labels_is_text() {
        let box_of = "<ul><li>Ann Other wrote it<li><a href=/f>example.org/f</a>\
            <li><a href=https://creativecommons.org/licenses/by/4.0/>BY</a></ul>";
        assert_eq!(mended(decide, &format!("{LONG}{box_of}"), &[]).len(), 5);
    }
}
