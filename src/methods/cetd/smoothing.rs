//! Data smoothing in place of DensitySum: the S of CECTD-S.

use super::{Counts, threshold};
use crate::methods::{Scores, is_leaf};
use crate::page::{NodeId, NodeSet, Page};

/// Weight of a node's own density relative to 1 for each neighbor. The paper gives none; 1, 2, 1 is
/// the smallest kernel that gives a node as much weight as its neighbors together.
const OWN_WEIGHT: f32 = 2.0;

/// Returns densities averaged with those of the siblings before and after, weighted 1, 2, 1. A
/// missing sibling is left out of the average.
///
/// Only siblings with text are neighbors, text nodes among them; nodes between them, such as a `br`
/// or an image, have no density to share but receive one. If a node is all the text of its parent,
/// or its parent has no text, there is nothing to average; then a text node, a node without text
/// and a child of an inline element have their parent's value. So a link in a paragraph is raised
/// by the words around it, regardless of its wrappers.
pub(super) fn smooth(page: &Page, counts: &Counts, densities: &Scores) -> Scores {
    let body = page.body();
    let mut totals: Vec<f32> = densities.values().iter().map(|d| d * OWN_WEIGHT).collect();
    let mut weights = vec![OWN_WEIGHT; page.len()];
    // Per parent: the density of the sibling with text passed last.
    let mut before: Vec<Option<f32>> = vec![None; page.len()];
    let mut after = before.clone();
    let mut with_text = vec![0_u32; page.len()];
    let mut meet = |id: NodeId, passed: &mut [Option<f32>]| {
        let Some(parent) = page.parent(id).map(NodeId::index) else {
            return;
        };
        if let Some(density) = passed[parent] {
            totals[id.index()] += density;
            weights[id.index()] += 1.0;
        }
        if counts.chars[id.index()] > 0 {
            passed[parent] = Some(densities.get(id));
        }
    };
    for id in page.descendants(body) {
        meet(id, &mut before);
    }
    for id in page.descendants(body).rev() {
        meet(id, &mut after);
        if let Some(parent) = page.parent(id) {
            with_text[parent.index()] += u32::from(counts.chars[id.index()] > 0);
        }
    }
    let mut smoothed: Vec<f32> = totals.iter().zip(&weights).map(|(t, w)| t / w).collect();
    for id in page.descendants(body) {
        let Some(parent) = page.parent(id) else {
            continue;
        };
        let has_text = counts.chars[id.index()] > 0;
        let alone = with_text[parent.index()] == u32::from(has_text);
        if alone && (page.is_text(id) || !has_text || !page.is_block(parent)) {
            smoothed[id.index()] = smoothed[parent.index()];
        }
    }
    Scores::new(smoothed)
}

/// Returns the content region by smoothed densities only: the leaves at or above the threshold that
/// are reached from `body` through nodes at or above it.
///
/// As in Algorithm 2, nodes below one under the threshold aren't visited, and the threshold is the
/// smallest density on a path up to `body`. Without DensitySum that path begins at the densest
/// element, and a node represents only itself, not its subtree.
pub(super) fn extract_smoothed(page: &Page, smoothed: &Scores) -> NodeSet {
    let mut region = NodeSet::new(page);
    let body = page.body();
    let densest = densest_element(page, smoothed);
    if smoothed.get(densest) <= 0.0 {
        return region;
    }
    let threshold = threshold(page, smoothed, densest);
    let mut reached = NodeSet::new(page);
    for id in page.subtree(body) {
        let parent = page.parent(id).filter(|_| id != body);
        if parent.is_some_and(|p| region.contains(p)) {
            region.insert(id);
            continue;
        }
        if parent.is_some_and(|p| !reached.contains(p)) {
            continue;
        }
        let blank = page.is_text(id) && page.text(id).trim().is_empty();
        if smoothed.get(id) < threshold && !blank {
            continue;
        }
        if is_leaf(page, id) {
            region.insert(id);
        } else {
            reached.insert(id);
        }
    }
    region
}

/// Returns the element with the greatest density; the first if several are equal.
pub(super) fn densest_element(page: &Page, densities: &Scores) -> NodeId {
    let elements = page.subtree(page.body()).filter(|&id| page.is_element(id));
    let order = |a: NodeId, b: NodeId| densities.get(a).total_cmp(&densities.get(b));
    elements
        .max_by(|&a, &b| order(a, b).then(b.cmp(&a)))
        .unwrap_or(page.body())
}
