//! A comment during detection, filled in by all steps.

use crate::page::{NodeId, NodeSet, Page, Tag};

/// An element that is a comment, with the results of the steps.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    /// The node after it. A term of a list (`dt`) extends to the next term.
    pub(super) end: NodeId,
    /// The element of the author or the time; otherwise its own element.
    pub(super) head: NodeId,
    /// The element of the time.
    pub(super) time: Option<NodeId>,
    /// The element of the body; `None` if it can't be distinguished from the rest.
    pub(super) body: Option<NodeId>,
    /// The number of its group, whose comments have the same element signature.
    pub(super) group: usize,
    /// Number of comments above it in its thread, at most [`MAX_DEPTH`](super::depth::MAX_DEPTH).
    pub(super) depth: u32,
    pub(super) details: Details,
    /// The leaves of the body.
    pub(super) leaves: Vec<NodeId>,
}

/// Details of a comment besides its body. Author and time include their elements.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    pub(super) author: Option<(NodeId, String)>,
    pub(super) time: Option<(NodeId, String)>,
    pub(super) votes: Option<i32>,
    pub(super) link: Option<String>,
    /// True if class names mark the article's author.
    pub(super) is_owner: bool,
}

impl Candidate {
    pub(super) fn new(node: NodeId, end: NodeId, head: NodeId) -> Self {
        Self {
            node,
            end,
            head,
            time: None,
            body: None,
            group: 0,
            depth: 0,
            details: Details::default(),
            leaves: Vec::new(),
        }
    }

    /// Returns whether a node is in the comment.
    pub(super) fn contains(&self, node: NodeId) -> bool {
        (self.node..self.end).contains(&node)
    }
}

/// Returns the elements of comments.
pub(super) fn elements(page: &Page, candidates: &[Candidate]) -> NodeSet {
    let mut elements = NodeSet::new(page);
    for candidate in candidates {
        elements.insert(candidate.node);
    }
    elements
}

/// Returns the node after a comment that begins at `node`: a term of a list extends to the next
/// term.
pub(super) fn end_of(page: &Page, node: NodeId) -> NodeId {
    let own = page.end(node);
    if page.tag(node) != Tag::Dt {
        return own;
    }
    let all = page.parent(node).map_or(own, |list| page.end(list));
    let mut next = own;
    while next < all && page.tag(next) != Tag::Dt {
        next = page.end(next);
    }
    next
}
