//! Elements of a formula before they're added to the article.

use super::super::tree::{Attrs, Tree};
use crate::page::Tag;

/// A MathML element: tokens have text, others have children.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    pub(super) attrs: Attrs,
    pub(super) text: String,
    pub(super) children: Vec<Element>,
}

impl Element {
    /// Creates a token.
    pub(super) fn token(tag: Tag, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            tag,
            attrs: Attrs::new(),
            text,
            children: Vec::new(),
        }
    }

    pub(super) fn of(tag: Tag, children: Vec<Self>) -> Self {
        Self {
            tag,
            attrs: Attrs::new(),
            text: String::new(),
            children,
        }
    }

    /// Combines elements into one.
    pub(super) fn row(mut children: Vec<Self>) -> Self {
        match children.pop() {
            Some(only) if children.is_empty() => only,
            last => {
                children.extend(last);
                Self::of(Tag::Mrow, children)
            }
        }
    }

    /// Adds the element to the tree, below `parent`.
    pub(super) fn add(self, tree: &mut Tree, parent: usize) {
        let node = tree.push(self.tag, self.attrs, parent, false);
        tree.push_text(&self.text, node);
        for child in self.children {
            child.add(tree, node);
        }
        tree.close(node);
    }
}
