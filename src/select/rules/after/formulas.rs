//! Keeps blocks that consist of formulas, on which the model doesn't run, together with their table
//! row.

use crate::page::Tag;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::ANCESTORS;

pub(in crate::select) const ID: RuleId = RuleId::new("formulas");

/// Maximum blocks of a row with a formula: the formula, its number, and cells for alignment.
const MAX_ROW_BLOCKS: usize = 4;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !block.is_formula(page) || signals.excluded[block.container.index()].is_some() {
            continue;
        }
        let row = page
            .inclusive_ancestors(block.container)
            .take(ANCESTORS)
            .find(|&a| page.tag(a) == Tag::Tr)
            .map(|row| signals.blocks_in(page, row))
            .filter(|row| row.len() <= MAX_ROW_BLOCKS);
        for j in row.unwrap_or(i..i + 1) {
            let is_weak = matches!(
                decisions.get(j),
                Some(Reason::BelowThreshold | Reason::Byline)
            );
            if is_weak && !decisions.is_certain(j) {
                decisions.set(j, None, ID);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    const MATH: &str = "<math><mi>s</mi><mo>=</mo><mi>t</mi></math>";

    /// Returns how many blocks after the first are kept, if all of them were removed before.
    fn kept(body: &str, reason: Reason) -> usize {
        let of = ruled(body);
        let mut decisions = Decisions::new(of.signals.len());
        for i in 1..of.signals.len() {
            decisions.set(i, Some(reason), RuleId::new("test"));
        }
        of.run(decide, &mut decisions);
        (1..of.signals.len())
            .filter(|&i| decisions.keeps(i))
            .count()
    }

    #[test]
    fn a_formula_without_words_is_restored() {
        let page = format!("{LONG}<p>{MATH}</p><p>where</p>");
        assert_eq!(kept(&page, Reason::BelowThreshold), 1);
        assert_eq!(kept(&page, Reason::Advert), 0);
        let menu = format!("{LONG}{LONG}<nav>{MATH}</nav>");
        assert_eq!(kept(&menu, Reason::BelowThreshold), 0);
    }

    #[test]
    fn the_number_in_the_row_of_a_formula_is_restored() {
        let page = format!("{LONG}<table><tr><td>{MATH}<td>(1)<tr><td>x</table>");
        assert_eq!(kept(&page, Reason::BelowThreshold), 2);
    }
}
