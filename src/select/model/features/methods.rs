//! What the papers' methods say of the block.

use super::repetition::{Item, item, runs};
use super::{Context, Value, flag, log, ranks};
use crate::metadata::Metadata;
use crate::methods::tsrec::Part;
use crate::methods::{Scores, cetd, far_sw, fsp, qread};
use crate::page::{NodeId, NodeSet, Page};
use crate::select::evidence::Evidence;

/// What the methods say of the page; the columns of a method read from it.
pub(super) struct Methods {
    hybrid_rank: Vec<f32>,
    cetd_kept: NodeSet,
    qread: Scores,
    qread_kept: NodeSet,
    far_sw: Scores,
    fsp: Scores,
    items: Vec<Item>,
}

impl Methods {
    /// `length` and `link` are per node the length and the link characters in the subtree.
    pub(super) fn new(
        page: &Page,
        metadata: &Metadata,
        evidence: &Evidence,
        length: &[f32],
        link: &[f32],
    ) -> Self {
        let title = metadata.title.as_deref().unwrap_or_default();
        let params = qread::Params::default();
        let segments = qread::segments(page, title, &params);
        let runs = runs(page, length, link);
        Self {
            hybrid_rank: ranks(page, &evidence.hybrid),
            cetd_kept: cetd::content_of(
                page,
                &evidence.counts,
                &evidence.hybrid,
                cetd::Variant::HybridDs,
            ),
            qread: qread::scores_of(page, &segments),
            qread_kept: qread::content_of(page, &segments, &params),
            far_sw: far_sw::scores(page, far_sw::Model::inter_site()),
            fsp: fsp::scores_named(page, title, fsp::Rules::generic(), &evidence.named),
            items: evidence
                .blocks
                .iter()
                .map(|b| item(page, &runs, b))
                .collect(),
        }
    }
}

/// The share of the block's leaves that TSReC gives a part; `None` where no other page is known.
fn of_part(c: &Context<'_>, i: usize, part: Part) -> Option<f32> {
    let parts = c.evidence.parts.as_ref()?;
    let leaves = &c.block(i).leaves;
    let of = |leaf: &&NodeId| parts.part(c.page, **leaf) == Some(part);
    Some(leaves.iter().filter(of).count() as f32 / leaves.len() as f32)
}

/// What the papers' methods say.
pub(super) const COLUMNS: &[(&str, Value)] = &[
    ("hybrid_rank", |c, i| {
        Some(c.methods.hybrid_rank[c.block(i).container.index()])
    }),
    ("cetd_kept", |c, i| {
        flag(c.methods.cetd_kept.contains(c.block(i).leaves[0]))
    }),
    ("qread_density", |c, i| {
        Some(log(c.methods.qread.get(c.block(i).leaves[0])))
    }),
    ("qread_kept", |c, i| {
        flag(c.methods.qread_kept.contains(c.block(i).leaves[0]))
    }),
    ("far_sw", |c, i| {
        Some(c.methods.far_sw.get(c.block(i).leaves[0]))
    }),
    ("fsp", |c, i| Some(c.methods.fsp.get(c.block(i).leaves[0]))),
    ("tsrec_common", |c, i| of_part(c, i, Part::Common)),
    ("tsrec_regular", |c, i| of_part(c, i, Part::Regular)),
    ("item_count", |c, i| Some(log(c.methods.items[i].count))),
    ("item_text", |c, i| Some(log(c.methods.items[i].length))),
    ("item_link", |c, i| Some(c.methods.items[i].link)),
    ("item_level", |c, i| Some(c.methods.items[i].up)),
];
