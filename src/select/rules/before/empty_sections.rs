//! Removes headings without any kept content below them.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::rules::headings_without_text;

pub(in crate::select) const ID: RuleId = RuleId::new("empty-sections");

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for (i, reason) in headings_without_text(page, signals, decisions) {
        decisions.set(i, Some(reason), ID);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn a_heading_is_removed_with_the_list_below_it() {
        let text = LONG.repeat(3);
        let of = ruled(&format!(
            "<h1>The ferry sails again</h1><main>{text}<h2>Fares of the old harbour company, as they were before the war and for some years \
             after it, with all tolls, dues and gifts</h2><ul><li><a href=/a>Boats</a><li><a href=/b>Fares</a></ul></main>"
        ));
        assert_eq!(of.decisions.get(4), Some(Reason::Links));
        assert_eq!(of.decisions.by(4), Some(ID));
    }

    #[test]
    fn a_heading_above_a_subheading_with_text_is_kept() {
        let text = LONG.repeat(3);
        let of = ruled(&format!(
            "<h1>The ferry sails again</h1><main>{text}<h2>Fares</h2><h3>Boats</h3>{text}</main>"
        ));
        assert!(of.decisions.keeps(4) && of.decisions.keeps(5));
    }
}
