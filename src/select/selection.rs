//! A selection: the outcome of every block, and the resulting parts of the page.

use super::blocks::{Block, blocks};
use super::confidence::confidence;
use super::decisions::RuleId;
use super::model::second_pass;
use super::reason::{Confidence, Reason};
use super::removed::{Removed, removed};
use super::teasers::teasers;
use crate::compact::argsort;
use crate::methods::cetd;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::text;

/// The kept parts of a page, the removed ones with reasons, and the confidence in this selection.
///
/// `kept` and `removed` are stored in addition to `blocks`, because they contain more than the
/// outcomes of blocks: an `hr` between kept blocks isn't a block, and a removed part is the largest
/// subtree with its reason. They are computed once, because renderers need every leaf.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::select;
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let selection = select(&page, &metadata(&page));
/// let kept: Vec<&str> = selection.kept.iter().map(|leaf| page.text(leaf)).collect();
/// assert!(kept[0].starts_with("He watched"));
/// assert_eq!(selection.removed.len(), 1);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The blocks of the page with all visible text, in document order.
    pub blocks: Vec<SelectedBlock>,
    /// The kept leaves: text nodes and replaced elements (images, media, `hr`, `math` …). An
    /// element is part of the article if one of its leaves is.
    pub kept: NodeSet,
    /// The removed parts, in document order. Together with `kept` they cover all visible text.
    pub removed: Vec<Removed>,
    /// The confidence that this is the article.
    pub confidence: Confidence,
    /// The subtree with the article's column.
    pub root: NodeId,
}

/// A run of text and images without block breaks, with its outcome. A separately removed element is
/// a separate block, and so is the content before and after it.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::select;
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let selection = select(&page, &metadata(&page));
/// let menu = &selection.blocks[0];
/// assert_eq!((menu.chars, menu.removed), (4, Some(0)));
/// assert!(menu.outcome.is_some() && menu.by.is_some());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SelectedBlock {
    /// The block-level element that contains it.
    pub container: NodeId,
    /// Its leaves in document order: text nodes and replaced elements; at least one.
    pub leaves: Vec<NodeId>,
    /// The reason for removal; `None` if it's kept.
    pub outcome: Option<Reason>,
    /// The last rule that decided about it; `None` if no rule rejected it and the model didn't run
    /// on it.
    pub by: Option<RuleId>,
    /// Logit for being kept; `None` if the model didn't run on it.
    pub logit: Option<f32>,
    /// Hybrid text density of the container (Song, Sun and Liao 2013, Eq. 4).
    pub density: f32,
    /// Characters without white space.
    pub chars: u32,
    /// Index of its part in [`Selection::removed`]; `None` if it's kept.
    pub removed: Option<usize>,
    /// True for a caption that is shown only for its image: it's kept, but unlikely to be part of
    /// the text.
    pub is_caption: bool,
    /// True for an element that was removed separately from the rest of its line, such as a control
    /// in a heading.
    pub is_element: bool,
}

impl SelectedBlock {
    /// Returns the probability that it's part of the article, 0 to 1: that of the model, or the
    /// decision of the rules (0 or 1) if the model didn't run on it.
    ///
    /// ```
    /// use pith::metadata::metadata;
    /// use pith::select::select;
    /// use pith::{Limits, source};
    ///
    /// let html = "<nav><a href=/>Home</a></nav>
    ///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
    ///     the lens, which he did every day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let selection = select(&page, &metadata(&page));
    /// let [menu, text] = &selection.blocks[..] else { panic!("two blocks") };
    /// assert!(menu.probability() < 0.1 && text.probability() > 0.9);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn probability(&self) -> f64 {
        match self.logit {
            Some(logit) => second_pass::probability(logit),
            None if self.outcome.is_none() => 1.0,
            None => 0.0,
        }
    }
}

impl Selection {
    /// Creates a selection, with removed parts sorted in document order.
    pub(super) fn new(
        mut blocks: Vec<SelectedBlock>,
        kept: NodeSet,
        removed: Vec<Removed>,
        confidence: Confidence,
        root: NodeId,
    ) -> Self {
        let order = argsort::ascending(removed.iter().map(|r| r.node.0));
        let mut places = vec![0; removed.len()];
        for (place, &k) in order.iter().enumerate() {
            places[k] = place;
        }
        for block in &mut blocks {
            block.removed = block.removed.map(|k| places[k]);
        }
        Self {
            blocks,
            kept,
            removed: order.into_iter().map(|k| removed[k]).collect(),
            confidence,
            root,
        }
    }

    /// Returns why a block isn't part of the article's body; `None` if it is.
    ///
    /// ```
    /// use pith::metadata::metadata;
    /// use pith::select::{Reason, select};
    /// use pith::{Limits, source};
    ///
    /// let html = "<nav><a href=/>Home</a></nav>
    ///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
    ///     the lens, which he did every day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let selection = select(&page, &metadata(&page));
    /// let reasons = selection.blocks.iter().map(|block| selection.reason(block));
    /// assert_eq!(reasons.collect::<Vec<_>>(), [Some(Reason::Navigation), None]);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn reason(&self, block: &SelectedBlock) -> Option<Reason> {
        block.removed.map(|part| self.removed[part].reason)
    }

    /// Returns the leaves of captions that are kept only for their image;
    /// [`Article::text`](crate::article::Article::text) omits them.
    ///
    /// ```
    /// use pith::metadata::metadata;
    /// use pith::select::select;
    /// use pith::{Limits, source};
    ///
    /// let html = "<nav><a href=/>Home</a></nav>
    ///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
    ///     the lens, which he did every day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let selection = select(&page, &metadata(&page));
    /// assert!(selection.captions(&page).is_empty());
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn captions(&self, page: &Page) -> NodeSet {
        let mut captions = NodeSet::new(page);
        for block in self.blocks.iter().filter(|block| block.is_caption) {
            block.leaves.iter().for_each(|&leaf| captions.insert(leaf));
        }
        captions
    }

    /// Returns the selection of a method that keeps leaves without giving reasons: every block
    /// without a kept leaf is below the threshold.
    ///
    /// ```
    /// use pith::page::NodeSet;
    /// use pith::select::{Reason, Selection};
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One<p>Two", "", Limits::default())?;
    /// let mut kept = NodeSet::new(&page);
    /// for leaf in page.nodes().filter(|&id| page.text(id) == "Two") {
    ///     kept.insert(leaf);
    /// }
    /// let selection = Selection::from_kept(&page, kept);
    /// assert_eq!(selection.blocks[0].outcome, Some(Reason::BelowThreshold));
    /// assert_eq!(selection.blocks[1].outcome, None);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn from_kept(page: &Page, kept: NodeSet) -> Self {
        let blocks = blocks(page);
        let outcomes: Vec<_> = blocks
            .iter()
            .map(|b| {
                let any = b.leaves.iter().any(|&leaf| kept.contains(leaf));
                (!any).then_some(Reason::BelowThreshold)
            })
            .collect();
        let [starts, ends] =
            [Block::first, Block::last].map(|leaf| blocks.iter().map(leaf).collect::<Vec<_>>());
        let (removed, parts) = removed(page, &starts, &ends, &outcomes, &|_| None);
        let teasers = teasers(page, &blocks);
        let confidence = confidence(&teasers, &blocks, &outcomes);
        let counts = cetd::Counts::new(page);
        let densities = cetd::hybrid_text_density(page, &counts, &cetd::visual_importance(page));
        let blocks = blocks.into_iter().zip(outcomes).zip(parts);
        let blocks = blocks.map(|((block, outcome), removed)| SelectedBlock {
            outcome,
            by: None,
            logit: None,
            density: densities.get(block.container),
            container: block.container,
            leaves: block.leaves,
            chars: block.chars,
            removed,
            is_caption: false,
            is_element: false,
        });
        Self::new(blocks.collect(), kept, removed, confidence, page.body())
    }

    /// Returns the text of each part in [`Selection::removed`], in the same order and each on one
    /// line, without kept text, text removed for another reason, and unpainted text.
    ///
    /// ```
    /// use pith::metadata::metadata;
    /// use pith::select::select;
    /// use pith::{Limits, source};
    ///
    /// let html = "<nav><a href=/>Home</a></nav>
    ///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
    ///     the lens, which he did every day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let selection = select(&page, &metadata(&page));
    /// assert_eq!(selection.removed_texts(&page), ["Home"]);
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn removed_texts(&self, page: &Page) -> Vec<String> {
        let mut starts = (0..).zip(&self.removed).peekable();
        let mut texts = vec![String::new(); self.removed.len()];
        let containers = page.containers();
        let mut open: Vec<usize> = Vec::new();
        // The container of the previous text. Another container or a `br` separates words.
        let mut last = None;
        for id in page.nodes() {
            while open.pop_if(|&mut i| self.removed[i].end <= id).is_some() {}
            let mut start = None;
            while let Some((i, _)) = starts.next_if(|(_, removed)| removed.node == id) {
                start = Some(i);
            }
            open.extend(start);
            let Some(&i) = open.last() else { continue };
            if page.tag(id) == Tag::Br {
                last = None;
            }
            if page.is_text(id) && !page.is_hidden(id) && !self.kept.contains(id) {
                let container = Some(containers[id.index()]);
                if last != container {
                    texts[i].push(' ');
                }
                texts[i].push_str(page.text(id));
                last = container;
            }
        }
        texts.iter().map(|text| text::collapse(text)).collect()
    }
}

/// Keeps exactly the `hr` elements between kept blocks; they aren't blocks. A separately removed
/// element doesn't divide blocks.
pub(super) fn divide_kept(page: &Page, blocks: &[SelectedBlock], kept: &mut NodeSet) {
    let lines: Vec<&SelectedBlock> = blocks.iter().filter(|block| !block.is_element).collect();
    for pair in lines.windows(2) {
        let last = pair[0].leaves[pair[0].leaves.len() - 1];
        let both = pair.iter().all(|block| block.outcome.is_none());
        for id in (last.0 + 1..pair[1].leaves[0].0).map(NodeId) {
            if page.tag(id) != Tag::Hr {
                continue;
            }
            if both && !page.is_hidden(id) {
                kept.insert(id);
            } else {
                kept.remove(id);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::page::{Limits, NodeSet};
    use crate::source::html;

    /// Returns the removed texts of a page of which only paragraphs are kept.
    fn texts(html: &str) -> Vec<String> {
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut kept = NodeSet::new(&page);
        for block in blocks(&page) {
            if page.tag(block.container) == Tag::P {
                block.leaves.iter().for_each(|&leaf| kept.insert(leaf));
            }
        }
        Selection::from_kept(&page, kept).removed_texts(&page)
    }

    #[test]
    fn adjacent_loose_text_is_removed_as_one_part() {
        assert_eq!(
            texts("<p>One.</p>Home | <a href=a>News</a> | <b>Boats <i>of</i></b> all<p>Two."),
            ["Home | News | Boats of all"]
        );
        assert_eq!(
            texts("<div><b>Home</b> and away</div><p>One.</p>"),
            ["Home and away"]
        );
    }

    #[test]
    fn adjacent_blocks_with_one_reason_form_one_part() {
        assert_eq!(
            texts("<nav><ul><li>Home<li>News</ul></nav><div><p>One.</p><h2>Why<br>now</h2></div>"),
            ["Home News", "Why now"]
        );
        assert_eq!(texts("<p>One.<div>a<span hidden>b</span>c</div>"), ["ac"]);
    }
}
