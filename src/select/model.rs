//! What was learnt: from the evidence about a block to its odds, and from the odds to a verdict.
//!
//! [`features`] writes the evidence down as numbers, [`forest`] turns the numbers of a block into
//! odds, and [`verdict`] decides which blocks are kept.

pub(super) mod features;
pub(super) mod forest;
pub(super) mod verdict;
