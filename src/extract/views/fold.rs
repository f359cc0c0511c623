//! The elements that stay in a simplified page, and those among them that only lay out the page.

use serde::Serialize;

use super::Content;
use crate::article::image;
use crate::extract::Extraction;
use crate::page::{NodeId, NodeSet, Page, Tag};

/// Maximum characters of a row of facts (name, date, section); longer text needs separate lines.
const ROW_CHARS: u32 = 160;

/// Maximum height of a row's tallest part, in CSS px: two lines with padding.
const ROW_HEIGHT: f32 = 64.0;

/// The elements that stay in a simplified page, all lists in document order. Elements in neither of
/// the first two lists are removed, unless an element in `wholes` contains them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fold {
    /// Elements that stay with some of their children: those in `parts` or `wholes`.
    pub parts: Vec<u32>,
    /// Children of `parts` that stay with everything below them.
    pub wholes: Vec<u32>,
    /// Elements in `parts`, or within `wholes`, without a meaning or their own lines: they only lay
    /// out the page.
    pub wrappers: Vec<u32>,
    /// Elements in `parts`, or within `wholes`, that aren't wrappers only because they have their
    /// own lines: boxes for text and images.
    pub lines: Vec<u32>,
    /// Elements in `wrappers` and `lines` inside the article's body with less than half of the
    /// content: if such a box has its own style it has a meaning, such as a note.
    pub boxes: Vec<u32>,
    /// Elements in `wrappers` whose parts are next to each other in one short line.
    pub rows: Vec<u32>,
    /// Elements in `parts` whose own text, outside any child, isn't content.
    pub loose: Vec<u32>,
    /// Elements in `wrappers` whose reading order differs from document order.
    pub moved: Vec<Moved>,
    /// Images of the content whose placeholders the page hasn't replaced yet.
    pub late: Vec<LateImage>,
}

/// An `img` that doesn't show its image yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LateImage {
    /// The `img`.
    pub node: u32,
    /// The absolute URL of the image.
    pub src: String,
}

/// An element and its children in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The element around them.
    pub parent: u32,
    /// All its child elements.
    pub children: Vec<u32>,
}

/// Finds the elements that stay; empty lists if there is no content.
///
/// 1. Count the leaves below every element, and the content leaves among them.
/// 2. From the root down: an element whose leaves are all content stays whole, one without content
///    is removed, and all others stay in part. The element with the column (the content except for
///    title and byline) always stays in part.
/// 3. Among these, find elements that are only for layout, down to elements with a meaning.
pub fn fold(page: &Page, extraction: &Extraction, content: &Content) -> Fold {
    let blocks = &extraction.selection.blocks;
    let count = |nodes: &mut dyn Iterator<Item = NodeId>| {
        let mut own = vec![0u32; page.len()];
        for node in nodes {
            own[node.index()] = 1;
        }
        page.subtree_sums(&own)
    };
    let painted = blocks.iter().flat_map(|block| &block.leaves);
    let leaves = count(&mut painted.copied().chain(content.leaves.iter()));
    let kept = count(&mut content.leaves.iter());
    let mut fold = Fold::default();
    if kept[page.root().index()] == 0 {
        return fold;
    }
    let column = column(page, extraction).unwrap_or_else(|| page.body());
    let wrapping = Wrapping::new(page, extraction, content, kept, column);
    let mut node = page.root();
    let end = page.end(node);
    let mut whole_to = NodeId(0);
    while node < end {
        let i = node.index();
        let next = NodeId(node.0 + 1);
        if page.is_text(node) {
            node = next;
        } else if node < whole_to {
            // Inside an element that stays whole nothing is removed, and elements without content
            // are ignored.
            let goes_on = wrapping.kept[i] > 0 && wrapping.add(&mut fold, node);
            node = if goes_on { next } else { page.end(node) };
        } else if page.contains(node, column)
            || (wrapping.kept[i] > 0 && wrapping.kept[i] < leaves[i])
        {
            fold.parts.push(node.0);
            if is_loose(page, &content.leaves, node) {
                fold.loose.push(node.0);
            }
            wrapping.add(&mut fold, node);
            node = next;
        } else if wrapping.kept[i] > 0 || is_anchor(page, &leaves, node) {
            fold.wholes.push(node.0);
            whole_to = page.end(node);
            let goes_on = wrapping.kept[i] > 0 && wrapping.add(&mut fold, node);
            node = if goes_on { next } else { whole_to };
        } else {
            node = page.end(node);
        }
    }
    fold.moved = moved(page, content, &fold.wrappers);
    fold.late = late(page, content);
    fold
}

/// Returns the images of the content that a script will load.
fn late(page: &Page, content: &Content) -> Vec<LateImage> {
    let images = content.leaves.iter();
    images
        .filter(|&leaf| page.tag(leaf) == Tag::Img)
        .filter_map(|img| {
            let src = image::late(page, img)?;
            Some(LateImage { node: img.0, src })
        })
        .collect()
}

/// Returns the wrappers whose reading order differs from document order.
fn moved(page: &Page, content: &Content, wrappers: &[u32]) -> Vec<Moved> {
    let reordered = content.arrangement.reordered(page).into_iter();
    reordered
        .filter(|(parent, _)| wrappers.binary_search(&parent.0).is_ok())
        .map(|(parent, children)| Moved {
            parent: parent.0,
            children: children
                .into_iter()
                .filter(|&child| page.is_element(child))
                .map(|child| child.0)
                .collect(),
        })
        .collect()
}

/// Returns the deepest element that contains all kept content.
fn column(page: &Page, extraction: &Extraction) -> Option<NodeId> {
    let mut kept = extraction.selection.kept.iter();
    let first = kept.next()?;
    let last = kept.next_back().unwrap_or(first);
    page.ancestors(first).find(|&a| page.contains(a, last))
}

/// Input for classifying the elements that stay.
struct Wrapping<'a> {
    page: &'a Page,
    /// Content leaves below each node.
    kept: Vec<u32>,
    /// Content leaves of title and byline below each node.
    head: Vec<u32>,
    /// Characters of content below each node.
    chars: Vec<u32>,
    /// Tables that only lay out the page.
    plain: NodeSet,
    /// Elements with their own lines, content or not.
    lined: NodeSet,
    /// Elements within a line.
    in_line: NodeSet,
    column: NodeId,
}

impl<'a> Wrapping<'a> {
    fn new(
        page: &'a Page,
        extraction: &Extraction,
        content: &Content,
        kept: Vec<u32>,
        column: NodeId,
    ) -> Self {
        let mut plain = NodeSet::new(page);
        for table in content.arrangement.layout_tables() {
            plain.insert(table);
        }
        let (mut lined, mut in_line) = (NodeSet::new(page), NodeSet::new(page));
        let (mut head, mut chars) = (vec![0u32; page.len()], vec![0u32; page.len()]);
        for block in &extraction.selection.blocks {
            let container = block.container;
            lined.insert(container);
            for &leaf in &block.leaves {
                for around in page.ancestors(leaf).take_while(|&a| a != container) {
                    if in_line.contains(around) {
                        break;
                    }
                    in_line.insert(around);
                }
                if content.leaves.contains(leaf) && !extraction.selection.kept.contains(leaf) {
                    head[leaf.index()] = 1;
                }
            }
            let mut leaves = block.leaves.iter();
            if leaves.any(|&leaf| content.leaves.contains(leaf)) {
                chars[container.index()] += block.chars;
            }
        }
        Self {
            page,
            kept,
            head: page.subtree_sums(&head),
            chars: page.subtree_sums(&chars),
            plain,
            lined,
            in_line,
            column,
        }
    }

    /// Records the role of an element that stays. Returns whether its content has to be visited
    /// too.
    fn add(&self, fold: &mut Fold, node: NodeId) -> bool {
        if !self.is_meaningless(node) {
            return false;
        }
        let i = node.index();
        if self.lined.contains(node) || self.page.tag(node) == Tag::A {
            fold.lines.push(node.0);
        } else {
            fold.wrappers.push(node.0);
            if self.is_row(node) {
                fold.rows.push(node.0);
            }
        }
        let is_main = 2 * self.kept[i] >= self.kept[self.page.root().index()];
        let in_body = node != self.column && self.page.contains(self.column, node);
        if in_body && !is_main && self.head[i] == 0 {
            fold.boxes.push(node.0);
        }
        true
    }

    /// Returns whether the element is only for layout. A part of a table is if the table is.
    fn is_meaningless(&self, node: NodeId) -> bool {
        let page = self.page;
        match page.tag(node) {
            Tag::Table | Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Tr | Tag::Td | Tag::Th => page
                .inclusive_ancestors(node)
                .find(|&n| page.tag(n) == Tag::Table)
                .is_none_or(|table| self.plain.contains(table)),
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
            | Tag::Iframe => true,
            Tag::Span | Tag::Font | Tag::A => page.is_block(node),
            Tag::Other => page.is_block(node) || !self.in_line.contains(node),
            _ => false,
        }
    }

    /// Returns whether an element's parts are next to each other in one short line, like a name and
    /// a date.
    fn is_row(&self, node: NodeId) -> bool {
        let page = self.page;
        if self.chars[node.index()] > ROW_CHARS {
            return false;
        }
        let mut parts = Vec::new();
        for child in page.children(node).filter(|c| self.kept[c.index()] > 0) {
            let Some(rect) = page.rect(child) else {
                return false;
            };
            let tag = page.tag(child);
            let heading = matches!(
                tag,
                Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6
            );
            if page.is_text(child) || heading || rect.height > ROW_HEIGHT {
                return false;
            }
            parts.push(rect);
        }
        let beside = |pair: &[crate::page::geometry::Rect]| {
            pair[0].y < pair[1].bottom()
                && pair[1].y < pair[0].bottom()
                && (pair[0].right() <= pair[1].x + 1.0 || pair[1].right() <= pair[0].x + 1.0)
        };
        parts.len() > 1 && parts.windows(2).all(beside)
    }
}

/// Returns whether an element has its own text and none of that is content.
fn is_loose(page: &Page, content: &NodeSet, node: NodeId) -> bool {
    let mut own = page
        .children(node)
        .filter(|&c| page.is_text(c) && !page.is_hidden(c) && !page.text(c).trim().is_empty())
        .peekable();
    own.peek().is_some() && own.all(|c| !content.contains(c))
}

/// Returns whether an inline element shows nothing: a link target, or a line break.
fn is_anchor(page: &Page, leaves: &[u32], node: NodeId) -> bool {
    leaves[node.index()] == 0
        && matches!(page.tag(node), Tag::A | Tag::Br | Tag::Span | Tag::Wbr)
        && !page.is_block(node)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{TEXT, found, laid_out, sample};
    use super::*;
    use crate::page::geometry::Rect;

    fn names(page: &Page, nodes: &[u32]) -> Vec<String> {
        let name = |&node: &u32| page.tag(NodeId(node)).name().to_owned();
        nodes.iter().map(name).collect()
    }

    #[test]
    fn elements_with_content_and_more_stay_in_part() {
        let (page, extraction, content) = found(&sample());
        let fold = fold(&page, &extraction, &content);
        assert_eq!(names(&page, &fold.parts), ["html", "body", "main", "div"]);
        assert_eq!(names(&page, &fold.wholes), ["h1", "p", "ul"]);
        assert_eq!(
            names(&page, &fold.wrappers),
            ["html", "body", "main", "div"]
        );
        assert!(fold.lines.is_empty() && fold.boxes.is_empty());
        assert!(fold.loose.is_empty());
    }

    #[test]
    fn an_element_with_removed_text_of_its_own_is_loose() {
        let (page, extraction, content) = found(&format!(
            "<body><article><p>{TEXT}</p><p>{TEXT}</p><p>{TEXT}</p>Filed under: elder</article>"
        ));
        let fold = fold(&page, &extraction, &content);
        assert_eq!(names(&page, &fold.loose), ["article"]);
        assert_eq!(names(&page, &fold.lines), ["article"]);
    }

    #[test]
    fn boxes_within_the_text_are_not_wrappers() {
        let (page, extraction, content) = found(&format!(
            "<body><main><p>{TEXT}</p><p>{TEXT}</p><div class=note>{TEXT}</div></main>\
             <nav><a href=a>Home</a></nav>"
        ));
        let fold = fold(&page, &extraction, &content);
        assert_eq!(names(&page, &fold.wrappers), ["html", "body", "main"]);
        assert_eq!(names(&page, &fold.boxes), ["div"]);
        assert_eq!(fold.lines, fold.boxes);
    }

    #[test]
    fn wrappers_are_found_down_to_semantic_elements() {
        let (page, extraction, content) = found(&format!(
            "<body><main><section><div><p>{TEXT}</p></div><blockquote><div><p>{TEXT}</p></div>\
             </blockquote></section><div>{TEXT}</div></main>"
        ));
        let fold = fold(&page, &extraction, &content);
        let wrappers = names(&page, &fold.wrappers);
        assert_eq!(wrappers.iter().filter(|name| *name == "div").count(), 1);
        assert!(wrappers.contains(&"section".to_owned()));
        assert_eq!(names(&page, &fold.lines), ["div"]);
    }

    #[test]
    fn images_that_wait_for_a_loader_are_late() {
        let late = |img: &str| {
            let (page, extraction, content) = found(&format!(
                "<body><main><p>{TEXT}</p><figure>{img}</figure><p>{TEXT}</p></main>"
            ));
            let late = fold(&page, &extraction, &content).late;
            late.into_iter().map(|image| image.src).collect::<Vec<_>>()
        };
        // The page has no URL.
        let address = ["/a.jpg"];
        assert_eq!(
            late("<img src=data:image/gif;base64,R0 data-src=/a.jpg alt=a>"),
            address
        );
        assert_eq!(
            late("<img class=lazyload src=/grey.jpg data-src=/a.jpg alt=a>"),
            address
        );
        assert_eq!(
            late("<img alt=a><noscript><img src=/a.jpg></noscript>"),
            address
        );
        // The browser loads these automatically.
        assert!(late("<img src=/b.jpg data-src=/a.jpg loading=lazy alt=a>").is_empty());
        assert!(late("<img src=/b.jpg srcset='/a.jpg 900w' alt=a>").is_empty());
        assert!(late("<img src=data:image/gif;base64,R0 alt=a>").is_empty());
    }

    #[test]
    fn a_page_without_content_keeps_nothing() {
        let (page, extraction, content) = found("<body><nav><a href=a>Home</a></nav>");
        assert_eq!(fold(&page, &extraction, &content), Fold::default());
    }

    #[test]
    fn layout_tables_are_wrappers_but_data_tables_are_not() {
        let (page, extraction, content) = found(&format!(
            "<body><table><tr><td><a href=a>Home</a><td><p>{TEXT}</p><p>{TEXT}</p>\
             <table><tr><th>Year<th>Rings<tr><td>1901<td>3</table><p>{TEXT}</p></table>"
        ));
        let fold = fold(&page, &extraction, &content);
        let wrappers = names(&page, &fold.wrappers);
        assert_eq!(wrappers.iter().filter(|name| *name == "table").count(), 1);
        assert!(wrappers.contains(&"td".to_owned()));
    }

    #[test]
    fn a_row_is_short_and_low() {
        let rows = |text: &str, height: f32| {
            let (page, extraction, content) = laid_out(&[
                (text, Rect::new(0.0, 0.0, 300.0, height)),
                ("5 May", Rect::new(320.0, 0.0, 300.0, 20.0)),
            ]);
            names(&page, &fold(&page, &extraction, &content).rows)
        };
        assert_eq!(rows("By Ann Other", 20.0), ["div"]);
        assert!(rows("By Ann Other", 70.0).is_empty());
        assert!(rows(&"By Ann Other ".repeat(20), 20.0).is_empty());
    }

    #[test]
    fn all_child_elements_are_moved_but_no_text() {
        let (page, extraction, content) = laid_out(&[
            ("She cut one in March.", Rect::new(0.0, 300.0, 600.0, 200.0)),
            ("It stood in the window.", Rect::new(0.0, 0.0, 600.0, 200.0)),
        ]);
        let moved = fold(&page, &extraction, &content).moved;
        assert_eq!(moved.len(), 1);
        let parent = NodeId(moved[0].parent);
        let mut elements: Vec<u32> = page
            .children(parent)
            .filter(|&child| page.is_element(child))
            .map(|child| child.0)
            .collect();
        assert!(page.children(parent).count() > elements.len());
        elements.reverse();
        assert_eq!(moved[0].children, elements);
    }

    #[test]
    fn boxes_contain_less_than_half_and_no_title() {
        let boxes = |inner: &str| {
            let (page, extraction, content) = found(&format!(
                "<title>Pith</title><body><main>{inner}<p>{TEXT}</p><p>{TEXT}</p></main>"
            ));
            names(&page, &fold(&page, &extraction, &content).boxes)
        };
        let text = format!("<p>{TEXT}</p>");
        assert_eq!(boxes(&format!("{text}<div>{text}</div>")), ["div"]);
        assert!(boxes(&format!("{text}<div>{}</div>", text.repeat(4))).is_empty());
        assert!(boxes(&format!("{text}<div><h1>Pith</h1>{text}</div>")).is_empty());
    }

    #[test]
    fn link_targets_between_kept_elements_are_kept() {
        let (page, extraction, content) = found(&format!(
            "<body><main><a id=top></a><p>{TEXT}</p><p>{TEXT}</p></main>\
             <nav><a href=a>Home</a></nav>"
        ));
        let fold = fold(&page, &extraction, &content);
        assert_eq!(names(&page, &fold.wholes), ["a", "p", "p"]);
    }
}
