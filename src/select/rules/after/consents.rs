//! Removes banners for consent and registration that differ from the article only by their words:
//! boxes without the title and text of the article, whose sentences are about cookies, partners,
//! privacy, and accounts.

use std::ops::Range;

use crate::page::NodeId;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;

pub(in crate::select) const ID: RuleId = RuleId::new("consents");

/// Minimum consent words in a banner, and its maximum characters per word; set by hand. With fewer
/// words, or more characters, an article about privacy is removed if its title is elsewhere.
const MIN_WORDS: u32 = 3;
const MAX_CHARS_PER_WORD: f32 = 200.0;

/// Minimum remaining text, in characters. With less, a page about privacy is removed.
const MIN_REMAINING: f32 = 200.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return;
    };
    let length = |range: &Range<usize>, kept: bool| -> f32 {
        let blocks = range.clone().filter(|&i| !kept || decisions.keeps(i));
        blocks.map(|i| signals.blocks[i].length).sum()
    };
    let all = length(&(0..signals.len()), true);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut i = 0;
    while i < signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.tokens == 0 || page.contains(title, block.first()) {
            i += 1;
            continue;
        }
        // The largest element around it without the title.
        let apart = |&node: &NodeId| node > page.body() && !page.contains(node, title);
        let boxes = page.inclusive_ancestors(block.container);
        let Some(around) = boxes.take_while(apart).last() else {
            i += 1;
            continue;
        };
        let range = signals.blocks_in(page, around);
        let words = || range.clone().map(|j| signals.remarks(j).consents).sum();
        let is_consent = |words: u32| {
            words >= MIN_WORDS && length(&range, false) <= MAX_CHARS_PER_WORD * words as f32
        };
        if all - length(&range, true) >= MIN_REMAINING && is_consent(words()) {
            found.push(range.clone());
        }
        i = range.end.max(i + 1);
    }
    for i in found.into_iter().flatten() {
        decisions.remove_kept(i, Reason::Overlay, ID);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    const LAYER: &str = "<div><p>Wir und 12 Partner verwenden Cookies. Mit Ihrer Einwilligung lesen wir \
        personenbezogene Daten, mehr im Datenschutzhinweis.</p></div>";

    fn kept(body: &str) -> usize {
        let of = ruled(body);
        let mut decisions = Decisions::new(of.signals.len());
        of.run(decide, &mut decisions);
        (0..of.signals.len())
            .filter(|&i| decisions.keeps(i))
            .count()
    }

    #[test]
    fn a_consent_layer_outside_the_article_is_removed() {
        let article = format!("<main><h1>The ferry sails again</h1>{LONG}{LONG}</main>");
        assert_eq!(kept(&format!("{LAYER}{article}")), 3);
        assert_eq!(kept(&format!("{article}<div>{LONG}</div>")), 4);
    }

    #[test]
    fn a_registration_layer_outside_the_article_is_removed() {
        let layer = "<div><h2>Read on</h2><p>Create an account in a minute and read ten stories a \
            month.</p><p>By creating your account you accept the terms of use.</p></div>";
        let article = format!("<main><h1>The ferry sails again</h1>{LONG}{LONG}</main>");
        assert_eq!(kept(&format!("{article}{layer}")), 3);
    }

    #[test]
    fn a_page_about_privacy_is_kept() {
        assert_eq!(kept(&format!("<h1>Datenschutz</h1>{LAYER}")), 2);
    }
}
