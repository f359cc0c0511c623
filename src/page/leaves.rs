//! Leaves: what is painted, in document order, and what divides each from the one before.

use std::ops::Range;

use super::{NodeId, Page, Tag};

/// A painted text node, or a painted element that stands for itself ([`Tag::is_replaced`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) node: NodeId,
    /// The nearest block around the leaf, itself counted; the body where there is none.
    pub(crate) container: NodeId,
    /// True for the first leaf, and where a block begins or ends since the leaf before.
    pub(crate) after_block_break: bool,
    /// The `br` elements since the leaf before, those that are not painted counted.
    pub(crate) line_breaks: u32,
}

/// The leaves of a page's body. A block break ends a line even where the block holds nothing or is
/// not painted.
#[derive(Debug)]
pub(crate) struct Leaves<'a> {
    page: &'a Page,
    /// The ranks of the nodes that come next.
    nodes: Range<u32>,
    /// The first node behind the last replaced element.
    outside: NodeId,
    /// The blocks around the next node, the innermost last. One may be over already.
    around: Vec<NodeId>,
    /// The container of the leaf before.
    last: Option<NodeId>,
    line_breaks: u32,
}

impl Page {
    /// Returns the leaves of the body, in document order. O(nodes).
    pub(crate) fn leaves(&self) -> Leaves<'_> {
        let body = self.body();
        Leaves {
            page: self,
            nodes: body.0..self.end(body).0,
            outside: body,
            around: Vec::new(),
            last: None,
            line_breaks: 0,
        }
    }
}

impl Iterator for Leaves<'_> {
    type Item = Leaf;

    // The callers share it.
    #[inline(never)]
    fn next(&mut self) -> Option<Leaf> {
        let page = self.page;
        for id in self.nodes.by_ref().map(NodeId) {
            let tag = page.tag(id);
            if page.is_block(id) {
                while self
                    .around
                    .pop_if(|around| page.end(*around) <= id)
                    .is_some()
                {}
                self.around.push(id);
                self.last = None;
            }
            self.line_breaks += u32::from(tag == Tag::Br);
            let is_leaf = page.is_text(id) || tag.is_replaced();
            if id < self.outside || !is_leaf || page.is_hidden(id) {
                continue;
            }
            // A picture stands beside the `img` in it, a frame beside its document.
            if tag.is_replaced() && !matches!(tag, Tag::Picture | Tag::Iframe) {
                self.outside = page.end(id);
            }
            while self
                .around
                .pop_if(|around| page.end(*around) <= id)
                .is_some()
            {}
            let container = self.around.last().copied().unwrap_or(page.body());
            return Some(Leaf {
                node: id,
                container,
                after_block_break: self.last.replace(container) != Some(container),
                line_breaks: std::mem::take(&mut self.line_breaks),
            });
        }
        None
    }
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::front::html;
    use crate::page::Limits;

    /// Returns the leaves' texts or tags, each with a bar before it for a block break and a slash
    /// for every line break.
    fn leaves(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut said = String::new();
        for leaf in page.leaves() {
            said.push_str(if leaf.after_block_break { "|" } else { " " });
            said.push_str(&"/".repeat(leaf.line_breaks as usize));
            match page.is_text(leaf.node) {
                true => said.push_str(page.text(leaf.node)),
                false => said.push_str(&format!("{:?}", page.tag(leaf.node))),
            }
        }
        said
    }

    #[test]
    fn breaks_divide_leaves() {
        assert_eq!(leaves("a<br>b<br><br>c"), "|a /b //c");
        assert_eq!(leaves("<p>a<b>b</b><p>c<br><p>d"), "|a b|c|/d");
        // What holds nothing and what is not painted divides as well.
        assert_eq!(leaves("a<div></div>b<div hidden>c</div>d"), "|a|b|d");
        assert_eq!(leaves("a<span hidden>b<br></span>c"), "|a /c");
    }

    #[test]
    fn a_leafs_container_is_the_nearest_block() {
        let html = "a<div>b<p>c</p>d</div>e";
        let page = html::read(html, "", Limits::default()).unwrap();
        let containers = page.leaves().map(|leaf| page.tag(leaf.container).name());
        assert_eq!(
            containers.collect::<Vec<_>>(),
            ["body", "div", "p", "div", "body"]
        );
    }

    #[test]
    fn replaced_elements_stand_for_what_is_in_them() {
        assert_eq!(leaves("<p>a<object>b</object>c<hr>d"), "|a Object c|Hr|d");
        assert_eq!(leaves("<picture><img src=x></picture>"), "|Picture Img");
    }
}
