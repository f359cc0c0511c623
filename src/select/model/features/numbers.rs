//! Numbers shared by several kinds of evidence.

use crate::methods::{Scores, cetd};
use crate::page::{NodeId, Page};

pub(super) fn log(x: f32) -> f32 {
    libm::logf(1.0 + x.max(0.0))
}

/// Returns the [`log`] of a value's magnitude, with the sign of the value.
pub(super) fn signed_log(x: f32) -> f32 {
    x.signum() * log(x.abs())
}

pub(super) fn flag(value: bool) -> Option<f32> {
    Some(f32::from(u8::from(value)))
}

/// Returns the nearest common ancestor of both nodes; it may be one of them.
pub(super) fn nearest_of_both(page: &Page, a: NodeId, b: NodeId) -> NodeId {
    page.inclusive_ancestors(a)
        .find(|&id| page.contains(id, b))
        .unwrap_or(page.root())
}

/// Returns the DensitySum (CETD) of every node, as a share of the largest.
pub(super) fn ranks(page: &Page, density: &Scores) -> Vec<f32> {
    let sums = cetd::density_sum(page, density);
    let most = sums.values().iter().fold(1e-6f32, |a, &b| a.max(b));
    sums.values().iter().map(|v| v / most).collect()
}
