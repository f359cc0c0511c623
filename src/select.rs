//! Combines all methods; no other place weighs them against each other.
//!
//! Decides for every block whether it's kept or why it's removed, and computes the confidence.
//!
//! 1. [`blocks`] divides painted content at block breaks.
//! 2. [`signals`] computes the facts about blocks and elements, once: gains, exclusions, and the
//!    subtree with the largest sum of gains (DensitySum, Song, Sun and Liao 2013, Eq. 5, with
//!    signed densities).
//! 3. [`rules`] decide about blocks, each with a reason, in the order of a table.
//! 4. [`model`] decides about the others, by the logit of each block.
//! 5. More [`rules`] correct clear structural errors.
//! 6. [`parts`] splits the blocks that contain a separately removed element.
//!
//! Only [`decisions`] changes in these steps; it records which rule decided. The user's overrides
//! are applied to the selection afterwards ([`overrides`]).
//!
//! Linear in nodes, except for sorting. In ties, the first node wins.

mod blocks;
mod case;
mod confidence;
mod decisions;
mod explain;
pub mod model;
mod overrides;
mod parts;
mod reason;
mod removed;
mod rules;
mod selection;
mod signals;
mod site_rules;
mod table;
mod teasers;

use crate::metadata::Metadata;
use crate::page::{NodeSet, Page};
use blocks::Block;
use case::Case;
use confidence::confidence;
pub use decisions::{Decision, RuleId};
use decisions::{Decisions, RemovedElement};
pub use explain::{Explanation, explain};
use model::Model;
use model::features::Features;
// Hidden: for the lab, for training.
#[doc(hidden)]
pub use model::forest::{Forest, Malformed, Written, written};
use model::verdict::{self, Verdict};
pub use overrides::{Level, Override, Overrides, UnknownOverride};
pub use reason::{Confidence, Grounds, Reason};
pub use removed::Removed;
pub use selection::{SelectedBlock, Selection};
use signals::Signals;
pub use site_rules::{
    Application, ConditionKind, Description, GaveUp, MalformedRule, PartKind, Rule,
    SiteRuleRefusal, SiteRules,
};
// Hidden: for the lab, for training.
#[doc(hidden)]
pub use table::{EvidenceBlock, EvidenceTable, evidence_digest, table};

/// Decides for every block of a page whether it belongs to the article.
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
/// assert_eq!(selection.blocks.len(), 2);
/// assert_eq!(selection.blocks[0].outcome, Some(Reason::Navigation));
/// assert_eq!(selection.blocks[1].outcome, None);
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn select(page: &Page, metadata: &Metadata) -> Selection {
    select_with(page, metadata, Model::shipped())
}

/// Does the same as [`select`], with the caller's model.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::model::Model;
/// use pith::select::{select, select_with};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let metadata = metadata(&page);
/// let selection = select_with(&page, &metadata, Model::shipped());
/// assert_eq!(selection, select(&page, &metadata));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn select_with(page: &Page, metadata: &Metadata, model: &Model) -> Selection {
    let (signals, decisions, weighed) =
        decide(page, metadata, model, |signals, decisions, verdict| {
            Weighed::new(page, signals, decisions, verdict)
        });
    selected(page, signals, decisions, weighed)
}

/// Decides about every block, and returns the result of `collect` for the verdict and its input.
/// The verdict is dropped after `collect`, because it takes most of the memory.
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
    };
    let verdict = verdict::decide(&case, &features, model, &mut decisions);
    rules::run(rules::AFTER, &case, &mut decisions);
    let collected = collect(&signals, &decisions, &verdict);
    (signals, decisions, collected)
}

/// Computes the signals of a page and the decisions of the rules before the model.
fn ruled(page: &Page, metadata: &Metadata) -> (Signals, Decisions) {
    let signals = Signals::new(page, metadata);
    let mut decisions = Decisions::new(signals.len());
    let case = Case {
        page,
        metadata,
        signals: &signals,
    };
    rules::run(rules::BEFORE, &case, &mut decisions);
    decisions.snapshot_rules();
    (signals, decisions)
}

/// The parts of a selection that depend on the verdict.
struct Weighed {
    /// Logit of each block for being kept.
    logits: Vec<Option<f32>>,
    removed: Vec<Removed>,
    /// Index of each block's part in `removed`.
    parts: Vec<Option<usize>>,
}

impl Weighed {
    fn new(page: &Page, signals: &Signals, decisions: &Decisions, verdict: &Verdict<'_>) -> Self {
        let blocks = signals.blocks.iter();
        let [starts, ends] =
            [Block::first, Block::last].map(|leaf| blocks.clone().map(leaf).collect::<Vec<_>>());
        let by = |i| decisions.by(i);
        let (mut removed, parts) =
            removed::removed(page, &starts, &ends, decisions.outcomes(), &by);
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
            logits: (0..signals.len()).map(|i| verdict.logit(i)).collect(),
            removed,
            parts,
        }
    }
}

/// Collects the decisions.
fn selected(
    page: &Page,
    signals: Signals,
    mut decisions: Decisions,
    weighed: Weighed,
) -> Selection {
    let Weighed {
        logits,
        mut removed,
        parts: removed_of,
    } = weighed;
    let root = signals.root;
    let confidence = confidence(&signals.teasers, &signals.blocks, decisions.outcomes());
    let first_element = removed.len();
    let elements = decisions.elements().iter();
    removed.extend(
        elements.map(|&RemovedElement { node, reason, by }| Removed {
            node,
            end: page.end(node),
            reason,
            by: Some(by),
            grounds: None,
        }),
    );
    let parts = parts::divide(page, signals.blocks, &mut decisions);
    let blocks = parts.into_iter().enumerate().map(|(i, part)| {
        let element = part.element.map(|element| first_element + element);
        SelectedBlock {
            outcome: decisions.get(i),
            by: decisions.by(i),
            logit: logits[part.block],
            density: signals.hybrid[part.block],
            container: part.container,
            leaves: part.leaves,
            chars: part.chars,
            removed: element.or(removed_of[part.block]),
            is_caption: decisions.is_caption(i),
            is_element: element.is_some(),
        }
    });
    let blocks: Vec<SelectedBlock> = blocks.collect();
    let mut kept = NodeSet::new(page);
    for block in blocks.iter().filter(|block| block.outcome.is_none()) {
        block.leaves.iter().for_each(|&leaf| kept.insert(leaf));
    }
    selection::divide_kept(page, &blocks, &mut kept);
    Selection::new(blocks, kept, removed, confidence, root)
}
