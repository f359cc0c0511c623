//! What the papers' methods say of the block.

use super::repetition::{item, makes};
use super::{Context, Row, log, ranks};
use crate::metadata::Metadata;
use crate::methods::tsrec::Part;
use crate::methods::{Scores, cetd, far_sw, fsp, qread};
use crate::page::{NodeId, NodeSet, Page};
use crate::select::evidence::Evidence;

/// What the methods say of the page.
pub(super) struct Methods {
    hybrid_rank: Vec<f32>,
    cetd_kept: NodeSet,
    qread: Scores,
    qread_kept: NodeSet,
    far_sw: Scores,
    fsp: Scores,
    items: Vec<[f32; 4]>,
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
        let makes = makes(page, length, link);
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
                .map(|b| item(page, &makes, b))
                .collect(),
        }
    }
}

impl Context<'_> {
    /// What the papers' methods say.
    pub(super) fn methods(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        let leaf = b.leaves[0];
        row.add("hybrid_rank", self.methods.hybrid_rank[b.container.index()]);
        row.flag("cetd_kept", self.methods.cetd_kept.contains(leaf));
        row.add("qread_density", log(self.methods.qread.get(leaf)));
        row.flag("qread_kept", self.methods.qread_kept.contains(leaf));
        row.add("far_sw", self.methods.far_sw.get(leaf));
        row.add("fsp", self.methods.fsp.get(leaf));
        let of_part = |part: Part| {
            let Some(parts) = &self.evidence.parts else {
                return f32::NAN;
            };
            let of = |leaf: &&NodeId| parts.part(self.page, **leaf) == Some(part);
            b.leaves.iter().filter(of).count() as f32 / b.leaves.len() as f32
        };
        row.add("tsrec_common", of_part(Part::Common));
        row.add("tsrec_regular", of_part(Part::Regular));
        let [count, text, link, level] = self.methods.items[i];
        row.add("item_count", log(count));
        row.add("item_text", log(text));
        row.add("item_link", link);
        row.add("item_level", level);
    }
}
