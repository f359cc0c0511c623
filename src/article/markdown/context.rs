//! The context of a line of Markdown, which determines the allowed syntax.

/// The kind of block around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A paragraph: lines may be broken.
    Paragraph,
    /// A heading: always one line.
    Heading,
    /// A table's cell: one line; breaks are HTML.
    Cell,
}
