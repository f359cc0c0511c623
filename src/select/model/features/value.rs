//! The values of a column.

use super::context::Context;

/// Writes a column's value for each of some blocks, [`UNKNOWN`] where it is not known.
pub(super) type Value = fn(&Context<'_>, &[usize], &mut [f32]);
