//! Data for views besides the article: every block with its outcome and its density, and the
//! elements that stay in a simplified page.
//!
//! *Content* means kept blocks, title and byline: Reader shows these separately, views of the page
//! show them in place.

mod fold;

pub use fold::{Fold, LateImage, Moved, fold};

use serde::Serialize;

use crate::article::Arrangement;
use crate::compact::argsort;
use crate::extract::Extraction;
use crate::page::geometry::Rect;
use crate::page::{NodeId, NodeSet, Page};
use crate::select::{Reason, RuleId, SelectedBlock, Selection};

/// Number of shades of density.
const SHADES: f32 = 6.0;

/// Minimum characters of a block of the article's body that is running text. If lower, text above
/// the body (a kicker, a credit line) would count as its beginning.
const RUNNING: u32 = 80;

/// The content of a page: kept blocks, title and byline. Shared by [`blocks`] and [`fold()`].
#[derive(Debug)]
pub struct Content {
    /// Its leaves.
    leaves: NodeSet,
    arrangement: Arrangement,
}

impl Content {
    /// Finds the content of a page.
    pub fn new(page: &Page, extraction: &Extraction) -> Self {
        let selection = &extraction.selection;
        let mut leaves = NodeSet::new(page);
        for block in &selection.blocks {
            if is_content(page, extraction, block) {
                block.leaves.iter().for_each(|&leaf| leaves.insert(leaf));
            }
        }
        selection.kept.iter().for_each(|leaf| leaves.insert(leaf));
        Self {
            arrangement: Arrangement::new(page, &leaves),
            leaves,
        }
    }
}

/// A [`SelectedBlock`] for views.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewedBlock {
    /// The block-level element whose lines these are.
    pub container: u32,
    /// Its leaves in document order: text nodes and replaced elements; at least one.
    pub leaves: Vec<u32>,
    /// True if it is content.
    pub content: bool,
    /// The reason why it isn't part of the article's body; `None` if it is.
    pub reason: Option<Reason>,
    /// The rule or other step that last decided about it; `None` if there is none.
    pub by: Option<RuleId>,
    /// Index of its part in [`Selection::removed`](crate::select::Selection::removed); `None` if it
    /// is part of the article's body.
    pub removed: Option<u32>,
    /// Characters without white space.
    pub chars: u32,
    /// True if it is running text of the article's body.
    pub running: bool,
    /// Hybrid text density of the container (Song, Sun and Liao 2013, Eq. 4), 0 or more.
    pub density: f32,
    /// The density in six steps from 0 to 5 on a logarithmic scale; the densest block of the page
    /// has 5.
    pub shade: u8,
    /// Its position in reading order, from 0.
    pub rank: u32,
}

/// Returns the painted blocks of a page in document order.
pub fn blocks(page: &Page, extraction: &Extraction, content: &Content) -> Vec<ViewedBlock> {
    let selection = &extraction.selection;
    let densities = || selection.blocks.iter().map(|block| block.density.max(0.0));
    let densest = densities().fold(0.0, f32::max);
    let viewed = selection.blocks.iter().zip(densities());
    let viewed = viewed.map(|(block, density)| {
        let share = libm::logf(1.0 + density) / libm::logf(1.0 + densest);
        let step = (share * SHADES).clamp(0.0, SHADES - 1.0);
        let mut leaves = block.leaves.iter();
        let reason = selection.reason(block);
        ViewedBlock {
            container: block.container.0,
            leaves: block.leaves.iter().map(|leaf| leaf.0).collect(),
            content: leaves.any(|&leaf| content.leaves.contains(leaf)),
            reason,
            by: block.by,
            removed: block.removed.map(|part| part as u32),
            chars: block.chars,
            running: reason.is_none() && block.chars > RUNNING,
            density,
            shade: if step.is_finite() { step as u8 } else { 0 },
            rank: 0,
        }
    });
    ranked(page, content, viewed.collect())
}

/// Returns the rectangles of the painted blocks from when the page was read, in document order: for
/// each the left and the top edge, width and height of its container, in CSS px in document
/// coordinates. Zeros if unknown.
pub fn boxes(page: &Page, selection: &Selection) -> Vec<f32> {
    let blocks = selection.blocks.iter();
    let rects = blocks.map(|block| page.rect(block.container).unwrap_or_default());
    rects
        .flat_map(
            |Rect {
                 x,
                 y,
                 width,
                 height,
             }| [x, y, width, height],
        )
        .collect()
}

/// Returns whether a block is kept, or contains the title or the byline.
fn is_content(page: &Page, extraction: &Extraction, block: &SelectedBlock) -> bool {
    let Extraction {
        metadata,
        selection,
        ..
    } = extraction;
    let reason = selection.reason(block);
    let first = block.leaves[0];
    let apart = |&node: &NodeId| page.contains(node, first) && !page.is_overlay(first);
    let mut leaves = block.leaves.iter();
    // Fragments above the text aren't a byline, nor is an author's name in the footer.
    leaves.any(|&leaf| selection.kept.contains(leaf))
        || reason == Some(Reason::Title)
        || (metadata.title_node.iter().any(apart) && !block.is_element)
        || (reason == Some(Reason::Byline) && metadata.byline_nodes.iter().any(apart))
}

/// Returns the blocks with their positions in reading order.
fn ranked(page: &Page, content: &Content, mut blocks: Vec<ViewedBlock>) -> Vec<ViewedBlock> {
    let mut place: Vec<u32> = (0..).take(page.len()).collect();
    if let Some(order) = content.arrangement.reading_order(page) {
        for (at, node) in (0..).zip(order) {
            place[node.index()] = at;
        }
    }
    let first = |block: &ViewedBlock| place[NodeId(block.leaves[0]).index()];
    let by_place = argsort::ascending(blocks.iter().map(first));
    for (rank, block) in (0..).zip(by_place) {
        blocks[block].rank = rank;
    }
    blocks
}

/// Pages for tests of views.
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod fixtures {
    use super::*;
    use crate::extract::one_click;
    use crate::page::geometry::Rect;
    use crate::page::{Limits, PageBuilder, PageInfo, Style, Tag};
    use crate::select::Overrides;
    use crate::select::{Override, SiteRules};
    use crate::source::html;

    pub(super) const TEXT: &str = "The pith of a stem is soft, and it carries what the plant lives on, \
        year after year, through every winter. Nobody who cuts a branch of elder forgets it, \
        for it comes out whole, like a candle, and weighs nothing at all.";

    /// Returns a page with its extraction and its content.
    pub(super) fn found(html: &str) -> (Page, Extraction, Content) {
        let page = html::read(html, "", Limits::default()).unwrap();
        let extraction = one_click(&page);
        let content = Content::new(&page, &extraction);
        (page, extraction, content)
    }

    /// Returns a page of boxes, each with a text and a rectangle, with white space in between. All
    /// are content.
    pub(super) fn laid_out(boxes: &[(&str, Rect)]) -> (Page, Extraction, Content) {
        let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
        let screen = Rect::new(0.0, 0.0, 800.0, 600.0);
        let html = Style::of_tag(Tag::Html, &Style::default());
        builder.open(Tag::Html, html, Some(screen)).unwrap();
        let body = builder.open_tag(Tag::Body).unwrap();
        builder.open_tag(Tag::Div).unwrap();
        for &(text, rect) in boxes {
            let style = Style::of_tag(Tag::Div, &builder.style());
            builder.open(Tag::Div, style, Some(rect)).unwrap();
            builder.text(text).unwrap();
            builder.close();
            builder.text(" ").unwrap();
        }
        let page = builder.finish().unwrap();
        let all = Overrides {
            nodes: vec![(body, Override::Keep)],
            ..Overrides::default()
        };
        let (extraction, _) = one_click(&page)
            .decided(&page, &SiteRules::default(), &all)
            .unwrap();
        let content = Content::new(&page, &extraction);
        (page, extraction, content)
    }

    /// Returns a page with a menu, a title, text with an advert in it, and a footer.
    pub(super) fn sample() -> String {
        format!(
            "<title>Pith</title><body><nav><a href=a>Home</a> <a href=b>Trees</a></nav>\
             <main><h1>Pith</h1><div><p>{TEXT}</p><aside class=advert><a href=c>Buy a saw today</a></aside>\
             <ul><li>{TEXT}</li><li>{TEXT}</li></ul></div></main>\
             <footer>Copyright</footer>"
        )
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::fixtures::{TEXT, found, laid_out, sample};
    use super::*;
    use crate::page::geometry::Rect;

    #[test]
    fn every_block_is_content_or_has_a_reason() {
        let (page, extraction, content) = found(&sample());
        let blocks = blocks(&page, &extraction, &content);
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
    fn heading_controls_are_not_content() {
        let (page, extraction, content) = found(&format!(
            "<title>Pith</title><body><main><h1>Pith <a href=#pith>¶</a></h1><p>{TEXT}</p>\
             <h2><a href=#elder>#</a> Elder <span>[<a href=/e>edit</a>]</span> wood</h2>\
             <p>{TEXT}</p><p>{TEXT}</p></main>"
        ));
        let text = |block: &ViewedBlock| {
            let leaves = block.leaves.iter().map(|&leaf| page.raw_text(NodeId(leaf)));
            leaves.collect::<String>().trim().to_owned()
        };
        let blocks = blocks(&page, &extraction, &content);
        let short = blocks.iter().filter(|block| block.chars < 20);
        let fate: Vec<_> = short.map(|b| (text(b), b.content, b.reason)).collect();
        let control = |of: &str| (of.to_owned(), false, Some(Reason::Navigation));
        assert_eq!(
            fate,
            [
                ("Pith".to_owned(), true, Some(Reason::Title)),
                control("¶"),
                control("#"),
                ("Elder".to_owned(), true, None),
                control("[edit]"),
                ("wood".to_owned(), true, None),
            ]
        );
        assert_eq!(blocks.iter().filter(|block| block.content).count(), 6);
        let fold = fold(&page, &extraction, &content);
        let parts = fold.parts.iter().map(|&part| page.tag(NodeId(part)).name());
        assert_eq!(
            parts.collect::<Vec<_>>(),
            ["html", "body", "main", "h1", "h2"]
        );
    }

    #[test]
    fn running_text_is_long_and_in_the_body() {
        let title = TEXT.split(" Nobody").next().unwrap();
        let (page, extraction, content) = found(&format!(
            "<title>{title}</title><body><main><h1>{title}</h1><p>In the garden</p>\
             <p>{TEXT}</p><p>She cut one in March, and it stood in the window until autumn.</p>\
             <p>{TEXT}</p></main>"
        ));
        let blocks = blocks(&page, &extraction, &content);
        let found: Vec<_> = blocks
            .iter()
            .map(|b| (b.reason, b.chars > 80, b.running))
            .collect();
        assert_eq!(
            found,
            [
                (Some(Reason::Title), true, false),
                (None, false, false),
                (None, true, true),
                (None, false, false),
                (None, true, true),
            ]
        );
    }

    #[test]
    fn the_densest_block_has_the_darkest_shade() {
        let (page, extraction, content) = found(&sample());
        let blocks = blocks(&page, &extraction, &content);
        let densest = blocks.iter().max_by(|a, b| a.density.total_cmp(&b.density));
        assert_eq!(densest.unwrap().shade, 5);
        assert!(blocks[0].shade < 5, "a menu is as dense as text");
        let most = densest.unwrap().density.ln_1p();
        for block in &blocks {
            let step = (6.0 * block.density.ln_1p() / most) as u8;
            assert_eq!(block.shade, step.min(5), "{}", block.density);
        }
    }

    #[test]
    fn an_author_named_in_the_footer_is_not_content() {
        let (page, extraction, content) = found(&format!(
            "<title>Pith</title><body><main><h1>Pith</h1><p class=byline>By Ann Other</p>\
             <p>{TEXT}</p><p>{TEXT}</p></main>\
             <div class=author>Site made by Joan Doe</div>"
        ));
        let blocks = blocks(&page, &extraction, &content);
        let bylines = blocks.iter().filter(|b| b.reason == Some(Reason::Byline));
        let content: Vec<bool> = bylines.map(|block| block.content).collect();
        assert_eq!(content, [true, false]);
    }

    #[test]
    fn a_title_in_an_overlay_is_not_content() {
        let title = |style: &str| {
            let (page, extraction, content) = found(&format!(
                "<title>Pith</title><body><div style='{style}'><h1><div>Pith</div></h1></div>\
                 <main><p>{TEXT}</p><p>{TEXT}</p></main>"
            ));
            assert!(extraction.metadata.title_node.is_some());
            blocks(&page, &extraction, &content)[0].content
        };
        assert!(title(""));
        assert!(!title("position: fixed"));
    }

    #[test]
    fn blocks_are_ranked_in_reading_order() {
        let below = ("She cut one in March.", Rect::new(0.0, 300.0, 600.0, 200.0));
        let above = ("It stood in the window.", Rect::new(0.0, 0.0, 600.0, 200.0));
        let (page, extraction, content) = laid_out(&[below, above]);
        let blocks = blocks(&page, &extraction, &content);
        let ranks: Vec<u32> = blocks.iter().map(|block| block.rank).collect();
        assert_eq!(ranks, [1, 0]);
    }
}
