//! The one place that weighs methods against each other.
//!
//! For every block: kept, or removed and why; and how sure of it.
//!
//! 1. [`blocks`] divides what is painted into runs between block breaks.
//! 2. [`signals`] computes what is known of blocks and elements, once: gains, exclusions, the
//!    subtree with the largest sum of gains (DensitySum, Song, Sun and Liao 2013, Eq. 5, with
//!    signed densities).
//! 3. [`rules`] decide about what shows a reason, in the order of a table.
//! 4. [`model`] decides about the rest, by the odds of each block.
//! 5. [`rules`] again mend where the structure leaves no doubt.
//!
//! Only [`decisions`] changes on the way, and it knows which rule decided.
//!
//! Linear in nodes but for sorting; ties go to the node that comes first.

mod blocks;
mod confidence;
mod decisions;
mod explain;
pub mod model;
mod reason;
mod removed;
mod rules;
mod signals;
mod table;
mod teasers;

use crate::compact::argsort;
use crate::metadata::Metadata;
use crate::methods::cetd;
use crate::page::{NodeId, NodeSet, Page, Tag};
use confidence::confidence;
use decisions::Decisions;
pub use decisions::{Decision, RuleId};
pub use explain::{Explanation, explain};
use model::Model;
use model::features::Features;
pub use model::forest::{Forest, Malformed};
use model::verdict::{self, Case, Verdict};
pub use reason::{Confidence, Grounds, Reason};
pub use removed::Removed;
use signals::Signals;
pub use table::{EvidenceBlock, EvidenceTable, evidence_digest, table};

/// The parts of a page that are kept, those that are removed and why, and the confidence in that.
///
/// `kept` and `removed` stand beside `blocks` because they say more than the outcomes of blocks:
/// an `hr` between kept blocks is no block, a control in a kept heading goes without its block,
/// and a part that is removed is as large a subtree as its reason allows. They are filled once;
/// whoever renders asks for every leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The blocks of the page, in document order: all visible text stands in one.
    pub blocks: Vec<SelectedBlock>,
    /// The leaves that are kept: text nodes and replaced elements (pictures, media, `hr`,
    /// `math` …). An element is part of the article where one of its leaves is.
    pub kept: NodeSet,
    /// The removed parts, in document order. Together with `kept` they cover all visible text.
    pub removed: Vec<Removed>,
    /// Confidence that this is the article.
    pub confidence: Confidence,
}

/// A run of text and pictures that no block break divides, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectedBlock {
    /// The block-level element whose line content this is.
    pub container: NodeId,
    /// Its leaves in document order: text nodes and replaced elements; at least one.
    pub leaves: Vec<NodeId>,
    /// `None` where it is kept, else why not.
    pub outcome: Option<Reason>,
    /// The rule that decided last; `None` where none spoke against it and the model was not asked.
    pub by: Option<RuleId>,
    /// The logarithm of its odds to be kept; `None` where the model was not asked.
    pub odds: Option<f32>,
    /// Hybrid text density of the container (Song, Sun and Liao 2013, Eq. 4).
    pub density: f32,
    /// Characters, white space not counted.
    pub chars: u32,
    /// The part among [`Selection::removed`] that it belongs to; `None` where it is kept.
    pub removed: Option<usize>,
    /// A caption that is shown for its picture alone: it is kept, but unlikely to be part of the
    /// text.
    pub is_caption: bool,
}

/// Decides for every block of a page whether it belongs to the article.
pub fn select(page: &Page, metadata: &Metadata) -> Selection {
    select_with(page, metadata, Model::shipped())
}

/// [`select`] with another model.
pub fn select_with(page: &Page, metadata: &Metadata, model: &Model) -> Selection {
    let (signals, decisions, weighed) =
        decide(page, metadata, model, |signals, decisions, verdict| {
            Weighed::new(page, signals, decisions, verdict)
        });
    selected(page, signals, &decisions, weighed)
}

/// Decides about every block, and returns what `collect` makes of it with what it was made of. The
/// verdict lasts only for `collect`, since it holds most of the memory.
fn decide<T>(
    page: &Page,
    metadata: &Metadata,
    model: &Model,
    collect: impl FnOnce(&Signals, &Decisions, &Verdict<'_>) -> T,
) -> (Signals, Decisions, T) {
    let (signals, mut decisions) = ruled(page, metadata);
    let features = Features::new(page, metadata, &signals, &decisions);
    let case = Case {
        page,
        metadata,
        signals: &signals,
        features: &features,
        model,
    };
    let verdict = verdict::decide(&case, &mut decisions);
    rules::run(rules::AFTER, page, metadata, &signals, &mut decisions);
    let collected = collect(&signals, &decisions, &verdict);
    (signals, decisions, collected)
}

/// Computes the signals of a page and what the rules before the model decide.
fn ruled(page: &Page, metadata: &Metadata) -> (Signals, Decisions) {
    let signals = Signals::new(page, metadata);
    let mut decisions = Decisions::new(signals.len());
    rules::run(rules::BEFORE, page, metadata, &signals, &mut decisions);
    decisions.close_rules();
    (signals, decisions)
}

/// The parts of a selection that the verdict is asked about.
struct Weighed {
    /// Per block: the logarithm of its odds to be kept.
    odds: Vec<Option<f32>>,
    removed: Vec<Removed>,
    /// Per block: its place in `removed`.
    parts: Vec<Option<usize>>,
}

impl Weighed {
    fn new(page: &Page, signals: &Signals, decisions: &Decisions, verdict: &Verdict<'_>) -> Self {
        let by = |i| decisions.by(i);
        let (mut removed, parts) =
            removed::removed(page, &signals.blocks, decisions.outcomes(), by);
        let mut firsts = Vec::with_capacity(removed.len());
        let mut is_first = vec![false; parts.len()];
        for (i, &part) in parts.iter().enumerate() {
            if part == Some(firsts.len()) {
                firsts.push(i);
                is_first[i] = true;
            }
        }
        let grounds = verdict.grounds(&is_first);
        for (part, i) in removed.iter_mut().zip(firsts) {
            part.grounds = grounds[i];
        }
        Self {
            odds: (0..signals.len()).map(|i| verdict.odds(i)).collect(),
            removed,
            parts,
        }
    }
}

/// Collects what was decided.
fn selected(page: &Page, signals: Signals, decisions: &Decisions, weighed: Weighed) -> Selection {
    let Weighed {
        odds,
        mut removed,
        mut parts,
    } = weighed;
    let mut kept = kept_leaves(page, &signals, decisions);
    let controls = rules::heading_controls(page, &signals, decisions);
    for &node in &controls {
        kept.remove_subtree(page, node);
    }
    for node in controls {
        for i in signals.blocks_in(page, node) {
            // A heading of which nothing is left goes with its control.
            let mut leaves = signals.blocks[i].leaves.iter();
            if parts[i].is_none() && !leaves.any(|&leaf| kept.contains(leaf)) {
                parts[i] = Some(removed.len());
            }
        }
        removed.push(Removed {
            node,
            end: page.end(node),
            reason: Reason::Navigation,
            by: Some(rules::HEADING_CONTROL),
            grounds: None,
        });
    }
    let confidence = confidence(&signals.teasers, &signals.blocks, decisions.outcomes());
    let densities = &signals.hybrid;
    let blocks = signals.blocks.into_iter().zip(parts).enumerate();
    let blocks = blocks.map(|(i, (block, removed))| SelectedBlock {
        outcome: decisions.get(i),
        by: decisions.by(i),
        odds: odds[i],
        density: densities[i],
        container: block.container,
        leaves: block.leaves,
        chars: block.chars,
        removed,
        is_caption: decisions.is_caption(i),
    });
    Selection::new(blocks.collect(), kept, removed, confidence)
}

/// Returns the leaves of the kept blocks, and the `hr` elements between them.
fn kept_leaves(page: &Page, signals: &Signals, decisions: &Decisions) -> NodeSet {
    let mut kept = NodeSet::new(page);
    for (i, block) in signals.blocks.iter().enumerate() {
        if decisions.keeps(i) {
            block.leaves.iter().for_each(|&leaf| kept.insert(leaf));
        }
    }
    // An `hr` is no block: it is kept where it divides what is kept.
    for (i, pair) in signals.blocks.windows(2).enumerate() {
        if !decisions.keeps(i) || !decisions.keeps(i + 1) {
            continue;
        }
        if let (Some(&last), Some(&first)) = (pair[0].leaves.last(), pair[1].leaves.first()) {
            for id in (last.0..first.0).map(NodeId) {
                if page.tag(id) == Tag::Hr && !page.is_hidden(id) {
                    kept.insert(id);
                }
            }
        }
    }
    kept
}

impl Selection {
    /// Puts what is removed into document order.
    fn new(
        mut blocks: Vec<SelectedBlock>,
        kept: NodeSet,
        removed: Vec<Removed>,
        confidence: Confidence,
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
        }
    }

    /// Returns why a block is not part of the article's body; `None` where it is.
    pub fn reason(&self, block: &SelectedBlock) -> Option<Reason> {
        block.removed.map(|part| self.removed[part].reason)
    }

    /// Returns the parts of [`removed`](Self::removed) that are left out of a heading which stays,
    /// each with its index: controls.
    pub fn heading_controls(&self) -> impl Iterator<Item = (usize, &Removed)> {
        let parts = self.removed.iter().enumerate();
        parts.filter(|(_, part)| part.by == Some(rules::HEADING_CONTROL))
    }

    /// Collects the leaves that are kept for their picture alone: captions that
    /// [`Article::text`](crate::article::Article::text) leaves out.
    pub fn captions(&self, page: &Page) -> NodeSet {
        let mut captions = NodeSet::new(page);
        for block in self.blocks.iter().filter(|block| block.is_caption) {
            block.leaves.iter().for_each(|&leaf| captions.insert(leaf));
        }
        captions
    }

    /// Returns the selection of a method that keeps leaves and gives no reasons: every block
    /// without a kept leaf is below its threshold.
    pub fn from_kept(page: &Page, kept: NodeSet) -> Self {
        let blocks = blocks::blocks(page);
        let outcomes: Vec<_> = blocks
            .iter()
            .map(|b| {
                let any = b.leaves.iter().any(|&leaf| kept.contains(leaf));
                (!any).then_some(Reason::BelowThreshold)
            })
            .collect();
        let (removed, parts) = removed::removed(page, &blocks, &outcomes, |_| None);
        let teasers = teasers::teasers(page, &blocks);
        let confidence = confidence(&teasers, &blocks, &outcomes);
        let counts = cetd::Counts::new(page);
        let densities = cetd::hybrid_text_density(page, &counts, &cetd::visual_importance(page));
        let blocks = blocks.into_iter().zip(outcomes).zip(parts);
        let blocks = blocks.map(|((block, outcome), removed)| SelectedBlock {
            outcome,
            by: None,
            odds: None,
            density: densities.get(block.container),
            container: block.container,
            leaves: block.leaves,
            chars: block.chars,
            removed,
            is_caption: false,
        });
        Self::new(blocks.collect(), kept, removed, confidence)
    }
}
