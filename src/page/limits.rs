//! Limits on the size of a page.

/// The largest page that is read.
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
    /// Elements and text nodes.
    pub nodes: usize,
    /// Bytes of text and attribute values together.
    pub bytes: usize,
    /// Open elements at once.
    pub depth: usize,
}

impl Default for Limits {
    /// Returns limits far above what browsers keep usable: a million nodes, 64 MiB, 100,000 levels.
    fn default() -> Self {
        Self {
            nodes: 1_000_000,
            bytes: 64 << 20,
            depth: 100_000,
        }
    }
}
