//! Leaves: painted nodes in document order, with the breaks between them.

use super::{NodeId, Page, Tag};

/// A painted text node, or a painted element that replaces its content ([`Tag::is_replaced`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) node: NodeId,
    /// The nearest block around the leaf, possibly the leaf itself; the body if there is none.
    pub(crate) container: NodeId,
    /// True for the first leaf, and if a block begins or ends between the previous leaf and this
    /// one.
    pub(crate) after_block_break: bool,
    /// The `br` elements since the previous leaf, including unpainted ones.
    pub(crate) line_breaks: u32,
}

/// An iterator over the leaves of a page's body. A block break ends a line even if the block is
/// empty or isn't painted.
#[derive(Debug)]
pub(crate) struct Leaves<'a> {
    page: &'a Page,
    /// The next node, and the first one after the body.
    next: NodeId,
    end: NodeId,
    /// The first node after the last replaced element.
    outside: NodeId,
    /// The blocks around the next node, the innermost last, each with the first node after it. Some
    /// may already have ended.
    around: Vec<(NodeId, NodeId)>,
    /// The container of the previous leaf.
    last: Option<NodeId>,
    line_breaks: u32,
}

impl Page {
    /// Returns the leaves of the body, in document order. O(nodes).
    pub(crate) fn leaves(&self) -> Leaves<'_> {
        let body = self.body();
        Leaves {
            page: self,
            next: body,
            end: self.end(body),
            outside: body,
            around: Vec::new(),
            last: None,
            line_breaks: 0,
        }
    }
}

impl Iterator for Leaves<'_> {
    type Item = Leaf;

    // Not inlined: all callers share the code.
    #[inline(never)]
    fn next(&mut self) -> Option<Leaf> {
        let page = self.page;
        while self.next < self.end {
            let id = self.next;
            self.next.0 += 1;
            let tag = page.tag(id);
            if tag != Tag::Text {
                if page.style(id).display.is_block() {
                    self.leave(id);
                    self.around.push((id, page.end(id)));
                    self.last = None;
                }
                self.line_breaks += u32::from(tag == Tag::Br);
                if !tag.is_replaced() {
                    continue;
                }
            }
            if id < self.outside || page.is_hidden(id) {
                continue;
            }
            // The content of a `picture` or an `iframe` also consists of leaves: the `img`, the
            // document.
            if tag != Tag::Text && !matches!(tag, Tag::Picture | Tag::Iframe) {
                self.outside = page.end(id);
            }
            self.leave(id);
            let container = self.around.last().map_or(page.body(), |around| around.0);
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

impl Leaves<'_> {
    /// Removes the blocks that end before a node.
    fn leave(&mut self, id: NodeId) {
        while self.around.last().is_some_and(|around| around.1 <= id) {
            self.around.pop();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::Limits;
    use crate::source::html;

    /// Returns the leaves' texts or tags, each preceded by a bar if there's a block break and a
    /// slash for every line break.
    fn leaves(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut text = String::new();
        for leaf in page.leaves() {
            text.push_str(if leaf.after_block_break { "|" } else { " " });
            text.push_str(&"/".repeat(leaf.line_breaks as usize));
            match page.is_text(leaf.node) {
                true => text.push_str(page.text(leaf.node)),
                false => text.push_str(&format!("{:?}", page.tag(leaf.node))),
            }
        }
        text
    }

    #[test]
    fn breaks_separate_leaves() {
        assert_eq!(leaves("a<br>b<br><br>c"), "|a /b //c");
        assert_eq!(leaves("<p>a<b>b</b><p>c<br><p>d"), "|a b|c|/d");
        // Empty and unpainted blocks are also breaks.
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
    fn replaced_elements_replace_their_fallback_content() {
        assert_eq!(leaves("<p>a<object>b</object>c<hr>d"), "|a Object c|Hr|d");
        assert_eq!(leaves("<picture><img src=x></picture>"), "|Picture Img");
    }
}
