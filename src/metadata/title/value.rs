//! The value of the fact.

use std::fmt;

use crate::page::NodeId;

/// The title of a page.
#[derive(Debug)]
pub(in crate::metadata) struct Title {
    pub(in crate::metadata) text: String,
    /// The heading or block that states it.
    pub(in crate::metadata) node: Option<NodeId>,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A title longer than this (in characters) is a sentence of the text: with fewer, long titles of
/// papers are lost; with more, the first paragraph is a title.
pub(in crate::metadata) const MAX_CHARS: usize = 400;
