//! What views ask of a detection beside the article: every block with its fate and its density,
//! and which elements stay when everything but the content is folded away.
//!
//! *Content* is what is kept, with title and byline: the reader shows these apart, views of the
//! page itself show them where they stand.

use serde::Serialize;

use crate::article;
use crate::extract::Extraction;
use crate::methods::cetd;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::select::Reason;
use crate::select::blocks;

/// How many shades of density there are.
const SHADES: f32 = 6.0;

/// A run of text and pictures that no block break divides, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// The block-level element whose line content this is.
    pub container: u32,
    /// Its leaves in document order: text nodes and replaced elements; at least one.
    pub leaves: Vec<u32>,
    /// Whether it is content.
    pub content: bool,
    /// Why it is not part of the article's body; `None` where it is.
    pub reason: Option<Reason>,
    /// Which of [`Selection::removed`](crate::select::Selection::removed) it belongs to; `None`
    /// for what is part of the article's body.
    pub removed: Option<u32>,
    /// Characters, white space not counted.
    pub chars: u32,
    /// Hybrid text density of the container (Song, Sun and Liao 2013, Eq. 4), 0 or more.
    pub density: f32,
    /// The density in six steps from 0 to 5, equal on a logarithmic scale; the densest block of
    /// the page has 5.
    pub shade: u8,
}

/// Which elements stay when everything but the content is folded away. Document order
/// throughout; what is in none of the lists goes, unless an element of `wholes` holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fold {
    /// Elements that stay with some of their children: of these, what is in `parts` or `wholes`.
    pub parts: Vec<u32>,
    /// Children of `parts` that stay with everything below them.
    pub wholes: Vec<u32>,
    /// Of `parts`, the elements that only lay out the page: what holds the column, and boxes
    /// without a meaning of their own.
    pub wrappers: Vec<u32>,
    /// Of `wrappers` and `wholes`, and inside of these, the boxes without a meaning of their own
    /// that hold at least half of the content: their edges are those of the column.
    pub columns: Vec<u32>,
    /// Of `parts`, those whose own text, outside of any child, is not content.
    pub loose: Vec<u32>,
}

/// The painted blocks of a page in document order.
pub fn blocks(page: &Page, extraction: &Extraction) -> Vec<Block> {
    let Extraction {
        metadata,
        selection,
        ..
    } = extraction;
    let counts = cetd::Counts::new(page);
    let densities = cetd::hybrid_text_density(page, &counts, &cetd::visual_importance(page));
    let found = blocks::blocks(page);
    let density = |block: &blocks::Block| densities.get(block.container).max(0.0);
    let densest = found.iter().map(density).fold(0.0, f32::max);
    let mut removed = selection.removed.iter().zip(0..).peekable();
    let shown = found.iter().map(|block| {
        let first = block.leaves[0];
        while removed
            .next_if(|(r, _)| page.end(r.node) <= first)
            .is_some()
        {}
        let kept = block.leaves.iter().any(|&l| selection.kept.contains(l));
        let part = removed
            .peek()
            .filter(|(r, _)| !kept && page.contains(r.node, first));
        let reason = part.map(|(r, _)| r.reason);
        let apart = |&node: &NodeId| page.contains(node, first) && !page.is_overlay(first);
        // Scraps above the text are no byline, nor is an author's name in the foot of the page.
        let content = kept
            || reason == Some(Reason::Title)
            || metadata.title_node.iter().any(apart)
            || (reason == Some(Reason::Byline) && metadata.byline_nodes.iter().any(apart));
        let density = density(block);
        let share = libm::logf(1.0 + density) / libm::logf(1.0 + densest);
        let step = (share * SHADES).clamp(0.0, SHADES - 1.0);
        Block {
            container: block.container.0,
            leaves: block.leaves.iter().map(|leaf| leaf.0).collect(),
            content,
            reason,
            removed: part.map(|&(_, index)| index),
            chars: block.chars,
            density,
            shade: if step.is_finite() { step as u8 } else { 0 },
        }
    });
    shown.collect()
}

/// Which elements stay; empty lists where there is no content.
///
/// 1. Count the leaves below every element, and those of them that are content.
/// 2. From the root down: an element all of whose leaves are content stays whole, one with none
///    goes, all others stay in part. What holds the column (the content but title and byline)
///    stays in part always.
pub fn fold(page: &Page, extraction: &Extraction) -> Fold {
    let blocks = blocks(page, extraction);
    let mut content = extraction.selection.kept.clone();
    let mut own = vec![0u32; page.len()];
    let mut own_content = vec![0u32; page.len()];
    for block in &blocks {
        for leaf in block.leaves.iter().map(|&leaf| NodeId(leaf)) {
            own[leaf.index()] = 1;
            if block.content {
                content.insert(leaf);
            }
        }
    }
    for leaf in content.iter() {
        own[leaf.index()] = 1;
        own_content[leaf.index()] = 1;
    }
    let leaves = page.subtree_sums(&own);
    let kept = page.subtree_sums(&own_content);
    let mut fold = Fold::default();
    if kept[page.root().index()] == 0 {
        return fold;
    }
    let column = column(page, extraction).unwrap_or_else(|| page.body());
    let mut plain = NodeSet::new(page);
    for table in article::layout_tables(page, &content) {
        plain.insert(table);
    }
    let is_main = |node: NodeId| 2 * kept[node.index()] >= kept[page.root().index()];
    let mut node = page.root();
    let end = page.end(node);
    while node < end {
        let i = node.index();
        let next = NodeId(node.0 + 1);
        if page.is_text(node) {
            node = next;
            continue;
        }
        let around = page.contains(node, column);
        if around || (kept[i] > 0 && kept[i] < leaves[i]) {
            fold.parts.push(node.0);
            if around || is_wrapper(page, &plain, node) {
                fold.wrappers.push(node.0);
                if around || is_main(node) {
                    fold.columns.push(node.0);
                }
            }
            if is_loose(page, &content, node) {
                fold.loose.push(node.0);
            }
            node = next;
        } else if kept[i] > 0 || is_anchor(page, &leaves, node) {
            fold.wholes.push(node.0);
            let mut inner = Some(node);
            while let Some(n) = inner.filter(|&n| is_main(n) && is_wrapper(page, &plain, n)) {
                fold.columns.push(n.0);
                inner = page.children(n).find(|&c| is_main(c));
            }
            node = page.end(node);
        } else {
            node = page.end(node);
        }
    }
    fold
}

/// The deepest element that holds all that is kept.
fn column(page: &Page, extraction: &Extraction) -> Option<NodeId> {
    let mut kept = extraction.selection.kept.iter();
    let first = kept.next()?;
    let last = kept.next_back().unwrap_or(first);
    page.ancestors(first).find(|&a| page.contains(a, last))
}

/// Whether the element says nothing but where things stand. A part of a table does if the table
/// lays out the page.
fn is_wrapper(page: &Page, plain: &NodeSet, node: NodeId) -> bool {
    match page.tag(node) {
        Tag::Table | Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Tr | Tag::Td | Tag::Th => {
            std::iter::once(node)
                .chain(page.ancestors(node))
                .find(|&n| page.tag(n) == Tag::Table)
                .is_none_or(|table| plain.contains(table))
        }
        Tag::Html
        | Tag::Body
        | Tag::Address
        | Tag::Article
        | Tag::Aside
        | Tag::Center
        | Tag::Div
        | Tag::Footer
        | Tag::Form
        | Tag::Header
        | Tag::Main
        | Tag::Nav
        | Tag::Section
        | Tag::Slot
        | Tag::Iframe
        | Tag::Other => true,
        Tag::Span | Tag::Font | Tag::A => page.is_block(node),
        _ => false,
    }
}

/// Whether an element has text of its own and none of it is content.
fn is_loose(page: &Page, content: &NodeSet, node: NodeId) -> bool {
    let mut own = page
        .children(node)
        .filter(|&c| page.is_text(c) && !page.is_hidden(c) && !page.text(c).trim().is_empty())
        .peekable();
    own.peek().is_some() && own.all(|c| !content.contains(c))
}

/// Something in a line that shows nothing: a place for links to lead to, or a line break.
fn is_anchor(page: &Page, leaves: &[u32], node: NodeId) -> bool {
    leaves[node.index()] == 0
        && matches!(page.tag(node), Tag::A | Tag::Br | Tag::Span | Tag::Wbr)
        && !page.is_block(node)
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::extract::extract;
    use crate::front::html;
    use crate::methods::Method;
    use crate::page::Limits;

    const TEXT: &str = "The pith of a stem is soft, and it carries what the plant lives on, \
        year after year, through every winter. Nobody who cuts a branch of elder forgets it, \
        for it comes out whole, like a candle, and weighs nothing at all.";

    fn found(html: &str) -> (Page, Extraction) {
        let page = html::read(html, "", Limits::default()).unwrap();
        let extraction = extract(&page, Method::Hybrid);
        (page, extraction)
    }

    fn names(page: &Page, nodes: &[u32]) -> Vec<String> {
        let name = |&node: &u32| page.tag(NodeId(node)).name().to_owned();
        nodes.iter().map(name).collect()
    }

    fn sample() -> (Page, Extraction) {
        found(&format!(
            "<title>Pith</title><body><nav><a href=a>Home</a> <a href=b>Trees</a></nav>\
             <main><h1>Pith</h1><div><p>{TEXT}</p><aside class=advert><a href=c>Buy a saw today</a></aside>\
             <ul><li>{TEXT}</li><li>{TEXT}</li></ul></div></main>\
             <footer>Copyright</footer>"
        ))
    }

    #[test]
    fn every_block_is_content_or_has_a_reason() {
        let (page, extraction) = sample();
        let blocks = blocks(&page, &extraction);
        for block in &blocks {
            let of = block
                .removed
                .map(|r| extraction.selection.removed[r as usize].reason);
            assert_eq!(of, block.reason);
        }
        let fate: Vec<_> = blocks.iter().map(|b| (b.content, b.reason)).collect();
        assert_eq!(
            fate,
            [
                (false, Some(Reason::Navigation)),
                (true, Some(Reason::Title)),
                (true, None),
                (false, Some(Reason::OtherColumn)),
                (true, None),
                (true, None),
                (false, Some(Reason::Frame)),
            ]
        );
    }

    #[test]
    fn the_densest_block_has_the_darkest_shade() {
        let (page, extraction) = sample();
        let blocks = blocks(&page, &extraction);
        let densest = blocks.iter().max_by(|a, b| a.density.total_cmp(&b.density));
        assert_eq!(densest.unwrap().shade, 5);
        assert!(blocks[0].shade < 5, "a menu is as dense as text");
    }

    #[test]
    fn what_holds_content_and_more_stays_in_part() {
        let (page, extraction) = sample();
        let fold = fold(&page, &extraction);
        assert_eq!(names(&page, &fold.parts), ["html", "body", "main", "div"]);
        assert_eq!(names(&page, &fold.wholes), ["h1", "p", "ul"]);
        assert_eq!(
            names(&page, &fold.wrappers),
            ["html", "body", "main", "div"]
        );
        assert_eq!(names(&page, &fold.columns), ["html", "body", "main", "div"]);
        assert!(fold.loose.is_empty());
    }

    #[test]
    fn text_of_its_own_that_goes_makes_an_element_loose() {
        let (page, extraction) = found(&format!(
            "<body><article><p>{TEXT}</p><p>{TEXT}</p><p>{TEXT}</p>Filed under: elder</article>"
        ));
        assert_eq!(names(&page, &fold(&page, &extraction).loose), ["article"]);
    }

    #[test]
    fn a_box_with_a_look_of_its_own_is_no_column() {
        let (page, extraction) = found(&format!(
            "<body><main><p>{TEXT}</p><p>{TEXT}</p><div class=note>{TEXT}</div></main>\
             <nav><a href=a>Home</a></nav>"
        ));
        let fold = fold(&page, &extraction);
        assert!(names(&page, &fold.columns).contains(&"main".to_owned()));
        assert!(!names(&page, &fold.columns).contains(&"div".to_owned()));
    }

    #[test]
    fn a_page_without_content_keeps_nothing() {
        let (page, extraction) = found("<body><nav><a href=a>Home</a></nav>");
        assert_eq!(fold(&page, &extraction), Fold::default());
    }

    #[test]
    fn a_table_that_lays_out_the_page_is_a_wrapper_and_one_with_data_is_not() {
        let (page, extraction) = found(&format!(
            "<body><table><tr><td><a href=a>Home</a><td><p>{TEXT}</p><p>{TEXT}</p>\
             <table><tr><th>Year<th>Rings<tr><td>1901<td>3</table><p>{TEXT}</p></table>"
        ));
        let fold = fold(&page, &extraction);
        let tables = names(&page, &fold.columns);
        assert_eq!(tables.iter().filter(|name| *name == "table").count(), 1);
        assert!(tables.contains(&"td".to_owned()));
    }
}
