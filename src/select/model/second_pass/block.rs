//! A block as the passes see it, and the probability that it is kept.

/// Added to the tokens of a block when it is weighted among others, so that short ones count.
const MIN_WEIGHT: f32 = 3.0;

/// A block as the passes see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelBlock {
    /// Its place among all blocks of the page, in document order.
    pub place: usize,
    /// Its tokens.
    pub tokens: u32,
    /// A number that blocks share whose innermost three elements have the same tags and classes
    /// ([`Signals::patterns`](crate::select)).
    pub pattern: u32,
    /// A number that blocks share whose containers are siblings.
    pub parent: u32,
}

impl ModelBlock {
    pub(super) fn weight(&self) -> f32 {
        self.tokens as f32 + MIN_WEIGHT
    }
}

/// Returns the probability of a logit.
pub(in crate::select) fn probability(logit: f32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(logit)))
}
