//! DensitySum (Eq. 5), the threshold (Sect. 3.5.2) and Algorithm 2.

use crate::methods::Scores;
use crate::page::{NodeId, NodeSet, Page};

/// Returns every node's DensitySum, Eq. 5: the sum of the densities of a node's children, text
/// nodes included. It peaks at the element with the content, because its children are dense and
/// many. Text nodes and elements without children have 0.
pub fn density_sum(page: &Page, densities: &Scores) -> Scores {
    let mut sums = vec![0.0_f64; page.len()];
    for id in page.descendants(page.body()) {
        if let Some(parent) = page.parent(id) {
            sums[parent.index()] += f64::from(densities.get(id));
        }
    }
    Scores::new(sums.into_iter().map(|sum| sum as f32).collect())
}

/// Returns for every node under `body` the element with the greatest DensitySum in its subtree,
/// possibly the node itself; the first if several are equal. A text node has itself. One reverse
/// sweep.
pub fn max_density_sum_nodes(page: &Page, sums: &Scores) -> Vec<NodeId> {
    let mut best: Vec<NodeId> = page.nodes().collect();
    for id in page.descendants(page.body()).rev() {
        let Some(parent) = page.parent(id) else {
            continue;
        };
        if page.is_text(id) {
            continue;
        }
        let (below, above) = (best[id.index()], best[parent.index()]);
        let order = sums.get(below).total_cmp(&sums.get(above));
        if order.is_gt() || (order.is_eq() && below < above) {
            best[parent.index()] = below;
        }
    }
    best
}

/// Returns the threshold of Sect. 3.5.2: the smallest density on the path from `max_node`, the node
/// with the greatest DensitySum, up to `body`, both included.
pub fn threshold(page: &Page, densities: &Scores, max_node: NodeId) -> f32 {
    let body = page.body();
    page.ancestors(max_node)
        .take_while(|&id| id >= body)
        .map(|id| densities.get(id))
        .fold(densities.get(max_node), f32::min)
}

/// Returns the content region by Algorithm 2, as all nodes of the marked subtrees. From `body`
/// down, a node at or above the threshold marks the node of greatest DensitySum in its subtree and
/// continues with its children; nodes below one under the threshold aren't visited.
///
/// Empty if no DensitySum is above 0: then nothing stands out.
///
/// The paper's `FindMaxDensitySumTag` searches the subtree at every step, which is quadratic on
/// deep pages. Here one sweep finds the maximum of every subtree in advance.
pub fn extract(page: &Page, densities: &Scores, sums: &Scores) -> NodeSet {
    let mut region = NodeSet::new(page);
    let body = page.body();
    let best = max_density_sum_nodes(page, sums);
    let max_node = best[body.index()];
    if sums.get(max_node) <= 0.0 {
        return region;
    }
    let threshold = threshold(page, densities, max_node);
    let mut reached = NodeSet::new(page);
    for id in page.subtree(body) {
        let is_reached = id == body || page.parent(id).is_some_and(|p| reached.contains(p));
        if is_reached && page.is_element(id) && densities.get(id) >= threshold {
            reached.insert(id);
            region.insert(best[id.index()]);
        }
    }
    // A mark covers its whole subtree.
    for id in page.descendants(body) {
        if page.parent(id).is_some_and(|p| region.contains(p)) {
            region.insert(id);
        }
    }
    region
}
