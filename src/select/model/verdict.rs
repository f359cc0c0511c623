//! The verdict: which blocks are kept, given their logits.

use super::Model;
use super::features::Features;
use super::prediction::Prediction;
use super::second_pass::{most_expected_f1, smoothed_by_pattern};
use crate::metadata::Metadata;
use crate::page::Page;
use crate::select::blocks::{Block, LINKED};
use crate::select::case::Case;
use crate::select::confidence::confidence;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::{Confidence, Grounds, Reason};
use crate::select::signals::Signals;

/// Minimum probability of the most likely block for anything to be kept, unless the kept text looks
/// like an article anyway.
const MIN_BEST_PROBABILITY: f32 = 0.15;

/// Name of the step that decides by the logits.
const MODEL: RuleId = RuleId::new("model");

/// Name of the step that keeps blocks between kept ones.
const IN_COLUMN: RuleId = RuleId::new("in-column");

/// Maximum number of blocks between two kept ones that are kept as well.
const MAX_BETWEEN: usize = 3;

/// Returns whether the model scores a block. It doesn't score title and byline, which are shown
/// separately; images, which follow the text around them; overlays; blocks that declare themselves
/// ads; and blocks decided with certainty ([`Decisions::is_certain`]).
pub(crate) fn is_scored(case: &Case<'_>, decisions: &Decisions, i: usize) -> bool {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let block = &signals.blocks[i];
    block.tokens > 0
        && !decisions.is_certain(i)
        && match decisions.get(i) {
            Some(Reason::Title) => false,
            Some(Reason::Byline) => !case.is_byline(i),
            Some(Reason::Overlay) => !is_in_overlay(page, metadata, block),
            // Links below a heading that announces other articles.
            Some(Reason::Related) => block.link_density() <= LINKED,
            // It doesn't declare itself an ad.
            Some(Reason::Advert) => signals.announced[i] != Some(Reason::Advert),
            _ => true,
        }
}

/// Returns whether a block is in an overlay, and so isn't part of the article regardless of its
/// text. Pages that scroll in an inner box fix that box, including the title, to the screen.
fn is_in_overlay(page: &Page, metadata: &Metadata, block: &Block) -> bool {
    let overlay = page
        .inclusive_ancestors(block.container)
        .take_while(|&id| page.is_overlay(id))
        .last();
    overlay.is_some_and(|overlay| {
        let title = metadata.title_node;
        title.is_some_and(|title| !page.contains(overlay, title))
    })
}

/// The model's verdict with the prediction behind it.
pub(crate) struct Verdict<'a> {
    prediction: Prediction<'a>,
    /// Per block: the logit used for the decision; `None` if the model didn't run on it.
    logits: Vec<Option<f32>>,
    /// Per block: true if the model rejects it.
    against: Vec<bool>,
    /// Per block that only the model rejects: the kind of evidence with the most weight against it.
    grounds: Vec<Option<Grounds>>,
}

impl Verdict<'_> {
    /// Returns, per block, the kind of evidence with the most weight against it, at least for
    /// `requested` blocks; `None` if the model doesn't reject it.
    pub(crate) fn grounds(&self, requested: &[bool]) -> Vec<Option<Grounds>> {
        let is_missing = |i: usize| requested[i] && self.against[i] && self.grounds[i].is_none();
        let missing: Vec<bool> = (0..requested.len()).map(is_missing).collect();
        let grounds = self.prediction.against(&missing).into_iter();
        let both = grounds.zip(&self.grounds);
        both.map(|(own, &before)| own.or(before)).collect()
    }

    /// Returns a block's logit for being kept, smoothed by pattern; `None` if the model didn't run
    /// on it.
    pub(crate) fn logit(&self, i: usize) -> Option<f32> {
        self.logits[i]
    }

    /// Returns [`Prediction::strongest`] of a block.
    pub(crate) fn strongest(&self, i: usize) -> Vec<(&'static str, f32)> {
        self.prediction.strongest(i)
    }
}

/// Decides about the blocks that the model scores.
///
/// Keeps the set of blocks above the threshold with the largest expected F1 ([`most_expected_f1`]),
/// after smoothing the logits of blocks from one template.
pub(crate) fn decide<'m>(
    case: &Case<'_>,
    features: &'m Features<'m>,
    model: &'m Model,
    decisions: &mut Decisions,
) -> Verdict<'m> {
    let &Case { page, signals, .. } = case;
    let scored: Vec<bool> = (0..signals.len())
        .map(|i| is_scored(case, decisions, i))
        .collect();
    let prediction = Prediction::new(page, signals, features, &scored, model);
    let logits = smoothed_by_pattern(&prediction.blocks, &prediction.logits);
    let mut likely = vec![false; scored.len()];
    let best_part = most_expected_f1(&prediction.blocks, &logits).kept;
    for (block, is_kept) in prediction.blocks.iter().zip(best_part) {
        likely[block.place] = is_kept;
    }
    let best = logits
        .iter()
        .fold(f32::NEG_INFINITY, |best, &o| best.max(o));
    if best < libm::logf(MIN_BEST_PROBABILITY / (1.0 - MIN_BEST_PROBABILITY))
        && !is_article(signals, &likely)
    {
        likely.fill(false);
    }
    let kept = keep_between(page, signals, decisions, &scored, likely.clone());
    let against: Vec<bool> = kept
        .iter()
        .zip(&scored)
        .map(|(kept, scored)| !kept & scored)
        .collect();
    // A decision by a rule has a reason already.
    let rule = |i: usize| decisions.ruled(i).filter(|&r| r != Reason::BelowThreshold);
    let alone: Vec<bool> = (0..against.len())
        .map(|i| against[i] && rule(i).is_none())
        .collect();
    let mut verdict = Verdict {
        logits: vec![None; scored.len()],
        against,
        grounds: prediction.against(&alone),
        prediction,
    };
    for (block, logit) in verdict.prediction.blocks.iter().zip(logits) {
        verdict.logits[block.place] = Some(logit);
    }
    for i in 0..kept.len() {
        if kept[i] {
            decisions.set(i, None, if likely[i] { MODEL } else { IN_COLUMN });
        } else if verdict.against[i] {
            let reason = match decisions.ruled(i) {
                Some(ruled) if !alone[i] => ruled,
                _ => reason(page, signals, i, verdict.grounds[i]),
            };
            decisions.set(i, Some(reason), MODEL);
        }
    }
    verdict
}

/// Returns whether some of the blocks look like an article.
fn is_article(signals: &Signals, kept: &[bool]) -> bool {
    let left_out = |&kept: &bool| (!kept).then_some(Reason::BelowThreshold);
    let decisions: Vec<Option<Reason>> = kept.iter().map(left_out).collect();
    confidence(&signals.teasers, &signals.blocks, &decisions) != Confidence::None
}

/// Keeps up to [`MAX_BETWEEN`] blocks between two kept blocks of one container, unless a rule rejects
/// them. Within a column, nothing should be removed without a reason that can be shown.
fn keep_between(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    scored: &[bool],
    mut kept: Vec<bool>,
) -> Vec<bool> {
    let container = |i: usize| signals.blocks[i].container;
    let parent = |i: usize| page.parent(container(i));
    // Loose text of an element counts as a sibling of the element's children.
    let beside = |i: usize, j: usize| {
        parent(i) == parent(j) || parent(i) == Some(container(j)) || parent(j) == Some(container(i))
    };
    let mut last: Option<usize> = None;
    for i in 0..kept.len() {
        if !kept[i] {
            continue;
        }
        if let Some(last) = last
            && i - last <= MAX_BETWEEN + 1
            && beside(last, i)
            && (last + 1..i).all(|j| !scored[j] || (decisions.ruled(j).is_none() && beside(i, j)))
        {
            kept[last + 1..i].copy_from_slice(&scored[last + 1..i]);
        }
        last = Some(i);
    }
    kept
}

/// Returns the reason for removing a block that only the model rejects.
fn reason(page: &Page, signals: &Signals, i: usize, grounds: Option<Grounds>) -> Reason {
    let block = &signals.blocks[i];
    let hinted = || {
        page.inclusive_ancestors(block.container)
            .find_map(|id| signals.hints[id.index()].purpose)
            .map(Reason::from)
    };
    match grounds {
        Some(Grounds::Links) => Reason::Links,
        Some(Grounds::Names) => hinted().unwrap_or(Reason::BelowThreshold),
        _ if block.link_density() > LINKED => Reason::Links,
        _ => Reason::BelowThreshold,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::article::Article;
    use crate::select::model::hashed::Linear;
    use crate::select::{Forest, Selection, Written, select_with, written};

    const SENTENCE: &str = "<p>The ferry left the harbour at noon with most of the islanders \
        aboard, and nobody had thought to tell the keeper of the lighthouse.</p>";

    /// Returns a leaf record with a value in units of 2^-12 logits.
    fn leaf(value: i16) -> Written {
        Written::Leaf { weight: 8, value }
    }

    /// Returns the selection with a second forest of these records over one column.
    fn selected(html: &str, column: &str, records: &[Written]) -> (Page, Selection) {
        let bytes = written(&[column], records);
        let second = Forest::read(&bytes).unwrap();
        let model = Model::new(
            Forest::default(),
            second,
            Linear::default(),
            Linear::default(),
        );
        let page = crate::source::html::read(html, "", Default::default()).unwrap();
        let metadata = crate::metadata::metadata(&page);
        let selection = select_with(&page, &metadata, &model);
        (page, selection)
    }

    #[test]
    fn text_like_an_article_is_kept_even_if_unlikely() {
        let keeps = |html: &str| {
            // All blocks get the logit -5.
            let (_, selection) = selected(html, "length", &[leaf(-20480)]);
            !selection.kept.is_empty()
        };
        assert!(keeps(&SENTENCE.repeat(6)));
        assert!(!keeps(
            "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
        ));
    }

    #[test]
    fn unlikely_captions_are_shown_but_do_not_count_as_text() {
        let text = SENTENCE.repeat(3);
        let figure = "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>";
        let page = format!("<main>{text}{figure}{text}</main>");
        let article = |captions: i16| {
            // Captions get `captions` as logit, other blocks 5.
            let branch = Written::Branch {
                column: 0,
                threshold: 0x3f00,
                unknown_is_less: false,
            };
            let records = [branch, leaf(20480), leaf(captions)];
            let (page, selection) = selected(&page, "caption", &records);
            Article::new(&page, &selection.kept).with_captions(selection.captions(&page))
        };
        let (unlikely, likely) = (article(-20480), article(20480));
        assert_eq!(unlikely.html(), likely.html());
        assert!(unlikely.html().contains("<figcaption>The harbour"));
        assert!(unlikely.markdown().contains("The harbour"));
        assert!(!unlikely.text().contains("The harbour"));
        assert!(likely.text().contains("The harbour"));
        assert!(unlikely.word_count() < likely.word_count());
    }
}
