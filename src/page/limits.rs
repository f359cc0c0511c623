//! Limits on the size of a page.

/// Limits on the size of a page.
///
/// ```
/// use pith::page::PageError;
/// use pith::{Limits, source};
///
/// let limits = Limits { depth: 2, ..Limits::default() };
/// assert_eq!(source::html::read("<p>One", "", limits), Err(PageError::TooDeep { max: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of elements and text nodes.
    pub nodes: usize,
    /// Maximum bytes of text and attribute values together.
    pub bytes: usize,
    /// Maximum number of open elements.
    pub depth: usize,
}

impl Default for Limits {
    /// Returns limits far above what browsers can handle: a million nodes, 64 MiB, 100,000 levels.
    fn default() -> Self {
        Self {
            nodes: 1_000_000,
            bytes: 64 << 20,
            depth: 100_000,
        }
    }
}
