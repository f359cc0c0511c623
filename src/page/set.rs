//! A set of nodes of one page.

use super::{NodeId, Page};

/// A set of nodes of one page.
///
/// ```
/// use pith::page::NodeSet;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One<p>Two", "", Limits::default())?;
/// let mut set = NodeSet::new(&page);
/// assert!(set.is_empty());
/// set.insert_subtree(&page, page.body());
/// set.remove(page.body());
/// assert!(set.intersects_subtree(&page, page.root()) && !set.contains(page.body()));
/// // Two paragraphs and their texts.
/// assert_eq!(set.iter().count(), 4);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    members: Vec<bool>,
}

impl NodeSet {
    /// Returns the empty set over the nodes of `page`.
    pub fn new(page: &Page) -> Self {
        Self {
            members: vec![false; page.len()],
        }
    }

    /// Returns whether the node is in the set.
    pub fn contains(&self, id: NodeId) -> bool {
        self.members.get(id.index()).copied().unwrap_or(false)
    }

    /// Adds a node.
    pub fn insert(&mut self, id: NodeId) {
        self.members[id.index()] = true;
    }

    /// Removes a node.
    pub fn remove(&mut self, id: NodeId) {
        self.members[id.index()] = false;
    }

    /// Adds a node and everything below it.
    pub fn insert_subtree(&mut self, page: &Page, id: NodeId) {
        self.members[id.index()..page.end(id).index()].fill(true);
    }

    /// Removes a node and everything below it.
    pub fn remove_subtree(&mut self, page: &Page, id: NodeId) {
        self.members[id.index()..page.end(id).index()].fill(false);
    }

    /// Returns whether the node or anything below it is in the set.
    pub fn intersects_subtree(&self, page: &Page, id: NodeId) -> bool {
        self.members[id.index()..page.end(id).index()].contains(&true)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    /// Returns the members in document order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        self.members
            .iter()
            .enumerate()
            .filter(|&(_, &member)| member)
            .map(|(i, _)| NodeId::at(i))
    }
}

impl Page {
    /// Returns the nodes visible to the user: painted, and not below an element that is shown
    /// instead of its text (`Tag::shows_no_text`).
    pub fn shown(&self) -> NodeSet {
        let mut shown = NodeSet::new(self);
        let mut next = 0;
        while next < self.len() {
            let id = NodeId::at(next);
            if !self.is_hidden(id) {
                shown.insert(id);
            }
            next = if self.tag(id).shows_no_text() {
                self.end(id).index()
            } else {
                next + 1
            };
        }
        shown
    }
}
