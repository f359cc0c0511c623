//! The values of a column.

use super::context::Context;

/// Writes a column's value for each of some blocks, `UNKNOWN` if it is unknown.
pub(super) type Value = fn(&Context<'_>, &[usize], &mut [f32]);
