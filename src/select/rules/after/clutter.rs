//! Removes lines about the page instead of its subject: dates of changes, reading times, and texts
//! of players, images, and embeds.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;
use crate::vocabulary::{Clutter, clutter};

pub(in crate::select) const ID: RuleId = RuleId::new("clutter");

/// Maximum lines with dates of changes or reading times on a page; set by hand: one of each above
/// the text and below it. At 0, these lines are never removed.
const MAX_FACTS: usize = 4;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let len = signals.len();
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    let found: Vec<(usize, Clutter)> = (0..len)
        .filter(|&i| decisions.keeps(i))
        .filter_map(|i| Some((i, clutter(&signals.texts[i])?)))
        .collect();
    let is_fact = |kind: Clutter| matches!(kind, Clutter::Updated | Clutter::ReadingTime);
    let facts = found.iter().filter(|&&(_, kind)| is_fact(kind)).count();
    for (i, kind) in found {
        // In the middle of the text, a line with a date is the heading of an update on that day. If
        // many items have such a line, the page is a list of them.
        if is_fact(kind) && ((first + 1..last).contains(&i) || facts > MAX_FACTS) {
            continue;
        }
        if signals.blocks[i].heading_level(page).is_some() {
            continue;
        }
        let reason = match kind {
            Clutter::Updated | Clutter::ReadingTime => Reason::Byline,
            Clutter::Consent => Reason::Form,
            Clutter::Image | Clutter::Player => Reason::Navigation,
        };
        let block = &signals.blocks[i];
        if kind == Clutter::Image && block.media > 0 {
            let texts = block.leaves.iter().filter(|&&leaf| page.is_text(leaf));
            texts.for_each(|&leaf| decisions.remove_element(leaf, reason, ID));
        } else {
            decisions.set(i, Some(reason), ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn modification_dates_and_interface_texts_are_removed() {
        let left = |before: &str, inside: &str, after: &str| {
            let page = format!("{before}{LONG}{inside}{LONG}{after}");
            kept_texts(decide, &page, &[]).len()
        };
        let changed = "<p>Last modified on 3 May 2026.</p>";
        assert_eq!(left(changed, "", changed), 3);
        // The heading of the update.
        assert_eq!(left("", changed, ""), 4);
        let expand = "<figure><img src=a.jpg width=600 height=400></figure><p>Expand picture</p>";
        assert_eq!(left("", expand, ""), 4);
        let both =
            "<div><a href=a.jpg><img src=a.jpg width=600 height=400></a> Expand picture</div>";
        assert_eq!(left("", both, ""), 4);
        let video = "<p>Your browser does not support the video tag.</p>";
        assert_eq!(left("", video, ""), 3);
    }

    #[test]
    fn a_page_with_many_modification_dates_keeps_them() {
        let changed = "<p>Last modified on 3 May 2026.</p>";
        let left = |before: usize, after: usize| {
            let (before, after) = (changed.repeat(before), changed.repeat(after));
            kept_texts(decide, &format!("{before}{LONG}{LONG}{after}"), &[]).len()
        };
        assert_eq!(left(2, 2), 3);
        assert_eq!(left(2, 3), 8);
    }
}
