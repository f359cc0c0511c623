//! Signals: facts about every block and element that are computed before any decision.

mod exclusions;
mod gains;
mod root;
mod sections;
mod terms;
mod texts;

use std::cell::OnceCell;
use std::ops::Range;

use super::blocks::{Block, blocks};
use super::reason::Reason;
use super::teasers::teasers;
use crate::compact::hash::Hash64;
use crate::compact::interner::{Interned, Interner};
use crate::metadata::Metadata;
use crate::methods::{Scores, cetd};
use crate::page::geometry::Rect;
use crate::page::{Attr, NodeId, Page};
use crate::vocabulary::{Hints, Remarks, announcement, hints_of_all, remarks};
use terms::Cosines;
pub(crate) use terms::{Hashes, Terms};
pub(crate) use texts::Texts;

/// Facts about blocks and elements, computed once and never changed.
#[derive(Debug)]
pub(crate) struct Signals {
    /// The blocks, in document order.
    pub(crate) blocks: Vec<Block>,
    /// Per node, and after the last one: number of blocks that begin before it.
    before: Vec<u32>,
    /// Per block: its text on one line.
    pub(crate) texts: Texts,
    /// Per block: its remarks, computed lazily.
    remarks: Vec<OnceCell<Remarks>>,
    /// The tokens of the blocks.
    pub(crate) terms: Terms,
    /// Per block: number of its pattern, which is equal for blocks whose innermost three elements
    /// have the same tags and classes, as in one template. Numbered from 0 in the order of the
    /// blocks.
    pub(crate) patterns: Vec<u32>,
    /// Per block: the kind of content that it would announce as a heading.
    pub(crate) announced: Vec<Option<Reason>>,
    /// The teasers, as ranges of blocks.
    pub(crate) teasers: Vec<Range<usize>>,
    /// The similarity of the blocks to the title of the article.
    pub(crate) title: Cosines,
    /// The similarity of the blocks to the summary declared by the page.
    pub(crate) summary: Cosines,
    /// Per block: its gain, which measures how much it reads like running text: about its length in
    /// characters if it does, negative if it looks like a menu, otherwise 0.
    pub(crate) gains: Vec<f32>,
    /// Per node: the reason why its subtree is excluded, if it is.
    pub(crate) excluded: Vec<Option<Reason>>,
    /// Per node: hints from its names, ignored if those of its siblings contradict them.
    pub(crate) hints: Vec<Hints>,
    /// Per node: sum of the gains in its subtree.
    pub(crate) sums: Vec<f32>,
    /// Per node: sum of the positive gains in its subtree.
    pub(crate) positive: Vec<f32>,
    /// Per node: CETD's text density.
    pub(crate) density: Scores,
    /// Per node: CETD's composite text density.
    pub(crate) composite: Scores,
    /// Per node: CETD's visual importance.
    pub(crate) visual: Scores,
    /// Per block: CETD's hybrid text density of its container.
    pub(crate) hybrid: Vec<f32>,
    /// The subtree with the article.
    pub(crate) root: NodeId,
    /// The column on the screen with the most running text; `None` without layout.
    pub(crate) column: Option<Rect>,
}

impl Signals {
    /// Computes the signals of a page.
    // Profiles and `lab bench` identify this step by its function.
    #[inline(never)]
    pub(crate) fn new(page: &Page, metadata: &Metadata) -> Self {
        let blocks = blocks(page);
        let own_gains: Vec<f32> = blocks.iter().map(|b| gains::gain(page, b)).collect();
        let own_positive = sums(page, &blocks, &own_gains, |gain| gain.max(0.0));
        let mut hints = hints_of_all(page);
        exclusions::drop_contradicting_names(page, &mut hints, &own_positive);
        let excluded =
            exclusions::exclusions(page, metadata, &blocks, &hints, &own_gains, &own_positive);
        let counts = cetd::Counts::new(page);
        let visual = cetd::visual_importance(page);
        let densities = cetd::HybridDensities::new(page, &counts, &visual);
        let hybrid: Vec<f32> = blocks.iter().map(|b| densities.get(b.container)).collect();
        let texts = Texts::new(page, &blocks);
        let terms = Terms::new(texts.iter());
        let cosines = |text: &Option<String>| terms.cosines(text.as_deref().unwrap_or_default());
        let title = cosines(&metadata.title);
        let gains = gains::weigh(
            &blocks,
            own_gains,
            &excluded,
            |i| title.blocks[i],
            &hybrid,
            densities.get(page.body()),
            visual.values(),
        );
        let sums_of = |value: fn(f32) -> f32| sums(page, &blocks, &gains, value);
        let (all, positive) = (sums_of(|gain| gain), sums_of(|gain| gain.max(0.0)));
        Self {
            patterns: patterns(page, &blocks),
            announced: texts
                .iter()
                .map(|t| announcement(t).map(Reason::from))
                .collect(),
            teasers: teasers(page, &blocks),
            root: root::root(page, &all, &excluded),
            column: column(page, &blocks, &gains),
            sums: all,
            positive,
            before: before(page, &blocks),
            remarks: vec![OnceCell::new(); blocks.len()],
            blocks,
            texts,
            summary: cosines(&metadata.excerpt),
            terms,
            title,
            gains,
            excluded,
            hints,
            density: cetd::text_density(page, &counts),
            composite: cetd::composite_text_density(page, &counts),
            visual,
            hybrid,
        }
    }

    /// Returns the number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns a block's remarks; empty for a long block.
    pub(crate) fn remarks(&self, block: usize) -> Remarks {
        *self.remarks[block].get_or_init(|| remarks(&self.texts[block]))
    }

    /// Returns the range of blocks whose first leaf is in a subtree.
    pub(crate) fn blocks_in(&self, page: &Page, id: NodeId) -> Range<usize> {
        self.before[id.index()] as usize..self.before[page.end(id).index()] as usize
    }
}

/// Returns, per node and after the last one, the number of blocks that begin before it.
fn before(page: &Page, blocks: &[Block]) -> Vec<u32> {
    let mut before = vec![0; page.len() + 1];
    for block in blocks {
        before[block.leaves[0].index() + 1] += 1;
    }
    let mut sum = 0;
    for count in &mut before {
        sum += *count;
        *count = sum;
    }
    before
}

/// Returns, per node, the sum of a function of the gains in its subtree.
fn sums(page: &Page, blocks: &[Block], gains: &[f32], value: impl Fn(f32) -> f32) -> Vec<f32> {
    let mut own = vec![0.0; page.len()];
    for (block, gain) in blocks.iter().zip(gains) {
        own[block.container.index()] += value(*gain);
    }
    page.subtree_sums(&own)
}

/// Grid size for distinguishing columns, in CSS px.
const COLUMN_GRID: f32 = 8.0;

/// Returns the column on the screen with the most running text.
#[inline(never)]
fn column(page: &Page, blocks: &[Block], gains: &[f32]) -> Option<Rect> {
    let mut columns: Interned<(f32, [u32; 2], Rect)> = Interned::new();
    for (block, gain) in blocks.iter().zip(gains) {
        if *gain > 0.0
            && let Some(r) = page.rect(block.container)
        {
            let [x, width] = [(r.x / COLUMN_GRID) as u32, (r.width / COLUMN_GRID) as u32];
            let hash = Hash64::EMPTY.number(x).number(width).value();
            columns.get_or(hash, || (0.0, [x, width], r)).0 += gain;
        }
    }
    columns
        .values()
        .iter()
        .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        .map(|c| c.2)
}

/// Number of innermost elements that determine a block's pattern. With more, blocks of one template
/// at different depths differ; with fewer, paragraphs of the text and of teasers are equal.
const PATTERN_ELEMENTS: usize = 3;

/// Returns, per block, the number of its pattern.
#[inline(never)]
fn patterns(page: &Page, blocks: &[Block]) -> Vec<u32> {
    let mut interner = Interner::new();
    let pattern = |block: &Block| {
        let around = page
            .inclusive_ancestors(block.container)
            .take(PATTERN_ELEMENTS);
        let hash = around.fold(Hash64::EMPTY, |hash, id| {
            let class = page.attr(id, Attr::Class).unwrap_or_default();
            hash.byte(page.tag(id) as u8).text(class).byte(b'>')
        });
        interner.intern(hash.value())
    };
    blocks.iter().map(pattern).collect()
}
