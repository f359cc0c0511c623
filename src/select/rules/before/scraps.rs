//! Removes short fragments before the first and after the last running text, such as dates,
//! credits, and tags.

use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("scraps");

/// Minimum gain of a block that counts as running text here. With less, the page's header counts,
/// and its fragments are kept.
const MIN_RUNNING_GAIN: f32 = 30.0;

/// Minimum length of a block that isn't a fragment, and of one that ends a sentence, in characters.
/// With more, a short first paragraph is removed; with less, dates and credits are kept.
const MIN_LONG_CHARS: f32 = 80.0;
const MIN_SENTENCE_CHARS: f32 = 25.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let runs = |decisions: &Decisions, i: usize| {
        let preformatted = page.style(signals.blocks[i].container).preformatted;
        decisions.keeps(i) && (signals.gains[i] > MIN_RUNNING_GAIN || preformatted)
    };
    let len = signals.len();
    let Some(first) = (0..len).find(|&i| runs(decisions, i)) else {
        return;
    };
    let last = (0..len)
        .rev()
        .find(|&i| runs(decisions, i))
        .unwrap_or(first);
    for i in (0..first).chain(last + 1..len) {
        let reason = if i < first {
            Reason::Byline
        } else {
            Reason::BelowThreshold
        };
        if decisions.keeps(i) && is_fragment(page, signals, i, i > last) {
            decisions.set(i, Some(reason), ID);
        }
    }
}

fn is_fragment(page: &Page, signals: &Signals, i: usize, below: bool) -> bool {
    let block = &signals.blocks[i];
    let tag = page.tag(block.container);
    block.chars > 0
        && block.length < MIN_LONG_CHARS
        && !(block.ends_sentence && block.length >= MIN_SENTENCE_CHARS)
        && !matches!(tag, Tag::Figcaption | Tag::Caption)
        && (below || tag.heading_level().is_none())
        && !in_list_or_table(page, block.container, signals.root)
}

fn in_list_or_table(page: &Page, id: NodeId, root: NodeId) -> bool {
    page.inclusive_ancestors(id)
        .take_while(|&a| a > root)
        .any(|a| matches!(page.tag(a), Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn short_fragments_are_removed_around_the_text_but_not_within() {
        let text = LONG.repeat(3);
        let of = ruled(&format!(
            "<main><p>Harbour news{text}<p>Harbour news{text}<p>Harbour news</main>"
        ));
        let outcomes: Vec<_> = [0, 4, 8].map(|i| of.decisions.get(i)).to_vec();
        assert_eq!(
            outcomes,
            [Some(Reason::Byline), None, Some(Reason::BelowThreshold)]
        );
        assert_eq!(of.decisions.by(8), Some(ID));
    }

    #[test]
    fn short_sentences_figures_and_lists_are_kept() {
        let text = LONG.repeat(3);
        let kept = |before: &str, after: &str| {
            let of = ruled(&format!("<main>{before}{text}{after}</main>"));
            let all = of.signals.texts.iter().enumerate();
            let kept = all.filter(|&(i, _)| of.decisions.keeps(i));
            kept.count() - 3
        };
        assert_eq!(kept("<p>Harbour news", "<p>Harbour news"), 0);
        assert_eq!(kept("<p>The mill turns again at long last.", ""), 1);
        let figure = "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>";
        assert_eq!(kept("", figure), 2);
        assert_eq!(kept("", "<ul><li>Harbour news<li>Tide tables</ul>"), 2);
    }
}
