//! Corrections of the article by the user.

use crate::page::{NodeSet, Page};

/// The leaves that the user has restored or removed.
pub(crate) struct Corrections {
    pub(crate) kept: NodeSet,
    pub(crate) dropped: NodeSet,
}

impl Corrections {
    pub(crate) fn none(page: &Page) -> Self {
        Self {
            kept: NodeSet::new(page),
            dropped: NodeSet::new(page),
        }
    }
}
