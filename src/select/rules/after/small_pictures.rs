//! Removes icon-sized images above the text and below it: avatars, logos, badges.

use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("small-pictures");

/// Maximum sides in px of an avatar or a logo: the sizes that themes give avatars are 32 and 48. At
/// 0 the rule is off.
const SMALL: f32 = 48.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let len = signals.len();
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    for i in (0..first).chain(last + 1..len) {
        let block = &signals.blocks[i];
        if block.tokens == 0 && block.media > 0 && block.leaves.iter().all(|&l| is_small(page, l)) {
            decisions.remove_kept(i, Reason::BelowThreshold, ID);
        }
    }
}

/// Returns whether a leaf shows no more than an icon. Without layout its attributes decide.
fn is_small(page: &Page, leaf: NodeId) -> bool {
    if page.is_text(leaf) {
        return true;
    }
    let stated = |attr| page.attr(leaf, attr).and_then(decimal::number);
    let sides = match page.rect(leaf) {
        Some(rect) => Some((rect.width, rect.height)),
        None => stated(Attr::Width).zip(stated(Attr::Height)),
    };
    sides.is_some_and(|(width, height)| width <= SMALL && height <= SMALL)
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, mended};

    #[test]
    fn an_avatar_above_the_text_goes_and_an_icon_inside_it_stays() {
        let left = |size: u32| {
            let picture = format!("<p><img src=a.png width={size} height={size}></p>");
            mended(
                decide,
                &format!("{picture}{LONG}{picture}{LONG}{picture}"),
                &[],
            )
            .len()
        };
        assert_eq!((left(32), left(64)), (4, 6));
    }
}
