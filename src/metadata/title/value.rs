//! The value of the title.

use std::fmt;

use crate::page::NodeId;

/// The title of a page.
#[derive(Debug)]
pub(in crate::metadata) struct Title {
    pub(in crate::metadata) text: String,
    /// The heading or block that shows it.
    pub(in crate::metadata) node: Option<NodeId>,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Maximum characters of a title: with fewer, long titles of papers are lost; with more, the first
/// paragraph would be a title.
pub(in crate::metadata) const MAX_CHARS: usize = 400;
