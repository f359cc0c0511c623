//! The function that computes a column.

use super::context::Context;

/// Computes a column's value for each of some blocks, `UNKNOWN` if it's unknown.
pub(super) type Value = fn(&Context<'_>, &[usize], &mut [f32]);
