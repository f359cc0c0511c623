//! Densities around the block (CETD), level by level.

use super::{Context, Value, log, ranks, signed_log};
use crate::page::{NodeId, Page};
use crate::select::signals::Signals;

/// Levels around a block that are looked at.
const LEVELS: usize = 4;

/// Values that the columns of density share.
pub(super) struct Density {
    /// DensitySum of the composite text density.
    rank: Vec<f32>,
    /// Per block: the nearest elements that hold more blocks than the one below, as far as there
    /// are any.
    levels: Vec<[Option<NodeId>; LEVELS]>,
}

impl Density {
    /// `count` is per node the number of blocks in the subtree.
    pub(super) fn new(page: &Page, signals: &Signals, count: &[f32]) -> Self {
        let levels = signals.blocks.iter().map(|block| {
            let mut up = Some(block.container);
            let mut size = count[block.container.index()];
            let mut levels = [None; LEVELS];
            for level in &mut levels {
                while let Some(a) = up.filter(|a| count[a.index()] <= size) {
                    up = page.parent(a);
                }
                *level = up;
                size = up.map_or(size, |a| count[a.index()]);
            }
            levels
        });
        Self {
            rank: ranks(page, &signals.composite),
            levels: levels.collect(),
        }
    }
}

/// Densities around the block.
pub(super) const COLUMNS: &[(&str, Value)] = &[
    ("text_density", |c, i| {
        Some(log(c.signals.density.get(c.block(i).container)))
    }),
    ("composite", |c, i| {
        Some(log(c.signals.composite.get(c.block(i).container)))
    }),
    ("density_rank", |c, i| {
        Some(c.density.rank[c.block(i).container.index()])
    }),
    ("up1_length", |c, i| length(c, c.density.levels[i][0]?)),
    ("up1_link", |c, i| link(c, c.density.levels[i][0]?)),
    ("up1_count", |c, i| count(c, c.density.levels[i][0]?)),
    ("up1_gain", |c, i| gain(c, c.density.levels[i][0]?)),
    ("up1_share", |c, i| share(c, c.density.levels[i][0]?)),
    ("up1_density", |c, i| rank(c, c.density.levels[i][0]?)),
    ("up2_length", |c, i| length(c, c.density.levels[i][1]?)),
    ("up2_link", |c, i| link(c, c.density.levels[i][1]?)),
    ("up2_count", |c, i| count(c, c.density.levels[i][1]?)),
    ("up2_gain", |c, i| gain(c, c.density.levels[i][1]?)),
    ("up2_share", |c, i| share(c, c.density.levels[i][1]?)),
    ("up2_density", |c, i| rank(c, c.density.levels[i][1]?)),
    ("up3_length", |c, i| length(c, c.density.levels[i][2]?)),
    ("up3_link", |c, i| link(c, c.density.levels[i][2]?)),
    ("up3_count", |c, i| count(c, c.density.levels[i][2]?)),
    ("up3_gain", |c, i| gain(c, c.density.levels[i][2]?)),
    ("up3_share", |c, i| share(c, c.density.levels[i][2]?)),
    ("up3_density", |c, i| rank(c, c.density.levels[i][2]?)),
    ("up4_length", |c, i| length(c, c.density.levels[i][3]?)),
    ("up4_link", |c, i| link(c, c.density.levels[i][3]?)),
    ("up4_count", |c, i| count(c, c.density.levels[i][3]?)),
    ("up4_gain", |c, i| gain(c, c.density.levels[i][3]?)),
    ("up4_share", |c, i| share(c, c.density.levels[i][3]?)),
    ("up4_density", |c, i| rank(c, c.density.levels[i][3]?)),
];

fn length(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(log(c.length[node.index()] / c.count[node.index()].max(1.0)))
}

fn link(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(c.link[node.index()] / c.length[node.index()].max(1.0))
}

fn count(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(log(c.count[node.index()]))
}

fn gain(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(signed_log(c.signals.sums[node.index()]))
}

fn share(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(c.length[node.index()] / c.total)
}

fn rank(c: &Context<'_>, node: NodeId) -> Option<f32> {
    Some(c.density.rank[node.index()])
}
