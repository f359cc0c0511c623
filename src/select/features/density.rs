//! Densities around the block (CETD), level by level.

use super::{Context, Row, log, ranks};
use crate::methods::{Scores, cetd};
use crate::page::Page;
use crate::select::evidence::Evidence;

/// What is counted once for the columns of density.
pub(super) struct Density {
    text: Scores,
    composite: Scores,
    /// DensitySum of `composite`.
    rank: Vec<f32>,
}

impl Density {
    pub(super) fn new(page: &Page, evidence: &Evidence) -> Self {
        let composite = cetd::composite_text_density(page, &evidence.counts);
        Self {
            text: cetd::text_density(page, &evidence.counts),
            rank: ranks(page, &composite),
            composite,
        }
    }
}

impl Context<'_> {
    /// Densities of what is around the block, level by level.
    pub(super) fn around(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let c = b.container.index();
        row.add("text_density", log(self.density.text.values()[c]));
        row.add("composite", log(self.density.composite.values()[c]));
        row.add("density_rank", self.density.rank[c]);
        let mut up = Some(b.container);
        // The nearest elements that hold more than the one below.
        let mut size = self.count[c];
        for names in [
            [
                "up1_length",
                "up1_link",
                "up1_count",
                "up1_gain",
                "up1_share",
                "up1_density",
            ],
            [
                "up2_length",
                "up2_link",
                "up2_count",
                "up2_gain",
                "up2_share",
                "up2_density",
            ],
            [
                "up3_length",
                "up3_link",
                "up3_count",
                "up3_gain",
                "up3_share",
                "up3_density",
            ],
            [
                "up4_length",
                "up4_link",
                "up4_count",
                "up4_gain",
                "up4_share",
                "up4_density",
            ],
        ] {
            while let Some(a) = up {
                if self.count[a.index()] > size {
                    break;
                }
                up = page.parent(a);
            }
            let Some(a) = up else {
                for name in names {
                    row.add(name, f32::NAN);
                }
                continue;
            };
            let k = a.index();
            size = self.count[k];
            row.add(names[0], log(self.length[k] / self.count[k].max(1.0)));
            row.add(names[1], self.link[k] / self.length[k].max(1.0));
            row.add(names[2], log(self.count[k]));
            let sum = self.evidence.sums[k];
            row.add(names[3], sum.signum() * log(sum.abs()));
            row.add(names[4], self.length[k] / self.total);
            row.add(names[5], self.density.rank[k]);
        }
    }
}
