//! Densities around the block (CETD), level by level.

use super::{Value, log, ranks, signed_log};
use crate::page::{NodeId, Page};
use crate::select::signals::Signals;

/// Levels around a block that are looked at.
const LEVELS: usize = 4;

/// Values that the columns of density share.
pub(super) struct Density {
    /// DensitySum of the composite text density.
    rank: Vec<f32>,
    /// Per block: the nearest elements that hold more blocks than the one below, as far as there
    /// are any, by their place among `elements`.
    levels: Vec<[Option<u32>; LEVELS]>,
    elements: Vec<Level>,
}

/// Columns of an element around blocks.
struct Level {
    length: f32,
    link: f32,
    count: f32,
    gain: f32,
    share: f32,
    rank: f32,
}

/// Sums over the blocks in each subtree, and over all.
pub(super) struct Sums<'a> {
    /// Per node: length, link characters and number of the blocks.
    pub(super) length: &'a [f32],
    pub(super) link: &'a [f32],
    pub(super) count: &'a [f32],
    /// The length of all blocks, at least 1.
    pub(super) total: f32,
}

impl Density {
    pub(super) fn new(page: &Page, signals: &Signals, sums: &Sums<'_>) -> Self {
        let &Sums { count, .. } = sums;
        let rank = ranks(page, &signals.composite);
        let mut elements = Vec::new();
        // Per node: one more than its place among the elements, 0 for those that have none.
        let mut places = vec![0; page.len()];
        let mut place = |node: NodeId| {
            let place = &mut places[node.index()];
            if *place == 0 {
                elements.push(Level::new(signals, sums, &rank, node.index()));
                *place = elements.len() as u32;
            }
            *place - 1
        };
        let levels = signals.blocks.iter().map(|block| {
            let mut up = Some(block.container);
            let mut size = count[block.container.index()];
            let mut levels = [None; LEVELS];
            for level in &mut levels {
                while let Some(a) = up.filter(|a| count[a.index()] <= size) {
                    up = page.parent(a);
                }
                *level = up.map(&mut place);
                size = up.map_or(size, |a| count[a.index()]);
            }
            levels
        });
        Self {
            levels: levels.collect(),
            elements,
            rank,
        }
    }

    fn level(&self, block: usize, level: usize) -> Option<&Level> {
        Some(&self.elements[self.levels[block][level]? as usize])
    }
}

impl Level {
    fn new(signals: &Signals, sums: &Sums<'_>, rank: &[f32], node: usize) -> Self {
        let &Sums {
            length,
            link,
            count,
            total,
        } = sums;
        Self {
            length: log(length[node] / count[node].max(1.0)),
            link: link[node] / length[node].max(1.0),
            count: log(count[node]),
            gain: signed_log(signals.sums[node]),
            share: length[node] / total,
            rank: rank[node],
        }
    }
}

/// Densities around the block.
pub(super) const COLUMNS: &[(&str, Value)] = columns![
    ("text_density", |c, i| {
        Some(log(c.signals.density.get(c.block(i).container)))
    }),
    ("composite", |c, i| {
        Some(log(c.signals.composite.get(c.block(i).container)))
    }),
    ("density_rank", |c, i| {
        Some(c.density.rank[c.block(i).container.index()])
    }),
    ("up1_length", |c, i| Some(c.density.level(i, 0)?.length)),
    ("up1_link", |c, i| Some(c.density.level(i, 0)?.link)),
    ("up1_count", |c, i| Some(c.density.level(i, 0)?.count)),
    ("up1_gain", |c, i| Some(c.density.level(i, 0)?.gain)),
    ("up1_share", |c, i| Some(c.density.level(i, 0)?.share)),
    ("up1_density", |c, i| Some(c.density.level(i, 0)?.rank)),
    ("up2_length", |c, i| Some(c.density.level(i, 1)?.length)),
    ("up2_link", |c, i| Some(c.density.level(i, 1)?.link)),
    ("up2_count", |c, i| Some(c.density.level(i, 1)?.count)),
    ("up2_gain", |c, i| Some(c.density.level(i, 1)?.gain)),
    ("up2_share", |c, i| Some(c.density.level(i, 1)?.share)),
    ("up2_density", |c, i| Some(c.density.level(i, 1)?.rank)),
    ("up3_length", |c, i| Some(c.density.level(i, 2)?.length)),
    ("up3_link", |c, i| Some(c.density.level(i, 2)?.link)),
    ("up3_count", |c, i| Some(c.density.level(i, 2)?.count)),
    ("up3_gain", |c, i| Some(c.density.level(i, 2)?.gain)),
    ("up3_share", |c, i| Some(c.density.level(i, 2)?.share)),
    ("up3_density", |c, i| Some(c.density.level(i, 2)?.rank)),
    ("up4_length", |c, i| Some(c.density.level(i, 3)?.length)),
    ("up4_link", |c, i| Some(c.density.level(i, 3)?.link)),
    ("up4_count", |c, i| Some(c.density.level(i, 3)?.count)),
    ("up4_gain", |c, i| Some(c.density.level(i, 3)?.gain)),
    ("up4_share", |c, i| Some(c.density.level(i, 3)?.share)),
    ("up4_density", |c, i| Some(c.density.level(i, 3)?.rank)),
];
