//! Decisions: what is kept and what is not, and which rule said so.

use serde::Serialize;

use super::Reason;

/// The name of a rule, of the model or of another step that decides about blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Its name: lower case, with hyphens.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// One decision about one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The block, by its place in document order.
    pub block: usize,
    /// `None` where the block is kept, else why not.
    pub outcome: Option<Reason>,
    /// The rule that decided.
    pub by: RuleId,
}

/// The decisions about every block, the only thing that changes while rules run. At first every
/// block is kept and nobody has decided.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    outcomes: Vec<Option<Reason>>,
    by: Vec<Option<RuleId>>,
    certain: Vec<bool>,
    captions: Vec<bool>,
    ruled: Vec<Option<Reason>>,
    log: Vec<Decision>,
}

impl Decisions {
    /// Keeps all of so many blocks.
    pub(crate) fn new(blocks: usize) -> Self {
        Self {
            outcomes: vec![None; blocks],
            by: vec![None; blocks],
            certain: vec![false; blocks],
            captions: vec![false; blocks],
            ruled: vec![None; blocks],
            log: Vec::new(),
        }
    }

    /// Decides about a block.
    pub(crate) fn set(&mut self, block: usize, outcome: Option<Reason>, by: RuleId) {
        self.outcomes[block] = outcome;
        self.by[block] = Some(by);
        self.log.push(Decision { block, outcome, by });
    }

    /// Decides about a block for certain: the model is not asked.
    pub(crate) fn set_certain(&mut self, block: usize, reason: Reason, by: RuleId) {
        self.set(block, Some(reason), by);
        self.certain[block] = true;
    }

    /// Marks a caption that is kept for its picture alone.
    pub(crate) fn mark_caption(&mut self, block: usize) {
        self.captions[block] = true;
    }

    /// Returns whether a block is a caption that is kept for its picture alone.
    pub(crate) fn is_caption(&self, block: usize) -> bool {
        self.captions[block] && self.keeps(block)
    }

    /// Removes a block that is kept so far.
    pub(crate) fn remove_kept(&mut self, block: usize, reason: Reason, by: RuleId) {
        if self.keeps(block) {
            self.set(block, Some(reason), by);
        }
    }

    /// Notes what is decided now as what the rules say before the model is asked.
    pub(crate) fn close_rules(&mut self) {
        self.ruled.clone_from(&self.outcomes);
    }

    /// `None` where a block is kept, else why not.
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

    /// Returns who decided about a block last; `None` where nobody has.
    pub(crate) fn by(&self, block: usize) -> Option<RuleId> {
        self.by[block]
    }

    /// Returns whether a rule has decided for certain.
    pub(crate) fn is_certain(&self, block: usize) -> bool {
        self.certain[block]
    }

    /// Returns what the rules said before the model was asked; see
    /// [`close_rules`](Self::close_rules).
    pub(crate) fn ruled(&self, block: usize) -> Option<Reason> {
        self.ruled[block]
    }

    /// Returns all decisions in the order they were made.
    pub(crate) fn into_log(self) -> Vec<Decision> {
        self.log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_decision_counts_and_all_are_logged() {
        let (one, two) = (RuleId::new("one"), RuleId::new("two"));
        let mut decisions = Decisions::new(2);
        decisions.remove_kept(0, Reason::Links, one);
        decisions.remove_kept(0, Reason::Form, two);
        assert_eq!(
            (decisions.get(0), decisions.by(0)),
            (Some(Reason::Links), Some(one))
        );
        decisions.close_rules();
        decisions.set(0, None, two);
        assert!(decisions.keeps(0) && decisions.ruled(0) == Some(Reason::Links));
        assert_eq!((decisions.by(0), decisions.by(1)), (Some(two), None));
        assert_eq!(decisions.into_log().len(), 2);
    }
}
