//! The labels of segments.

/// The label of a segment.
///
/// ```
/// use pith::methods::fsp::Label;
///
/// assert_eq!(Label::Main.name(), "main");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// The article itself.
    Main,
    /// Its title.
    Title,
    /// Links to other articles.
    Recommendation,
    /// Anything else.
    Other,
}

impl Label {
    /// Returns the name in data files: `main`, `title`, `recommendation`, `other`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Title => "title",
            Self::Recommendation => "recommendation",
            Self::Other => "other",
        }
    }
}
