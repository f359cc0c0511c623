//! Where a line of Markdown stands, which decides what may be written in it.

/// The kind of block that a line stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A paragraph: lines may be broken.
    Paragraph,
    /// A heading: one line whatever it holds.
    Heading,
    /// A table's cell: one line; breaks are HTML.
    Cell,
}
