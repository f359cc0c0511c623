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

/// Stands in for the methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "stands in")]
pub enum Method {
    CetdDs,
    CectdDs,
    CectdS,
    CehtdDs,
    Qread,
    Hybrid,
}

#[allow(missing_docs, reason = "stands in")]
impl Method {
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::CetdDs,
            Self::CectdDs,
            Self::CectdS,
            Self::CehtdDs,
            Self::Qread,
            Self::Hybrid,
        ]
        .into_iter()
        .find(|m| m.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::CetdDs => "cetd-ds",
            Self::CectdDs => "cectd-ds",
            Self::CectdS => "cectd-s",
            Self::CehtdDs => "cehtd-ds",
            Self::Qread => "qread",
            Self::Hybrid => "hybrid",
        }
    }
}

/// Stands in.
pub fn scores(_: Method, page: &crate::page::Page, _: &str) -> Scores {
    Scores::new(vec![0.0; page.len()])
}
