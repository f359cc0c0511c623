//! Elements with the same signature that may be comments.

use super::candidate::Candidate;
use super::hints::{Hint, Hints};
use super::share::Share;
use crate::page::NodeId;

/// Minimum factor between the text of comments and that of boxes in them.
const TEXT_FACTOR: u32 = 2;

/// An element with its signature.
pub(super) type Signed = (u64, NodeId);

/// Evidence from the attributes of most elements in a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claims {
    /// Microdata declares comments.
    pub(super) is_declared: bool,
    /// Names declare comments.
    pub(super) is_named: bool,
    /// Names declare comments, and articles never have these names.
    pub(super) is_never_article: bool,
}

impl Claims {
    pub(super) fn new(hints: &Hints, group: &[Signed]) -> Self {
        let of_most = |has: fn(&Hint) -> bool| {
            let with = group.iter().filter(|&&(_, node)| has(hints.of(node)));
            Share::HALF.is_exceeded(with.count(), group.len())
        };
        Self {
            is_declared: of_most(|hint| hint.is_comment),
            is_named: of_most(|hint| hint.names.comment),
            is_never_article: of_most(|hint| hint.names.never_article),
        }
    }

    /// Returns whether names or microdata mark them as comments.
    pub(super) fn are_explicit(self) -> bool {
        self.is_declared || self.is_named
    }
}

/// A group of comments.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) comments: Vec<Candidate>,
    /// Bytes of all bodies.
    pub(super) text: u32,
    pub(super) claims: Claims,
    /// Number of elements with the signature.
    pub(super) count: usize,
}

impl Group {
    /// Returns whether its comments are parts of those of another group, which have far more text
    /// and the same authors. They are boxes about authors.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let (own, others) = (self.comments.len(), other.comments.len());
        if other.text <= TEXT_FACTOR * self.text || !Share::HALF.is_reached(others, own) {
            return false;
        }
        let mut outer = other.comments.iter().peekable();
        let mut inside = 0;
        for comment in &self.comments {
            while outer.next_if(|one| one.end <= comment.node).is_some() {}
            inside += usize::from(outer.peek().is_some_and(|one| is_part(comment, one)));
        }
        Share::HALF.is_exceeded(inside, own)
    }
}

/// Returns whether a comment is inside another one with the same author or time.
fn is_part(inner: &Candidate, outer: &Candidate) -> bool {
    let is_same = outer.head == inner.head || outer.time.is_some() && outer.time == inner.time;
    outer.node != inner.node && outer.contains(inner.node) && is_same
}
