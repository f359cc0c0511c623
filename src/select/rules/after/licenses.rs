//! Removes the box below the text in which blog themes show its title, author, dates, URL, and
//! license.

use std::ops::{Range, RangeInclusive};

use crate::page::Page;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;
use crate::select::signals::Signals;
use crate::vocabulary::is_labeled;

pub(in crate::select) const ID: RuleId = RuleId::new("licenses");

/// Maximum characters of this box, its number of blocks, and the minimum number of labeled ones;
/// set by hand. If more labels are required than a box can have, the rule is off.
const MAX_BOX_CHARS: f32 = 500.0;
const BOX_BLOCKS: RangeInclusive<usize> = 2..=24;
const MIN_LABELED: usize = 2;

/// Part of the URL of a license.
const LICENSE_URL_PART: &str = "creativecommons.org/";

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    for node in page.subtree(page.body()) {
        let range = signals.blocks_in(page, node);
        // If text follows, the box is part of the text.
        if !BOX_BLOCKS.contains(&range.len()) || range.start <= first || range.end <= last {
            continue;
        }
        if is_about_the_post(page, signals, range.clone()) {
            for i in range {
                decisions.remove_kept(i, Reason::Frame, ID);
            }
        }
    }
}

/// Returns whether adjacent blocks are labeled and short, and include a link to a license.
#[inline(never)]
fn is_about_the_post(page: &Page, signals: &Signals, range: Range<usize>) -> bool {
    let blocks = || range.clone().map(|i| &signals.blocks[i]);
    let lines = signals.texts.range(range.clone());
    blocks().map(|b| b.length).sum::<f32>() <= MAX_BOX_CHARS
        && blocks().any(|b| b.targets(page).any(|link| link.contains(LICENSE_URL_PART)))
        && lines.filter(|line| is_labeled(line)).count() >= MIN_LABELED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn the_license_box_of_a_theme_is_removed() {
        let box_of = "<ul><li>Post author: Ann Other<li>Post link: <a href=/f>example.org/f</a>\
            <li>Copyright notice: <a href=https://creativecommons.org/licenses/by/4.0/>BY</a></ul>";
        let left = |page: &str| kept_texts(decide, page, &[]).len();
        assert_eq!(left(&format!("{LONG}{box_of}")), 2);
        assert_eq!(left(&format!("{LONG}{box_of}{LONG}")), 6);
        let other = box_of.replace("creativecommons.org", "example.org");
        assert_eq!(left(&format!("{LONG}{other}")), 5);
    }

    #[test]
    fn a_license_without_labels_is_text() {
        let box_of = "<ul><li>Ann Other wrote it<li><a href=/f>example.org/f</a>\
            <li><a href=https://creativecommons.org/licenses/by/4.0/>BY</a></ul>";
        assert_eq!(kept_texts(decide, &format!("{LONG}{box_of}"), &[]).len(), 5);
    }
}
