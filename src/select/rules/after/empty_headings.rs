//! Removes headings that a rule rejected and that have no kept content below them.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::rules::headings_without_text;

pub(in crate::select) const ID: RuleId = RuleId::new("empty-headings");

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for (i, reason) in headings_without_text(page, signals, decisions) {
        if decisions.ruled(i).is_some() {
            decisions.set(i, Some(reason), ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn only_empty_headings_rejected_by_a_rule_are_removed() {
        let of = ruled(&format!("{LONG}<h2>Tides</h2><h3>Fares</h3>"));
        let mut decisions = Decisions::new(3);
        decisions.set(2, Some(Reason::Links), RuleId::new("test"));
        decisions.snapshot_rules();
        decisions.set(2, None, RuleId::new("test"));
        of.run(decide, &mut decisions);
        assert_eq!(
            [1, 2].map(|i| decisions.get(i)),
            [None, Some(Reason::BelowThreshold)]
        );
    }
}
