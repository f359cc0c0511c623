//! The page: the input of every method, independent of its source.
//!
//! A [`Page`] is a flat, immutable value in document order.
//!
//! Invariants, enforced by [`PageBuilder`], the only constructor:
//!
//! - A [`NodeId`] is the preorder rank of a node. Node 0 is the root element (`html`).
//! - A subtree is the slice `id .. end(id)`. Sums over subtrees are one reverse sweep; nothing
//!   here recurses, so a page nested 50,000 levels deep is as safe as a flat one.
//! - Only elements and text nodes are kept. Of scripts only JSON-LD, formula sources, and whether
//!   they render formulas are kept.
//! - Collapsible white space is a single space; preformatted white space is unchanged. A line feed
//!   between two wide characters (Chinese, Japanese) is removed.
//! - An element with the source of a formula that the page doesn't render has the tag `math`.
//! - URLs in attributes are absolute, except those that begin with `#`.
//! - Shadow trees replace their hosts' children, slotted nodes replace their slots, and same-origin
//!   frames' bodies are below their `iframe`.

mod attr;
mod background;
mod build;
mod code_bar;
mod code_language;
mod code_names;
mod float;
mod folded;
pub(crate) mod formula;
pub mod geometry;
mod leaves;
mod limits;
mod names;
mod reveal;
mod segment_break;
mod set;
mod snippet;
mod srcset;
mod style;
mod tag;
mod unseen;
mod variants;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use attr::Attr;
pub(crate) use attr::{MAX_OTHER_BYTES, MAX_SVG_LENGTH, MIN_SVG_SIDE, SAME as SAME_ATTRS};
pub use build::{PageBuilder, PageError};
pub(crate) use code_language::named as language_named;
pub(crate) use code_names::{
    is_code_box, is_code_fragment, is_code_line, is_signature, may_stand_in_code,
};
pub use limits::Limits;
pub use set::NodeSet;
pub(crate) use snippet::{SNIPPETS, snippet_page};
pub(crate) use srcset::map_srcset;
pub use srcset::srcset;
pub use style::{Display, Placement, Style, Visibility, Writing};
pub use tag::Tag;
pub(crate) use tag::{MATHJAX_PREFIX, SAME as SAME_TAGS};
pub(crate) use unseen::is_private;

use crate::page::geometry::{Rect, Size};
use crate::text::TextCounts;

/// The preorder rank of a node in its [`Page`].
///
/// ```
/// use pith::page::NodeId;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One", "", Limits::default())?;
/// // The root comes first, and ranks follow document order.
/// assert_eq!(page.root(), NodeId(0));
/// assert!(page.root() < page.body());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the rank as an index into per-node columns.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the node at an index into per-node columns. Limits keep them far below `u32::MAX`.
    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// Information about a page besides its nodes.
///
/// ```
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One", "https://example.org/", Limits::default())?;
/// assert_eq!(page.info().url, "https://example.org/");
/// // HTML text has no layout.
/// assert_eq!(page.info().viewport, None);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageInfo {
    /// The document's URL; empty if unknown.
    pub url: String,
    /// The viewport in CSS px, if the page was laid out.
    pub viewport: Option<Size>,
    /// The document's language according to the HTTP response or the browser; usually unknown.
    pub content_language: Option<String>,
}

/// A page in document order. See the [module](self) for its invariants.
///
/// ```
/// use pith::page::Tag;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<h1>Home</h1><p>One <b>word", "", Limits::default())?;
/// let bold = page.nodes().find(|&id| page.tag(id) == Tag::B);
/// assert_eq!(bold.map(|id| page.raw_text(id)), Some("word"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    info: PageInfo,
    tags: Vec<Tag>,
    parents: Vec<u32>,
    ends: Vec<u32>,
    levels: Vec<u32>,
    /// Per node: end of its text in `text` (a prefix sum; elements add nothing).
    text_ends: Vec<u32>,
    text: String,
    /// Per node: the counts of its text.
    counts: Vec<TextCounts>,
    /// Per node: end of its attributes in `attrs` (a prefix sum).
    attr_ends: Vec<u32>,
    attrs: Vec<(Attr, u32)>,
    /// All attribute values, concatenated; `attrs` contains their ends.
    attr_values: String,
    styles: Vec<Style>,
    hidden: Vec<bool>,
    overlay: Vec<bool>,
    /// Empty if the page was not laid out.
    rects: Vec<Rect>,
    body: u32,
    /// Elements with the source of a formula that the page doesn't render, in document order.
    formulas: Vec<NodeId>,
}

/// The parent of the root.
const NO_PARENT: u32 = u32::MAX;

impl Page {
    /// Frees spare capacity, up to half the memory of a finished page.
    fn shrink_to_fit(&mut self) {
        self.tags.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.levels.shrink_to_fit();
        self.text_ends.shrink_to_fit();
        self.text.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.attr_ends.shrink_to_fit();
        self.attrs.shrink_to_fit();
        self.attr_values.shrink_to_fit();
        self.styles.shrink_to_fit();
        self.hidden.shrink_to_fit();
        self.overlay.shrink_to_fit();
        self.rects.shrink_to_fit();
    }

    /// Returns the information about the page besides its nodes.
    pub fn info(&self) -> &PageInfo {
        &self.info
    }

    /// Returns the document's URL; empty if unknown.
    pub fn url(&self) -> &str {
        &self.info.url
    }

    /// Returns the number of nodes, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a page always has a root")]
    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// Returns whether rectangles and computed styles come from a real layout.
    pub fn has_layout(&self) -> bool {
        !self.rects.is_empty()
    }

    /// Returns the root element.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the `body` element; the root if there is none.
    pub fn body(&self) -> NodeId {
        NodeId(self.body)
    }

    /// Returns all nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        let len = u32::try_from(self.len()).unwrap_or(u32::MAX);
        (0..len).map(NodeId)
    }

    /// Returns the element's name, or [`Tag::Text`].
    pub fn tag(&self, id: NodeId) -> Tag {
        *at(&self.tags, id)
    }

    /// Returns whether the node is a text node.
    pub fn is_text(&self, id: NodeId) -> bool {
        self.tag(id) == Tag::Text
    }

    /// Returns whether the node is an element.
    pub fn is_element(&self, id: NodeId) -> bool {
        !self.is_text(id)
    }

    /// Returns the parent element; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = *at(&self.parents, id);
        (parent != NO_PARENT).then_some(NodeId(parent))
    }

    /// Returns the first rank after the node's subtree.
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(*at(&self.ends, id))
    }

    /// Returns the depth below the root, which has level 0.
    pub fn level(&self, id: NodeId) -> u32 {
        *at(&self.levels, id)
    }

    /// Returns the node and everything below it, in document order.
    pub fn subtree(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (id.0..*at(&self.ends, id)).map(NodeId)
    }

    /// Returns everything below the node, in document order.
    pub fn descendants(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (id.0 + 1..*at(&self.ends, id)).map(NodeId)
    }

    /// Returns the node's children, in order.
    ///
    /// ```
    /// use pith::page::Tag;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One <b>word</b>", "", Limits::default())?;
    /// let tags = page.children(page.body()).map(|child| page.tag(child));
    /// assert_eq!(tags.collect::<Vec<_>>(), [Tag::P]);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = *at(&self.ends, id);
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = NodeId(next);
                next = *at(&self.ends, child);
                child
            })
        })
    }

    /// Returns the node's ancestors, parent first, root last.
    ///
    /// ```
    /// use pith::page::Tag;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One <b>word</b>", "", Limits::default())?;
    /// let bold = page.nodes().find(|&id| page.tag(id) == Tag::B).unwrap_or(page.root());
    /// let names = page.ancestors(bold).map(|around| page.tag(around));
    /// assert_eq!(names.collect::<Vec<_>>(), [Tag::P, Tag::Body, Tag::Html]);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |&a| self.parent(a))
    }

    /// Returns the node itself, and then its ancestors.
    pub fn inclusive_ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&a| self.parent(a))
    }

    /// Returns whether `descendant` is `ancestor` or below it.
    ///
    /// ```
    /// use pith::page::Tag;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One <b>word</b>", "", Limits::default())?;
    /// let bold = page.nodes().find(|&id| page.tag(id) == Tag::B).unwrap_or(page.root());
    /// assert!(page.contains(page.body(), bold) && page.contains(bold, bold));
    /// assert!(!page.contains(bold, page.body()));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn contains(&self, ancestor: NodeId, descendant: NodeId) -> bool {
        ancestor <= descendant && descendant < self.end(ancestor)
    }

    /// Returns the text of a text node; empty for an element.
    pub fn text(&self, id: NodeId) -> &str {
        let start = match id.index() {
            0 => 0,
            i => self.text_ends[i - 1],
        };
        &self.text[start as usize..*at(&self.text_ends, id) as usize]
    }

    /// Returns the counts of the node's own text: zero for an element, and for the text of a script
    /// or style sheet.
    pub fn counts(&self, id: NodeId) -> &TextCounts {
        at(&self.counts, id)
    }

    /// Returns all text below the node unchanged, with nothing between nodes.
    pub fn raw_text(&self, id: NodeId) -> &str {
        let start = match id.index() {
            0 => 0,
            i => self.text_ends[i - 1],
        };
        let last = *at(&self.ends, id) as usize - 1;
        &self.text[start as usize..self.text_ends[last] as usize]
    }

    /// Returns the visible text below the node on one line: with a space for every block break and
    /// `br`, white space collapsed, and trimmed.
    ///
    /// ```
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One <p hidden>Two<p>Three", "", Limits::default())?;
    /// assert_eq!(page.visible_text(page.body()), "One Three");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn visible_text(&self, id: NodeId) -> String {
        let mut out = String::new();
        let mut space = false;
        for n in self.subtree(id) {
            if self.is_text(n) {
                if self.is_hidden(n) {
                    continue;
                }
                for c in self.text(n).chars() {
                    if c.is_whitespace() {
                        space = true;
                    } else {
                        if space && !out.is_empty() {
                            out.push(' ');
                        }
                        space = false;
                        out.push(c);
                    }
                }
            } else if self.tag(n) == Tag::Br || self.is_block(n) {
                space = true;
            }
            // A block that ends before the next node also breaks the line.
            let next = NodeId(n.0 + 1);
            if next < self.end(id) {
                let mut closed = n;
                while self.end(closed) == next {
                    if self.is_block(closed) {
                        space = true;
                        break;
                    }
                    match self.parent(closed) {
                        Some(parent) if parent >= id => closed = parent,
                        _ => break,
                    }
                }
            }
        }
        out
    }

    /// Returns the value of an attribute.
    ///
    /// ```
    /// use pith::page::Attr;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<html lang=en>", "", Limits::default())?;
    /// assert_eq!(page.attr(page.root(), Attr::Lang), Some("en"));
    /// assert_eq!(page.attr(page.root(), Attr::Dir), None);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn attr(&self, id: NodeId, attr: Attr) -> Option<&str> {
        let own = self.attr_range(id);
        let before = self.attrs[own.clone()]
            .iter()
            .position(|&(a, _)| a == attr)?;
        Some(self.attr_value(own.start + before))
    }

    /// Returns the node's attributes in source order.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (Attr, &str)> {
        self.attr_range(id)
            .map(|i| (self.attrs[i].0, self.attr_value(i)))
    }

    /// Returns the range of the node's attributes among all attributes.
    fn attr_range(&self, id: NodeId) -> Range<usize> {
        let start = match id.index() {
            0 => 0,
            i => self.attr_ends[i - 1],
        };
        start as usize..*at(&self.attr_ends, id) as usize
    }

    /// Returns the value of an attribute, given its index among all attributes.
    fn attr_value(&self, i: usize) -> &str {
        let from = match i {
            0 => 0,
            i => self.attrs[i - 1].1,
        };
        &self.attr_values[from as usize..self.attrs[i].1 as usize]
    }

    /// Returns the node's styles; a text node has its parent's.
    pub fn style(&self, id: NodeId) -> &Style {
        at(&self.styles, id)
    }

    /// Returns whether the element begins a new line; false for text nodes.
    pub fn is_block(&self, id: NodeId) -> bool {
        self.is_element(id) && self.style(id).display.is_block()
    }

    /// Returns the nearest block around a node, not the node itself.
    pub(crate) fn line_block(&self, id: NodeId) -> Option<NodeId> {
        self.ancestors(id).find(|&around| self.is_block(around))
    }

    /// Returns for each node the element that contains its line: the nearest block, possibly the
    /// node itself; the root if there is none.
    pub(crate) fn containers(&self) -> Vec<NodeId> {
        let mut containers: Vec<NodeId> = Vec::with_capacity(self.len());
        for id in self.nodes() {
            let around = self.parent(id).map_or(id, |p| containers[p.index()]);
            containers.push(if self.is_block(id) { id } else { around });
        }
        containers
    }

    /// Returns whether the node's own text is unpainted because of its own style or an ancestor's.
    pub fn is_hidden(&self, id: NodeId) -> bool {
        *at(&self.hidden, id)
    }

    /// Treats an element as not painted, with everything in it, in this page and its records.
    fn hide(&mut self, id: NodeId) {
        for i in id.index()..self.ends[id.index()] as usize {
            // A text node has the style of its parent.
            if i == id.index() || self.tags[i] == Tag::Text && self.parents[i] == id.0 {
                self.styles[i].visibility = Visibility::Hidden;
            }
            self.hidden[i] = true;
        }
    }

    /// Returns whether the node or an ancestor is fixed to the screen.
    pub fn is_overlay(&self, id: NodeId) -> bool {
        *at(&self.overlay, id)
    }

    /// Returns the node's rectangle; `None` if the page was not laid out. Inline elements and
    /// text nodes have the rectangle of the nearest block around them.
    pub fn rect(&self, id: NodeId) -> Option<Rect> {
        self.rects.get(id.index()).copied()
    }

    /// Adds up a value per node over every subtree in one reverse sweep: the result for a node is
    /// its value plus those of all its descendants.
    ///
    /// ```
    /// use pith::page::Tag;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One <b>word</b>", "", Limits::default())?;
    /// let chars: Vec<u32> = page.nodes().map(|id| page.counts(id).chars).collect();
    /// assert_eq!(page.subtree_sums(&chars)[page.body().index()], 7);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn subtree_sums<T: Copy + std::ops::AddAssign>(&self, own: &[T]) -> Vec<T> {
        let mut sums = own.to_vec();
        for i in (1..sums.len()).rev() {
            let sum = sums[i];
            sums[self.parents[i] as usize] += sum;
        }
        sums
    }
}

/// Returns a column's value for a node. The panic message omits index and length: this is called in
/// many places, and a call without arguments is smaller.
fn at<T>(column: &[T], id: NodeId) -> &T {
    column.get(id.index()).unwrap_or_else(|| no_such_node())
}

#[cold]
#[inline(never)]
fn no_such_node() -> ! {
    panic!("a node of another page")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Page {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        for tag in [Tag::Html, Tag::Body, Tag::Div] {
            b.open_tag(tag).unwrap();
        }
        b.open_tag(Tag::P).unwrap();
        b.attr(Attr::Id, "one").unwrap();
        b.attr(Attr::Class, "a b").unwrap();
        b.text("one \n two").unwrap();
        b.close();
        b.open_tag(Tag::P).unwrap();
        b.text("three").unwrap();
        b.close();
        b.close();
        b.open_tag(Tag::Script).unwrap();
        b.text("x").unwrap();
        b.finish().unwrap()
    }

    #[test]
    fn subtrees_are_slices_and_text_is_collapsed() {
        let page = sample();
        let div = NodeId(2);
        assert_eq!(page.tag(div), Tag::Div);
        assert_eq!(page.raw_text(div), "one twothree");
        assert_eq!(page.visible_text(page.root()), "one two three");
        let children: Vec<_> = page.children(div).map(|c| page.raw_text(c)).collect();
        assert_eq!(children, ["one two", "three"]);
        assert_eq!(page.attr(NodeId(3), Attr::Class), Some("a b"));
        assert_eq!(page.attr(NodeId(3), Attr::Href), None);
        assert_eq!(page.attrs(NodeId(5)).count(), 0);
        assert_eq!(page.body(), NodeId(1));
    }

    #[test]
    fn shown_nodes_exclude_scripts_and_media_fallbacks() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        b.text("a").unwrap();
        b.open_tag(Tag::Video).unwrap();
        b.text("no video here").unwrap();
        b.close();
        b.open_tag(Tag::Script).unwrap();
        b.text("x").unwrap();
        b.close();
        b.text("b").unwrap();
        let page = b.finish().unwrap();
        let shown: Vec<_> = page.shown().iter().map(|id| page.tag(id)).collect();
        assert_eq!(shown, [Tag::Body, Tag::Text, Tag::Video, Tag::Text]);
    }

    #[test]
    fn subtree_sums_include_every_descendant() {
        let page = sample();
        let ones = vec![1u32; page.len()];
        let sums = page.subtree_sums(&ones);
        for id in page.nodes() {
            assert_eq!(sums[id.index()] as usize, page.subtree(id).len());
        }
    }
}
