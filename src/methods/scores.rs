//! Scores of nodes.

use crate::page::{NodeId, NodeSet, Page};

/// One score per node of a page. Each method documents the meaning and range of its scores.
///
/// ```
/// use pith::methods::Scores;
/// use pith::page::NodeSet;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One<p>Two", "", Limits::default())?;
/// let mut kept = NodeSet::new(&page);
/// for leaf in page.nodes().filter(|&id| page.text(id) == "Two") {
///     kept.insert(leaf);
/// }
/// // Half of the text is kept.
/// assert_eq!(Scores::shares(&page, &kept).get(page.body()), 0.5);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(Vec<f32>);

impl Scores {
    /// Creates scores from one value per node.
    pub fn new(values: Vec<f32>) -> Self {
        Self(values)
    }

    /// Creates scores from values for the leaves of the body: every element there has the largest
    /// score below it, and the root, which also contains the head, has 0.
    pub(super) fn lifted(page: &Page, mut values: Vec<f32>) -> Self {
        for id in page.descendants(page.body()).rev() {
            if let Some(parent) = page.parent(id) {
                values[parent.index()] = values[parent.index()].max(values[id.index()]);
            }
        }
        if page.body() != page.root() {
            values[page.root().index()] = 0.0;
        }
        Self(values)
    }

    /// Returns the kept share of every node's shown text, 0 to 1, by characters; a kept leaf
    /// without text has 1.
    pub fn shares(page: &Page, kept: &NodeSet) -> Self {
        let shown = page.shown();
        let mut all = vec![0; page.len()];
        let mut of_kept = vec![0; page.len()];
        for id in page.subtree(page.body()).filter(|&id| shown.contains(id)) {
            all[id.index()] = page.counts(id).chars;
            if kept.contains(id) {
                of_kept[id.index()] = all[id.index()];
            }
        }
        let (all, of_kept) = (page.subtree_sums(&all), page.subtree_sums(&of_kept));
        let share = |id: NodeId| match all[id.index()] {
            0 => f32::from(u8::from(kept.contains(id))),
            all => of_kept[id.index()] as f32 / all as f32,
        };
        Self(page.nodes().map(share).collect())
    }

    /// Returns the node's score.
    pub fn get(&self, id: NodeId) -> f32 {
        self.0[id.index()]
    }

    /// Returns all scores in document order.
    pub fn values(&self) -> &[f32] {
        &self.0
    }
}
