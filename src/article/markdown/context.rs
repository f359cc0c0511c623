//! The context of a line of Markdown, which determines the allowed syntax.

/// The kind of block around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A paragraph, in which lines may be broken.
    Paragraph,
    /// A heading, which is always one line.
    Heading,
    /// A table cell, which is one line; line breaks are HTML.
    Cell,
}
