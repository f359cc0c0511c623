//! The three densities of a node: Eq. 1, 2 and 4.

use std::f64::consts::E;

use super::Counts;
use crate::methods::Scores;
use crate::page::{NodeId, Page};

/// Returns every node's text density, Eq. 1: `TD_i = C_i / T_i`, in characters per tag; `T_i = 0`
/// counts as 1.
pub fn text_density(page: &Page, counts: &Counts) -> Scores {
    column(page, |i| {
        f64::from(counts.chars[i]) / f64::from(counts.tags[i].max(1))
    })
}

/// Returns every node's composite text density, Eq. 2 (as printed it is garbled; this is the form
/// that gives the authors' values):
///
/// ```text
/// CTD_i = C_i / T_i * log_base(C_i / LC_i * T_i / LT_i)
/// base  = ln(C_i / nLC_i * LC_i + LC_b / C_b * C_i + e)      nLC_i = C_i - LC_i
/// ```
///
/// with `b` the body and every zero denominator as 1. 0 if there is no text, or if all text and all
/// tags are links.
pub fn composite_text_density(page: &Page, counts: &Counts) -> Scores {
    let body = page.body().index();
    let body_link_share = f64::from(counts.link_chars[body]) / f64::from(counts.chars[body].max(1));
    column(page, |i| {
        composite(
            Operands {
                chars: f64::from(counts.chars[i]),
                tags: f64::from(counts.tags[i].max(1)),
                link_chars: f64::from(counts.link_chars[i]),
                link_tags: f64::from(counts.link_tags[i]),
                non_link_chars: f64::from(counts.chars[i] - counts.link_chars[i]),
            },
            body_link_share,
        )
    })
}

/// Returns every node's hybrid CharNumber `HC_i`: a text node's characters times its visual
/// importance, a parent's the sum of its children's. `importance` is
/// [`visual_importance`](super::visual_importance).
pub(super) fn hybrid_chars(page: &Page, counts: &Counts, importance: &Scores) -> Vec<f64> {
    let own: Vec<f64> = page
        .nodes()
        .map(|id| {
            if page.is_text(id) {
                f64::from(importance.get(id)) * f64::from(counts.chars[id.index()])
            } else {
                0.0
            }
        })
        .collect();
    let mut sums = page.subtree_sums(&own);
    for above in page.ancestors(page.body()) {
        sums[above.index()] = 0.0;
    }
    sums
}

/// Returns every node's hybrid text density, Eq. 4: Eq. 2 with `HC_i` and `HC_b` for `C_i` and
/// `C_b`; link and non-link characters stay as they are. `T_i = 0` counts as `HC_i / C_i`. If the
/// formula gives less than 0, or no text of the node has any importance, it is 0.
pub fn hybrid_text_density(page: &Page, counts: &Counts, importance: &Scores) -> Scores {
    let densities = HybridDensities::new(page, counts, importance);
    column(page, |i| densities.at(i))
}

/// [`hybrid_text_density`] of some nodes, at or below `body`, each computed lazily.
pub(crate) struct HybridDensities<'a> {
    counts: &'a Counts,
    hybrid: Vec<f64>,
    /// `LC_b / HC_b`.
    body_link_share: f64,
}

impl<'a> HybridDensities<'a> {
    /// Sums up the input of the densities.
    pub(crate) fn new(page: &Page, counts: &'a Counts, importance: &Scores) -> Self {
        let hybrid = hybrid_chars(page, counts, importance);
        let body = page.body().index();
        let body_chars = if hybrid[body] > 0.0 {
            hybrid[body]
        } else {
            1.0
        };
        Self {
            body_link_share: f64::from(counts.link_chars[body]) / body_chars,
            counts,
            hybrid,
        }
    }

    /// Returns the density of a node.
    pub(crate) fn get(&self, id: NodeId) -> f32 {
        self.at(id.index()) as f32
    }

    fn at(&self, i: usize) -> f64 {
        let counts = self.counts;
        if counts.chars[i] == 0 {
            return 0.0;
        }
        composite(
            Operands {
                chars: self.hybrid[i],
                tags: match counts.tags[i] {
                    0 => self.hybrid[i] / f64::from(counts.chars[i]),
                    tags => f64::from(tags),
                },
                link_chars: f64::from(counts.link_chars[i]),
                link_tags: f64::from(counts.link_tags[i]),
                non_link_chars: f64::from(counts.chars[i] - counts.link_chars[i]),
            },
            self.body_link_share,
        )
    }
}

/// The input values of Eq. 2 and Eq. 4 for one node. `tags` is never 0 if `chars` is not.
struct Operands {
    chars: f64,
    tags: f64,
    link_chars: f64,
    link_tags: f64,
    non_link_chars: f64,
}

/// Computes Eq. 2 for one node. `body_link_share` is `LC_b / C_b`.
fn composite(node: Operands, body_link_share: f64) -> f64 {
    let Operands {
        chars,
        tags,
        link_chars,
        link_tags,
        non_link_chars,
    } = node;
    if chars <= 0.0 || tags <= 0.0 {
        return 0.0;
    }
    let spread = chars / non_link_chars.max(1.0) * link_chars + body_link_share * chars;
    // ln(ln(spread + e)) without loss of digits if spread is close to 0.
    let ln_base = libm::log1p(libm::log1p(spread / E));
    let argument = chars / link_chars.max(1.0) * (tags / link_tags.max(1.0));
    let log = libm::log(argument) / if ln_base > 0.0 { ln_base } else { 1.0 };
    let density = chars / tags * log;
    if density.is_finite() {
        density.max(0.0)
    } else {
        0.0
    }
}

/// Returns one score per node below and at `body`, 0 elsewhere.
fn column(page: &Page, density: impl Fn(usize) -> f64) -> Scores {
    let mut values = vec![0.0; page.len()];
    for id in page.subtree(page.body()) {
        values[id.index()] = density(id.index()) as f32;
    }
    Scores::new(values)
}
