//! A block as input of the passes, and the probability that it's kept.

/// Added to the number of tokens when blocks are weighted, so that short blocks count.
const MIN_WEIGHT: f32 = 3.0;

/// A block as input of the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelBlock {
    /// Index of the block in the page.
    pub place: usize,
    /// Number of tokens.
    pub tokens: u32,
    /// Number of its pattern: equal for blocks whose innermost three elements have the same tags
    /// and classes ([`Signals::patterns`](crate::select)).
    pub pattern: u32,
    /// Number of its parent: equal for blocks whose containers are siblings.
    pub parent: u32,
}

impl ModelBlock {
    pub(super) fn weight(&self) -> f32 {
        self.tokens as f32 + MIN_WEIGHT
    }
}

/// Returns the probability for a logit.
pub(in crate::select) fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(logit)))
}
