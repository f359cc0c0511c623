//! The clean tree, which is the input of the writers.
//!
//! It's flat and in document order, like the page. Everything in it is on the allow-list, and URLs
//! have allowed schemes. It nests at most [`MAX_DEPTH`] blocks and [`MAX_INLINES`] inline elements,
//! so that recursion is safe.

use crate::page::{Attr, NodeId, Tag};
use crate::text::collapse;

/// Maximum nesting of blocks; deeper ones are unwrapped. HTML parsers of browsers accept 512 open
/// elements.
pub(super) const MAX_DEPTH: usize = 100;

/// Maximum nesting of inline elements.
pub(super) const MAX_INLINES: usize = 24;

/// Attributes of an element, in the order they are written.
pub(super) type Attrs = Vec<(Attr, String)>;

/// An element or a run of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// The element's name, or [`Tag::Text`].
    pub(super) tag: Tag,
    /// The element's attributes.
    pub(super) attrs: Attrs,
    /// The parent's index; its own for the root.
    pub(super) parent: usize,
    /// The first index after the subtree.
    pub(super) end: usize,
    /// Start and end of the text in [`Tree::text`].
    span: (usize, usize),
    /// The leaf of the page for which the node was opened.
    pub(super) origin: NodeId,
    /// True if it was inserted to make the tree valid. Adjacent ones of the same kind are merged.
    pub(super) auto: bool,
}

/// Treatment of a node when the tree is tidied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It's kept.
    Stay,
    /// It's replaced by its children.
    Unwrap,
    /// It's removed with its descendants.
    Drop,
}

/// The clean tree. Node 0 is its root, a [`Tag::Article`] that isn't written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    text: String,
    /// Source leaf assigned to new nodes.
    pub(super) origin: NodeId,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// Creates a tree with only its root.
    pub(super) fn new() -> Self {
        Self::with_room(1, 0)
    }

    /// Creates an empty tree with capacity for a number of nodes and bytes of text.
    fn with_room(nodes: usize, text: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(nodes),
            text: String::with_capacity(text),
            origin: NodeId(0),
        };
        tree.push(Tag::Article, Attrs::new(), 0, false);
        tree
    }

    /// Returns the number of nodes, including the root.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn node_mut(&mut self, id: usize) -> &mut Node {
        &mut self.nodes[id]
    }

    pub(super) fn tag(&self, id: usize) -> Tag {
        self.nodes[id].tag
    }

    /// Returns the number of bytes of all text.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Returns the text of a text node; empty for an element.
    pub(super) fn text(&self, id: usize) -> &str {
        let (start, end) = self.nodes[id].span;
        &self.text[start..end]
    }

    /// Returns the value of an attribute.
    pub(super) fn attr(&self, id: usize, attr: Attr) -> Option<&str> {
        let attrs = &self.nodes[id].attrs;
        attrs
            .iter()
            .find(|(a, _)| *a == attr)
            .map(|(_, v)| v.as_str())
    }

    /// Returns the node's children, in order.
    pub(super) fn children(&self, id: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes[id].end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.nodes[child].end;
                child
            })
        })
    }

    /// Returns the descendants of the node, in document order.
    pub(super) fn descendants(&self, id: usize) -> std::ops::Range<usize> {
        id + 1..self.nodes[id].end
    }

    /// Returns all text in the node, unchanged.
    pub(super) fn all_text(&self, id: usize) -> String {
        let texts = self.descendants(id).map(|d| self.text(d));
        let mut all = String::with_capacity(texts.clone().map(str::len).sum());
        all.extend(texts);
        all
    }

    /// Appends an element to `parent`.
    pub(super) fn push(&mut self, tag: Tag, attrs: Attrs, parent: usize, auto: bool) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node {
            tag,
            attrs,
            parent,
            end: id + 1,
            span: (self.text.len(), self.text.len()),
            origin: self.origin,
            auto,
        });
        id
    }

    /// Appends text to `parent`.
    pub(super) fn push_text(&mut self, text: &str, parent: usize) {
        if text.is_empty() {
            return;
        }
        let joins = self
            .nodes
            .last()
            .is_some_and(|last| last.tag == Tag::Text && last.parent == parent);
        if !joins {
            self.push(Tag::Text, Attrs::new(), parent, false);
        }
        self.text.push_str(text);
        let end = self.text.len();
        if let Some(last) = self.nodes.last_mut() {
            last.span.1 = end;
        }
    }

    /// Returns, for every element except the root, the leaf of the page for which it was opened.
    pub(super) fn origins(&self) -> Vec<NodeId> {
        let elements = self.nodes.iter().skip(1).filter(|n| n.tag != Tag::Text);
        elements.map(|n| n.origin).collect()
    }

    /// Returns the leaf of the page for which a node was opened; for joined texts, the first one.
    pub(super) fn origin(&self, id: usize) -> NodeId {
        self.nodes[id].origin
    }

    /// Returns the last character of all text.
    pub(super) fn last_char(&self) -> Option<char> {
        self.text.chars().next_back()
    }

    /// Ends an element: later nodes are outside of it.
    pub(super) fn close(&mut self, id: usize) {
        self.nodes[id].end = self.nodes.len();
    }

    /// Returns the tree after applying each node's fate. Empty text is removed too.
    pub(super) fn settle(self, fates: &[Fate]) -> Self {
        let mut out = Self::with_room(self.len(), self.text.len());
        self.settle_into(&mut out, |id, _, _| fates[id]);
        out
    }

    /// Returns the tree with some nodes replaced. `replace` gets each node of this tree, may add a
    /// replacement to the new tree below a parent, and returns whether it did.
    pub(super) fn replaced(self, replace: impl Fn(&Self, usize, &mut Self, usize) -> bool) -> Self {
        let mut out = Self::with_room(self.len(), self.text.len());
        self.settle_into(&mut out, |id, out, parent| {
            match replace(&self, id, out, parent) {
                true => Fate::Drop,
                false => Fate::Stay,
            }
        });
        out
    }

    /// Removes a line from the beginning of preformatted text, with the empty lines after it. Does
    /// nothing if the text begins with another line, or contains nothing else.
    pub(super) fn remove_line(&mut self, line: &str) {
        let Some(id) = (0..self.len()).find(|&id| !self.text(id).trim().is_empty()) else {
            return;
        };
        let is_around = |n: usize| self.tag(n) == Tag::Pre && self.nodes[n].end > id;
        let text = self.text(id);
        let trimmed = text.trim_start();
        let (first, rest) = trimmed.split_once('\n').unwrap_or((trimmed, ""));
        let rest = rest.trim_start_matches(['\n', '\r']);
        let removed = text.len() - rest.len();
        if (0..id).any(is_around) && !rest.is_empty() && collapse(first) == line {
            self.nodes[id].span.0 += removed;
        }
    }

    /// Returns the tree with a level 1 heading before it.
    pub(super) fn titled(&self, title: &str) -> Self {
        let mut out = Self::with_room(self.len() + 2, self.text.len() + title.len());
        let heading = out.push(Tag::H1, Attrs::new(), 0, false);
        out.push_text(title, heading);
        out.close(heading);
        self.settle_into(&mut out, |_, _, _| Fate::Stay);
        out
    }

    /// Does the same as [`Self::settle`], but appends to `out`.
    fn settle_into(&self, out: &mut Self, mut fate: impl FnMut(usize, &mut Self, usize) -> Fate) {
        // Per open element: its end in the old tree, and its id in the new one.
        let mut open: Vec<(usize, usize)> = vec![(self.len(), 0)];
        let mut id = 1;
        while id < self.len() {
            while let Some(&(end, new)) = open.last()
                && end <= id
            {
                out.close(new);
                open.pop();
            }
            let parent = open.last().map_or(0, |&(_, new)| new);
            let node = &self.nodes[id];
            out.origin = node.origin;
            match fate(id, out, parent) {
                Fate::Drop => {
                    id = node.end;
                    continue;
                }
                Fate::Unwrap => {
                    id += 1;
                    continue;
                }
                Fate::Stay => {}
            }
            if node.tag == Tag::Text {
                out.push_text(self.text(id), parent);
            } else {
                let new = out.push(node.tag, node.attrs.clone(), parent, node.auto);
                open.push((node.end, new));
            }
            id += 1;
        }
        for (_, new) in open {
            out.close(new);
        }
    }
}

/// Returns whether an element is one of `h1` to `h6`.
pub(super) fn is_heading(tag: Tag) -> bool {
    tag.heading_level().is_some()
}

/// Returns whether an element has no end tag.
pub(super) fn is_void(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Br | Tag::Hr | Tag::Img | Tag::Wbr | Tag::Source | Tag::Track
    )
}

/// Returns whether an element of the clean tree is displayed on separate lines.
pub(super) fn is_block(tag: Tag) -> bool {
    tag.is_block() || matches!(tag, Tag::Caption | Tag::Figcaption)
}
