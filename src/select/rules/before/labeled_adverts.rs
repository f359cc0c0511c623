//! Removes boxes that are labeled as ads.
//!
//! The label is a line or the beginning of one. The model doesn't run on these boxes, because ads
//! use the words of articles.

use std::ops::Range;

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, begun_box, decide_certain};
use crate::vocabulary::labels_advert;

pub(in crate::select) const ID: RuleId = RuleId::new("labeled-adverts");

/// Maximum length of a box below its label, in characters. With more, texts with a stray label are
/// removed.
const MAX_ADVERT_CHARS: f32 = 400.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !page.is_text(block.leaves[0]) || !labels_advert(page.text(block.leaves[0])) {
            continue;
        }
        let advert = if labels_advert(&signals.texts[i]) {
            begun_box(page, signals, i)
        } else {
            (block.link_density() >= LINKED).then_some(i..i + 1)
        };
        let is_short = |range: &Range<usize>| {
            let blocks = &signals.blocks[range.clone()];
            blocks.iter().map(|b| b.length).sum::<f32>() <= MAX_ADVERT_CHARS
        };
        if let Some(advert) = advert.filter(is_short) {
            decide_certain(decisions, advert, Reason::Advert, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::select::rules::fixtures::{LONG, certain};

    /// Returns the beginnings of the blocks in these boxes that the rules remove with certainty.
    fn adverts(boxes: &str) -> Vec<String> {
        let text = LONG.repeat(8);
        let removed = certain(&format!("<main>{text}{boxes}{text}</main>"));
        removed.into_iter().map(|(start, _)| start).collect()
    }

    #[test]
    fn a_box_that_starts_with_an_advert_label_is_removed() {
        let offer = "<p>Our backlog tool keeps the order of your day.";
        let labeled = format!("<div><p>Sponsored{offer}</div>");
        assert_eq!(adverts(&labeled), ["Sponsore", "Our back"]);
        // A label at the end of a box, or at the beginning of a long one, doesn't describe the box.
        assert!(adverts(&format!("<div>{offer}<p>Sponsored</div>")).is_empty());
        let long = format!("<div><p>Sponsored{}</div>", LONG.repeat(4));
        assert!(adverts(&long).is_empty());
    }

    #[test]
    fn long_boxes_are_not_adverts_even_in_long_articles() {
        let text = LONG.repeat(30);
        let is_removed = |paragraphs: usize| {
            let labeled = format!("<div><p>Sponsored{}</div>", LONG.repeat(paragraphs));
            !certain(&format!("<main>{text}{labeled}{text}</main>")).is_empty()
        };
        assert!(is_removed(1));
        assert!(!is_removed(4));
    }

    #[test]
    fn a_line_of_links_after_an_advert_label_is_removed() {
        let line = "<aside><span>広告</span><a href=/shop>文具の部屋ストアで見る</a></aside>";
        assert_eq!(adverts(line), ["広告文具の部屋ス"]);
        assert!(adverts("<p><b>Werbung</b> wirkt, sagt der Kapitän.").is_empty());
    }
}
