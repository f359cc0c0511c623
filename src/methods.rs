//! The papers' methods: pure functions from `&Page` to a score per node.

use crate::page::NodeId;

/// One score per node of a page. What a score means, and its range, is the method's to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(Vec<f32>);

impl Scores {
    /// From a column with one value per node.
    pub fn new(values: Vec<f32>) -> Self {
        Self(values)
    }

    /// The node's score.
    pub fn get(&self, id: NodeId) -> f32 {
        self.0[id.index()]
    }

    /// All scores in document order.
    pub fn values(&self) -> &[f32] {
        &self.0
    }
}
