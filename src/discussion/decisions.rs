//! The log of decisions about comments, for explanations.

use super::score::Score;
use crate::page::NodeId;

/// A decision about the comments of a page.
///
/// ```
/// use pith::discussion::{Decision, Discussion};
/// use pith::page::NodeSet;
/// use pith::{Limits, source};
///
/// let html = "<ol><li class=comment><a class=author href=/u/ann>Ann</a>
///     <time datetime=2026-03-14>Saturday</time><p>The ferry sails again.</ol>";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let decisions = Discussion::explain(&page, None, &NodeSet::new(&page));
/// assert!(decisions.iter().any(|decision| matches!(
///     decision,
///     Decision::Group { count: 1, rejected: None, .. }
/// )));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// Decision about elements with the same signature.
    Group {
        /// The first of the elements.
        first: NodeId,
        /// Number of elements.
        count: usize,
        /// Why they aren't comments; `None` if they are.
        rejected: Option<Rejected>,
    },
    /// The turns of a chat are the comments.
    Chat {
        /// The first turn.
        first: NodeId,
        /// Number of turns.
        count: usize,
    },
    /// A comment is dropped because its body is empty.
    Empty {
        /// Its element.
        node: NodeId,
    },
    /// Evidence for and against comments as the article.
    Thread(Score),
    /// The reason why comments are missing from the page; `None` if none seem to be missing.
    Partial(Option<Missing>),
}

/// The reason why elements with the same signature aren't comments.
///
/// ```
/// assert_eq!(pith::discussion::Rejected::Teasers.name(), "teasers");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejected {
    /// Too few have an author and a time.
    FewHeads,
    /// Unlike comments, they have no names, nesting, or numbers, and are few.
    UnlikeComments,
    /// They lead to other pages.
    Teasers,
    /// None of their parts is a body.
    NoBody,
    /// There is only one, which may be the article.
    Single,
    /// Their text is too short for elements without other evidence.
    ShortText,
    /// They are parts of longer comments.
    PartsOfComments,
    /// Their authors and times belong to other comments.
    Taken,
}

impl Rejected {
    /// Returns the name used in explanations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FewHeads => "few authors and times",
            Self::UnlikeComments => "unlike comments",
            Self::Teasers => "teasers",
            Self::NoBody => "no body",
            Self::Single => "only one",
            Self::ShortText => "short text",
            Self::PartsOfComments => "parts of comments",
            Self::Taken => "authors of other comments",
        }
    }
}

/// The reason why comments are missing from a page.
///
/// ```
/// assert_eq!(pith::discussion::Missing::Feed.name(), "feed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// Microdata declares a higher count.
    DeclaredCount,
    /// A line above the list has a higher count.
    CountAbove,
    /// A line beside the list gives a position in a longer list.
    Position,
    /// The list has the ARIA role `feed`.
    Feed,
    /// The list reserves space for more.
    Room,
}

impl Missing {
    /// Returns the name used in explanations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeclaredCount => "declared count",
            Self::CountAbove => "count above the list",
            Self::Position => "position in a longer list",
            Self::Feed => "feed",
            Self::Room => "room in the list",
        }
    }
}
