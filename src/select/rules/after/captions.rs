//! Gives captions the same outcome as their images. A caption that the logits reject is shown, but
//! isn't part of the text.

use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};

pub(in crate::select) const ID: RuleId = RuleId::new("captions");

/// Maximum ancestors of a block that are searched for its caption. With fewer, captions in nested
/// wrappers count as text.
const MAX_LEVELS: usize = 4;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let text = |i: usize| signals.blocks[i].tokens > 0;
    if !(0..signals.len()).any(|i| text(i) && decisions.keeps(i)) {
        return;
    }
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !is_caption(page, block) || !text(i) {
            continue;
        }
        let figure = page
            .ancestors(block.container)
            .find(|&id| page.tag(id) == Tag::Figure);
        let Some(figure) = figure else { continue };
        let image = signals
            .blocks_in(page, figure)
            .find(|&j| !text(j) && signals.blocks[j].media > 0);
        if let Some(image) = image
            && decisions.get(i) != decisions.get(image)
        {
            decisions.set(i, decisions.get(image), ID);
            if decisions.keeps(i) {
                decisions.mark_caption(i);
            }
        }
    }
}

/// Returns whether a block is in the caption of a figure.
pub(super) fn is_caption(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(MAX_LEVELS)
        .any(|id| page.tag(id) == Tag::Figcaption)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    #[test]
    fn a_caption_stays_with_its_image() {
        let figure = "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>";
        let page = format!("{LONG}{figure}{LONG}");
        let kept = kept_texts(decide, &page, &["The harbour"]);
        assert!(kept.contains(&"The harbour".to_owned()), "{kept:?}");
    }

    #[test]
    fn a_caption_rejected_by_the_model_is_not_text() {
        let figure = "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>";
        let of = ruled(&format!("{LONG}{figure}{LONG}"));
        let caption = of
            .signals
            .texts
            .iter()
            .position(|text| text == "The harbour");
        let caption = caption.unwrap();
        let marked = |reason: Option<Reason>| {
            let mut decisions = Decisions::new(of.signals.len());
            decisions.set(caption, reason, RuleId::new("test"));
            of.run(decide, &mut decisions);
            decisions.is_caption(caption)
        };
        assert!(marked(Some(Reason::BelowThreshold)));
        assert!(!marked(None));
    }
}
