//! Explanations why every block is kept or removed, for those who want to see a selection work.

use super::decisions::Decisions;
use super::model::Model;
use super::model::verdict::Verdict;
use super::signals::Signals;
use super::{Decision, Reason, decide};
use crate::metadata::Metadata;
use crate::page::Page;

/// The fate of a block, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Its text on one line; empty for a picture.
    pub text: String,
    /// `None` where it is kept, else why not.
    pub outcome: Option<Reason>,
    /// The decisions about it, in order; the last one counts.
    pub decisions: Vec<Decision>,
    /// The logarithm of its odds to be kept; `None` where the model was not asked.
    pub odds: Option<f32>,
    /// The columns of evidence that moved the odds most, with what each adds to them in logits;
    /// at most three, the largest first.
    pub evidence: Vec<(&'static str, f32)>,
}

/// Number of columns of evidence that an [`Explanation`] names.
const STRONGEST: usize = 3;

/// Explains what [`select_with`](super::select_with) decides about every block, in document
/// order.
pub fn explain(page: &Page, metadata: &Metadata, model: &Model) -> Vec<Explanation> {
    let (signals, decisions, mut blocks) = decide(page, metadata, model, explained);
    for (block, text) in blocks.iter_mut().zip(signals.texts.iter()) {
        text.clone_into(&mut block.text);
    }
    for decision in decisions.into_log() {
        blocks[decision.block].decisions.push(decision);
    }
    blocks
}

/// Explains every block but for its text and the decisions on the way.
fn explained(signals: &Signals, decisions: &Decisions, verdict: &Verdict<'_>) -> Vec<Explanation> {
    let explain = |i: usize| {
        let mut evidence = verdict.strongest(i);
        evidence.truncate(STRONGEST);
        Explanation {
            text: String::new(),
            outcome: decisions.get(i),
            decisions: Vec::new(),
            odds: verdict.odds(i),
            evidence,
        }
    };
    (0..signals.len()).map(explain).collect()
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::metadata::metadata;
    use crate::page::Limits;
    use crate::select::select;

    #[test]
    fn an_explanation_says_who_decided_and_agrees_with_the_selection() {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
            nobody had thought to tell the keeper of the lighthouse.";
        let html = format!(
            "<nav><a href=/a>Boats</a></nav><main><h1>The ferry</h1>{}</main>",
            text.repeat(5)
        );
        let page = html::read(&html, "https://example.org/", Limits::default()).unwrap();
        let metadata = metadata(&page);
        let blocks = explain(&page, &metadata, Model::shipped());
        let selection = select(&page, &metadata);
        assert_eq!(blocks.len(), selection.blocks.len());
        for (explained, selected) in blocks.iter().zip(&selection.blocks) {
            assert_eq!(explained.outcome, selected.outcome);
            assert_eq!(explained.odds, selected.odds);
            let last = explained.decisions.last();
            assert_eq!(last.map(|d| d.by), selected.by);
        }
        let first = &blocks[0].decisions[0];
        assert_eq!(first.by.name(), "outside-root");
        assert_eq!(first.outcome, Some(Reason::Navigation));
        let paragraph = blocks.last().unwrap();
        assert!(paragraph.outcome.is_none() && paragraph.odds > Some(0.0));
        assert_eq!(paragraph.evidence.len(), STRONGEST);
    }
}
