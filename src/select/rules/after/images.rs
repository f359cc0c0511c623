//! Decides about images without text, on which the model doesn't run. They are kept between kept
//! blocks, next to a kept block if the rules keep them, and directly after a kept sibling unless
//! they are links. If no text is kept, no image is.

use crate::page::Page;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("images");

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let len = signals.len();
    let text = |i: usize| signals.blocks[i].tokens > 0;
    let kept: Vec<bool> = (0..len).map(|i| text(i) && decisions.keeps(i)).collect();
    let Some(last) = kept.iter().rposition(|&kept| kept) else {
        for i in (0..len).filter(|&i| !signals.blocks[i].is_formula(page)) {
            decisions.remove_kept(i, Reason::BelowThreshold, ID);
        }
        return;
    };
    // Per block: true if the next block with text is kept.
    let mut below = vec![false; len];
    for i in (1..len).rev() {
        below[i - 1] = if text(i) { kept[i] } else { below[i] };
    }
    let mut above = false;
    let mut parent = None;
    for i in 0..len {
        if text(i) {
            above = kept[i];
            parent = page.parent(signals.blocks[i].container);
            continue;
        }
        if signals.blocks[i].is_formula(page) {
            continue;
        }
        let outcome = match decisions.ruled(i) {
            None if above || below[i] || i < last => None,
            None => Some(Reason::BelowThreshold),
            Some(Reason::BelowThreshold)
                if above
                    && page.parent(signals.blocks[i].container) == parent
                    && signals.blocks[i].targets(page).next().is_none() =>
            {
                None
            }
            ruled if above && below[i] && may_stay(page, signals, i, ruled) => None,
            ruled => ruled,
        };
        if outcome != decisions.get(i) {
            decisions.set(i, outcome, ID);
        }
    }
}

/// Returns whether an image that a rule removed may be kept between two kept blocks.
fn may_stay(page: &Page, signals: &Signals, i: usize, ruled: Option<Reason>) -> bool {
    match ruled {
        Some(Reason::BelowThreshold | Reason::OtherColumn | Reason::Links) => true,
        // Its name is that of an overlay, but it's in the text, such as a video that waits for
        // consent.
        Some(Reason::Overlay) => !page.is_overlay(signals.blocks[i].container),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    const PICTURE: &str = "<div><img src=a.jpg></div>";

    #[test]
    fn images_are_kept_if_the_text_around_them_is() {
        let kept = |body: &str, out: &[&str]| kept_texts(decide, body, out).len();
        let out = ["Imprint"];
        assert_eq!(kept(&format!("{LONG}{PICTURE}"), &[]), 3);
        assert_eq!(kept(&format!("{LONG}<p>Imprint{PICTURE}{LONG}"), &out), 4);
        assert_eq!(kept(&format!("{LONG}<p>Imprint{PICTURE}"), &out), 2);
        assert_eq!(kept(PICTURE, &["The ferry sails again"]), 0);
    }

    #[test]
    fn images_removed_by_rules_are_restored_only_between_paragraphs() {
        let kept = |reason: Reason, after: &str| {
            let of = ruled(&format!("{LONG}{PICTURE}{after}"));
            let mut decisions = Decisions::new(of.signals.len());
            decisions.set(1, Some(reason), RuleId::new("test"));
            decisions.snapshot_rules();
            of.run(decide, &mut decisions);
            decisions.keeps(1)
        };
        assert!(kept(Reason::Links, LONG));
        assert!(!kept(Reason::Links, ""));
        assert!(!kept(Reason::Advert, LONG));
        // Its name is that of an overlay, but it's in the text.
        assert!(kept(Reason::Overlay, LONG));
    }

    #[test]
    fn an_image_beside_the_last_text_is_restored() {
        let kept = |picture: &str| {
            let of = ruled(&format!("<div>{LONG}{picture}</div><p>Imprint"));
            let mut decisions = Decisions::new(of.signals.len());
            for i in 1..of.signals.len() {
                decisions.set(i, Some(Reason::BelowThreshold), RuleId::new("test"));
            }
            decisions.snapshot_rules();
            of.run(decide, &mut decisions);
            decisions.keeps(1)
        };
        assert!(kept("<p><img src=a.jpg>"));
        assert!(!kept("<div><p><img src=a.jpg></div>"));
        assert!(!kept("<p><a href=/app><img src=a.jpg></a>"));
    }
}
