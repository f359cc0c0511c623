//! Removes excluded subtrees.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};

pub(in crate::select) const ID: RuleId = RuleId::new("excluded");

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { signals, .. } = case;
    for i in 0..signals.len() {
        if let Some(reason) = signals.excluded[signals.blocks[i].container.index()] {
            decisions.remove_kept(i, reason, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn navigation_inside_the_root_is_removed() {
        let of = ruled(&format!(
            "<main>{LONG}<nav><a href=/a>Boats</a></nav>{LONG}</main>"
        ));
        assert_eq!(of.decisions.get(1), Some(Reason::Navigation));
        assert_eq!(of.decisions.by(1), Some(ID));
    }
}
