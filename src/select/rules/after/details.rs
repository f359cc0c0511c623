//! Keeps the `summary` of a `details` if some of its text is kept; otherwise removes it.

use crate::page::Tag;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::Sums;

pub(in crate::select) const ID: RuleId = RuleId::new("details");

/// Maximum blocks of a summary; set by hand. A longer one is the text itself. At 0 the rule is off.
const MAX_SUMMARY_BLOCKS: usize = 8;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let is_text = |i: usize| signals.blocks[i].tokens > 0;
    let kept = Sums::new(signals, |i| {
        f32::from(u8::from(is_text(i) && decisions.keeps(i)))
    });
    for node in page.subtree(page.body()) {
        if page.tag(node) != Tag::Details {
            continue;
        }
        let mut children = page.children(node);
        let Some(summary) = children.find(|&child| page.tag(child) == Tag::Summary) else {
            continue;
        };
        let line = signals.blocks_in(page, summary);
        let all = signals.blocks_in(page, node);
        if line.len() > MAX_SUMMARY_BLOCKS {
            continue;
        }
        if kept.of(&all) > kept.of(&line) {
            for i in line {
                if !matches!(decisions.get(i), None | Some(Reason::Form)) {
                    decisions.set(i, None, ID);
                }
            }
        } else if let Some(reason) = (line.end < all.end).then(|| decisions.get(line.end)) {
            for i in line {
                decisions.remove_kept(i, reason.unwrap_or(Reason::BelowThreshold), ID);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn a_summary_is_kept_or_removed_with_its_details() {
        let page = format!(
            "{LONG}<details open><summary>Tides</summary><p>High at noon.</p></details>{LONG}"
        );
        let summary = |out: &[&str]| kept_texts(decide, &page, out).contains(&"Tides".to_owned());
        assert!(summary(&["Tides"]));
        assert!(!summary(&["High at noon."]));
        assert!(!summary(&["Tides", "High at noon."]));
    }
}
