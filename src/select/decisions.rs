//! Decisions: kept and removed blocks, with the rule that decided.

use serde::Serialize;

use super::reason::Reason;
use crate::page::NodeId;

/// The name of a rule, the model, or another step that decides about blocks.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{SiteRules, Overrides, explain, model::Model};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let blocks = explain(&page, &metadata(&page), Model::shipped(), &site, &overrides)?;
/// assert_eq!(blocks[0].decisions[0].by.name(), "excluded");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the name: lower case, with hyphens.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// One decision about one block.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{SiteRules, Overrides, explain, model::Model};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let blocks = explain(&page, &metadata(&page), Model::shipped(), &site, &overrides)?;
/// let last = blocks[0].decisions.last();
/// assert_eq!(last.map(|decision| decision.outcome), Some(blocks[0].outcome));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Index of the block in document order.
    pub block: usize,
    /// The reason for removal; `None` if the block is kept.
    pub outcome: Option<Reason>,
    /// The rule that decided.
    pub by: RuleId,
}

/// An element that is removed separately from the rest of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RemovedElement {
    pub(crate) node: NodeId,
    pub(crate) reason: Reason,
    pub(crate) by: RuleId,
}

/// The decisions about every block, the only state that changes while rules run. Initially, every
/// block is kept and undecided.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    outcomes: Vec<Option<Reason>>,
    by: Vec<Option<RuleId>>,
    certain: Vec<bool>,
    captions: Vec<bool>,
    ruled: Vec<Option<Reason>>,
    elements: Vec<RemovedElement>,
    log: Vec<Decision>,
}

impl Decisions {
    /// Creates decisions that keep the given number of blocks.
    pub(crate) fn new(blocks: usize) -> Self {
        Self {
            outcomes: vec![None; blocks],
            by: vec![None; blocks],
            certain: vec![false; blocks],
            captions: vec![false; blocks],
            ruled: vec![None; blocks],
            elements: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Decides about a block.
    pub(crate) fn set(&mut self, block: usize, outcome: Option<Reason>, by: RuleId) {
        self.outcomes[block] = outcome;
        self.by[block] = Some(by);
        self.log.push(Decision { block, outcome, by });
    }

    /// Removes a block with certainty, so that the model doesn't run on it.
    pub(crate) fn set_certain(&mut self, block: usize, reason: Reason, by: RuleId) {
        self.set(block, Some(reason), by);
        self.certain[block] = true;
    }

    /// Marks a block that is shown but isn't part of the text: a caption that is kept only for its
    /// image, or notes that are kept only for their references.
    pub(crate) fn mark_caption(&mut self, block: usize) {
        self.captions[block] = true;
    }

    /// Returns whether a block is shown but isn't part of the text, like a caption that is kept
    /// only for its image.
    pub(crate) fn is_caption(&self, block: usize) -> bool {
        self.captions[block] && self.keeps(block)
    }

    /// Removes a block, if it's currently kept.
    pub(crate) fn remove_kept(&mut self, block: usize, reason: Reason, by: RuleId) {
        if self.keeps(block) {
            self.set(block, Some(reason), by);
        }
    }

    /// Removes an element inside a block. Its leaves become a separate block after the rules have
    /// run. These elements must not nest; callers ensure that for each rule.
    pub(crate) fn remove_element(&mut self, node: NodeId, reason: Reason, by: RuleId) {
        let place = self.elements.partition_point(|element| element.node < node);
        self.elements
            .insert(place, RemovedElement { node, reason, by });
    }

    /// Returns the separately removed elements, in document order.
    pub(crate) fn elements(&self) -> &[RemovedElement] {
        &self.elements
    }

    /// Splits blocks. `whole` contains the original block of each part, in order. A part inherits
    /// all decisions about its block.
    pub(crate) fn divide(&mut self, whole: &[usize]) {
        fn of_parts<T: Copy>(column: &mut Vec<T>, whole: &[usize]) {
            *column = whole.iter().map(|&block| column[block]).collect();
        }
        of_parts(&mut self.outcomes, whole);
        of_parts(&mut self.by, whole);
        of_parts(&mut self.certain, whole);
        of_parts(&mut self.captions, whole);
        of_parts(&mut self.ruled, whole);
        let parts_of = |decision: Decision| {
            let first = whole.partition_point(|&block| block < decision.block);
            let parts = whole[first..].iter().zip(first..);
            let parts = parts.take_while(move |&(&block, _)| block == decision.block);
            parts.map(move |(_, block)| Decision { block, ..decision })
        };
        self.log = self.log.drain(..).flat_map(parts_of).collect();
    }

    /// Records the current decisions as those of the rules before the model.
    pub(crate) fn snapshot_rules(&mut self) {
        self.ruled.clone_from(&self.outcomes);
    }

    /// Returns why a block is removed; `None` if it's kept.
    pub(crate) fn get(&self, block: usize) -> Option<Reason> {
        self.outcomes[block]
    }

    /// Returns whether a block is kept.
    pub(crate) fn keeps(&self, block: usize) -> bool {
        self.outcomes[block].is_none()
    }

    /// Returns the outcome of every block.
    pub(crate) fn outcomes(&self) -> &[Option<Reason>] {
        &self.outcomes
    }

    /// Returns the last rule that decided about a block; `None` if it's undecided.
    pub(crate) fn by(&self, block: usize) -> Option<RuleId> {
        self.by[block]
    }

    /// Returns whether a rule has decided with certainty.
    pub(crate) fn is_certain(&self, block: usize) -> bool {
        self.certain[block]
    }

    /// Returns the decision of the rules before the model; see
    /// [`snapshot_rules`](Self::snapshot_rules).
    pub(crate) fn ruled(&self, block: usize) -> Option<Reason> {
        self.ruled[block]
    }

    /// Returns all decisions in the order in which they were made.
    pub(crate) fn into_log(self) -> Vec<Decision> {
        self.log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_decision_wins_and_all_are_logged() {
        let (one, two) = (RuleId::new("one"), RuleId::new("two"));
        let mut decisions = Decisions::new(2);
        decisions.remove_kept(0, Reason::Links, one);
        decisions.remove_kept(0, Reason::Form, two);
        assert_eq!(
            (decisions.get(0), decisions.by(0)),
            (Some(Reason::Links), Some(one))
        );
        decisions.snapshot_rules();
        decisions.set(0, None, two);
        assert!(decisions.keeps(0) && decisions.ruled(0) == Some(Reason::Links));
        assert_eq!((decisions.by(0), decisions.by(1)), (Some(two), None));
        assert_eq!(decisions.into_log().len(), 2);
    }

    #[test]
    fn parts_of_a_split_block_inherit_its_decisions() {
        let (one, two) = (RuleId::new("one"), RuleId::new("two"));
        let mut decisions = Decisions::new(3);
        decisions.set(1, Some(Reason::Title), one);
        decisions.set(2, Some(Reason::Links), one);
        decisions.divide(&[0, 1, 1, 2]);
        decisions.set(2, Some(Reason::Navigation), two);
        let links = Some(Reason::Links);
        let [title, navigation] = [Reason::Title, Reason::Navigation].map(Some);
        assert_eq!(decisions.outcomes(), [None, title, navigation, links]);
        let log = decisions.into_log().into_iter();
        let log: Vec<_> = log.map(|d| (d.block, d.outcome, d.by)).collect();
        assert_eq!(
            log,
            [
                (1, title, one),
                (2, title, one),
                (3, links, one),
                (2, navigation, two),
            ]
        );
    }
}
